/** The one real implementation of the ports; the only place that touches `process`. */
import process from 'node:process';
import type { Host } from './host.ts';
import { nodeClock } from './node-clock.ts';
import { nodeFiles } from './node-files.ts';
import { nodeProcesses } from './node-processes.ts';
import { nodeInput, nodeOutput } from './node-streams.ts';

export interface NodeHostOptions {
  /**
   * Called once when the reader of stdout has gone. The default ends the process with exit code 0:
   * nobody is left to answer to. What is written afterwards is dropped.
   */
  readonly onStdoutClosed?: (() => void) | undefined;
}

/**
 * The world as this Node process sees it. Nothing is opened or copied here: the environment is read
 * when it is asked for, so that no second place holds its secrets.
 */
export function nodeHost(options: NodeHostOptions = {}): Host {
  const onStdoutClosed = options.onStdoutClosed ?? (() => process.exit(0));
  return {
    clock: nodeClock,
    random: Math.random,
    environment: process.env,
    files: nodeFiles,
    processes: nodeProcesses(),
    stdin: nodeInput(() => process.stdin),
    stdout: nodeOutput(1, () => process.stdout, onStdoutClosed),
    // Without a reader of stderr there is nobody to tell.
    stderr: nodeOutput(
      2,
      () => process.stderr,
      () => {},
    ),
    get workingDirectory() {
      return process.cwd();
    },
    userId: process.getuid?.(),
  };
}

/**
 * `NO_COLOR` beats `FORCE_COLOR` (`cli` §7). Where both are set Node goes by the other one and warns
 * of it on a terminal, as soon as one of its modules asks for colours.
 */
export function settleColors(): void {
  if (process.env['NO_COLOR']) delete process.env['FORCE_COLOR'];
}
