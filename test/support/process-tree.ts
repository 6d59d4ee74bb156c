import { spawnSync } from 'node:child_process';

export interface ListedProcess {
  readonly id: number;
  /** Program and arguments. */
  readonly command: string;
}

/** Processes below one, at this moment. */
export function processesBelow(id: number): readonly ListedProcess[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const processes = stdout.split('\n').flatMap((line) => {
    const { pid, parent, args } =
      /^ *(?<pid>\d+) +(?<parent>\d+) (?<args>.*)$/.exec(line)?.groups ?? {};
    return args === undefined ? [] : [{ id: Number(pid), parent: Number(parent), command: args }];
  });
  const below = (parent: number): readonly ListedProcess[] =>
    processes
      .filter((each) => each.parent === parent)
      .flatMap(({ id: own, command }) => [{ id: own, command }, ...below(own)]);
  return below(id);
}
