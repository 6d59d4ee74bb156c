/** The program under test, for checks of its process. */
import type { ChildInput, Files } from '../../host/host.ts';
import type { LaunchSpec } from '../../plugin/launch-spec.ts';
import type { LaunchContext } from '../../plugin/start.ts';
import {
  type BriefRun,
  type OpenProgram,
  openProgram,
  type ProgramStart,
  runBriefly,
} from '../open-program.ts';
import type { EnvironmentEdits } from '../recorded-launch.ts';

export interface ProgramDrive {
  /** The one that the whole run talks to. */
  readonly main: ProgramStart;
  readonly files: Files;
  /** Starts another one; the caller closes it. */
  open(changes?: Partial<LaunchContext>, input?: ChildInput): Promise<ProgramStart>;
  /** Starts another one in an unusual way, and ends it. */
  runBriefly(edits: EnvironmentEdits, limitMs: number): Promise<BriefRun>;
}

export function programDrive(
  spec: LaunchSpec,
  context: LaunchContext,
  main: ProgramStart,
  signal: AbortSignal,
): ProgramDrive {
  return {
    main,
    files: context.files,
    open: (changes = {}, input) => openProgram(spec, { ...context, ...changes }, signal, input),
    runBriefly: (edits, limitMs) => runBriefly(spec, context, edits, limitMs),
  };
}

/** @throws Error - it did not start, which HS-01 has told. */
export function running(drive: ProgramDrive): OpenProgram {
  if (drive.main.type === 'open') return drive.main;
  throw new Error('the program is not running');
}
