/** HS-01 … HS-06: how the program starts, answers for itself and ends. */
import { startFailureText } from '../../plugin/start-failure.ts';
import { within } from '../../plugin/within.ts';
import { controllerMethods, healthMethods, modelMethods } from '../../protocol/grpc-methods.ts';
import { COOKIE, HEALTH_SERVICE, LAUNCH_VARIABLES } from '../../protocol/handshake.ts';
import { GRPC_CODE } from '../../protocol/status-detail.ts';
import { type Remark, skipped, violation } from '../finding.ts';
import type { BriefRun } from '../open-program.ts';
import { PROMPT_MS, processCheck } from './process-check.ts';
import { type ProgramDrive, running } from './program-drive.ts';

const MUST = 'MUST' as const;
/** How long a program may take to end after `Shutdown`, milliseconds. */
const SHUTDOWN_MS = 2000;
/** `ServingStatus.SERVING`. */
const SERVING = 1;

const shakesHands = processCheck(
  { id: 'HS-01', name: 'one handshake line names an address that answers', level: MUST },
  async ({ main }) => {
    if (main.type === 'failed') {
      const { summary, detail } = startFailureText({ ...main.failure, stderrTail: [] });
      return [violation('', `${summary}. ${detail}`)];
    }
    const result = await main.connection.unary(
      healthMethods.check,
      { service: HEALTH_SERVICE },
      PROMPT_MS,
    );
    const isSilent =
      result.type === 'failed' &&
      (result.failure.code === GRPC_CODE.unavailable ||
        result.failure.code === GRPC_CODE.deadlineExceeded);
    return isSilent ? [violation('', 'nothing answers at the address it advertised')] : [];
  },
);

const refusesStrangers = processCheck(
  {
    id: 'HS-02',
    name: 'without the right cookie it explains itself on stderr and ends',
    level: MUST,
    needs: ['HS-01'],
  },
  async (drive) => {
    const cases = [
      ['without a cookie', undefined],
      ['with a wrong cookie', 'some-other-cookie'],
    ] as const;
    const remarks: Remark[] = [];
    for (const [subject, cookie] of cases) {
      const run = await drive.runBriefly({ [COOKIE.name]: cookie }, PROMPT_MS);
      remarks.push(...refusalFaults(run).map((fault) => violation(subject, fault)));
    }
    return remarks;
  },
);

function refusalFaults({ stdout, stderr, end }: BriefRun): readonly string[] {
  if (stdout !== '') return ['it printed something to stdout'];
  if (end === undefined) return ['it went on running'];
  if (end.type !== 'exited' || end.exitCode === undefined) return ['it was ended by a signal'];
  return [
    ...(end.exitCode === 0 ? ['it ended with exit code 0'] : []),
    ...(stderr.trim() === '' ? ['it explained nothing on stderr'] : []),
  ];
}

const keepsItsVersion = processCheck(
  {
    id: 'HS-03',
    name: 'it never claims a handshake version that it does not speak',
    level: MUST,
    needs: ['HS-01'],
  },
  async (drive) => {
    const edits = { [LAUNCH_VARIABLES.protocolVersions]: '99' };
    const { stdout, end } = await drive.runBriefly(edits, PROMPT_MS);
    const [, version = ''] = stdout.split('|');
    if (version.trim() === '99') return [violation('', 'it claims version 99, which is not there')];
    return stdout === '' && end === undefined
      ? [violation('', 'offered only version 99, it neither answered nor ended')]
      : [];
  },
);

const isHealthy = processCheck(
  {
    id: 'HS-04',
    name: 'its health service reports "plugin" as serving',
    level: MUST,
    needs: ['HS-01'],
  },
  async (drive) => {
    const { connection } = running(drive);
    const request = { service: HEALTH_SERVICE };
    const result = await connection.unary(healthMethods.check, request, PROMPT_MS);
    if (result.type === 'failed') return [violation('', `status ${result.failure.code}`)];
    if (result.type === 'unreadable') return [violation('', result.message)];
    const { status } = result.response;
    return status === SERVING
      ? []
      : [violation('', `the status is ${status}, expected SERVING (1)`)];
  },
);

const outlivesInterrupts = processCheck(
  { id: 'HS-07', name: 'SIGINT does not end it', level: MUST, needs: ['HS-01'] },
  async (drive) => {
    const other = await drive.open();
    if (other.type === 'failed') return [violation('', 'it did not start a second time')];
    try {
      // Until it answers it may not have asked for the signal yet.
      const before = await other.connection.unary(modelMethods.describe, {}, PROMPT_MS);
      other.process.signalGroup('SIGINT');
      const after = await other.connection.unary(modelMethods.describe, {}, PROMPT_MS);
      const isGone = before.type === 'ok' && after.type !== 'ok';
      return isGone ? [violation('', 'it does not answer after SIGINT')] : [];
    } finally {
      await other.close();
    }
  },
);

const LEVELS: readonly unknown[] = ['trace', 'debug', 'info', 'warn', 'error'];
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(?:Z|[+-]\d\d:\d\d)$/;

const logsWell = processCheck(
  {
    id: 'HS-10',
    name: 'log records are JSON with text level, text message and a six-digit timestamp',
    level: 'SHOULD',
    needs: ['HS-01'],
  },
  async (drive) => {
    const lines = running(drive).output.stderr().split('\n');
    const records = lines.filter((line) => line.startsWith('{'));
    if (records.length === 0) return [skipped('no JSON lines')];
    const faults = new Set(records.flatMap((line) => recordFault(line) ?? []));
    return [...faults].map((fault) => violation('', fault));
  },
);

function recordFault(line: string): string | undefined {
  try {
    const record: Record<string, unknown> = JSON.parse(line);
    if (!LEVELS.includes(record['@level'])) return '@level is none of the five';
    if (typeof record['@message'] !== 'string') return '@message is no text';
    const timestamp = record['@timestamp'];
    const isGood = typeof timestamp === 'string' && TIMESTAMP.test(timestamp);
    return isGood ? undefined : '@timestamp is no time with six fractional digits';
  } catch {
    return 'a line that begins with a brace is no JSON';
  }
}

const keepsQuiet = processCheck(
  {
    id: 'HS-05',
    name: 'nothing but the handshake is printed to stdout',
    level: MUST,
    needs: ['HS-01'],
  },
  async (drive) => {
    const [, ...more] = running(drive).output.stdout().split('\n');
    return more.join('\n') === '' ? [] : [violation('', 'it printed more than one line')];
  },
);

const shutsDown = processCheck(
  {
    id: 'HS-06',
    name: 'Shutdown ends it within 2 s, with exit code 0 and without its socket',
    level: MUST,
    needs: ['HS-01'],
  },
  async (drive, { clock }) => {
    const { connection, process, network, address } = running(drive);
    connection.endBroker();
    // Its answer does not count: one that stops hard fails the call.
    void connection.unary(controllerMethods.shutdown, {}, SHUTDOWN_MS);
    const end = await within(process.ended, SHUTDOWN_MS, clock);
    if (end === undefined) return [violation('', 'it still runs 2 s after Shutdown')];
    const isClean = end.type === 'exited' && end.exitCode === 0;
    const isLeft = network === 'unix' && (await exists(drive, address));
    return [
      ...(isClean ? [] : [violation('', 'it did not end with exit code 0')]),
      ...(isLeft ? [violation('', 'its socket is still there')] : []),
    ];
  },
);

async function exists({ files }: ProgramDrive, path: string): Promise<boolean> {
  return files.info(path).then(
    () => true,
    () => false,
  );
}

/** In the order they run, before any other. */
export const startChecks = [
  shakesHands,
  refusesStrangers,
  keepsItsVersion,
  isHealthy,
  outlivesInterrupts,
] as const;

/** After every other check. */
export const endChecks = [shutsDown, keepsQuiet, logsWell] as const;
