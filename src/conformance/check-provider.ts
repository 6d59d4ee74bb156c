/** Runs suite W against one provider, as a program or in this process. */

import type { Clock, ProcessEnd } from '../host/host.ts';
import { Connection } from '../plugin/connect.ts';
import type { LaunchSpec } from '../plugin/launch-spec.ts';
import type { LaunchContext } from '../plugin/start.ts';
import { endText } from '../plugin/start-reason.ts';
import type { ProducerRef } from '../protocol/gen/pluggableharness/common/v1/types_pb.js';
import { Category } from '../protocol/gen/wire-tables.ts';
import { HANDSHAKE_VERSION } from '../protocol/handshake.ts';
import type { Check } from './check.ts';
import type { Finding } from './finding.ts';
import { type LoopbackStub, startLoopbackStub } from './loopback-stub.ts';
import { openProgram } from './open-program.ts';
import { type ConformanceReport, countsOf, type Suite } from './report.ts';
import { runChecks } from './run-checks.ts';
import { stableText } from './stable-text.ts';
import { type WatchedChecks, whileRunning } from './while-running.ts';
import { type ProgramDrive, programDrive } from './wire/program-drive.ts';
import { REFERENCE_IDS, SUITE_W } from './wire/suite-w.ts';
import { Transcript } from './wire/transcript.ts';
import { wireClient } from './wire/wire-client.ts';
import type { WireClient } from './wire/wire-context.ts';
import { type WireOptions, WireSession } from './wire/wire-session.ts';

/** What is under test. */
export type ConformanceTarget =
  /** A program, launched as the kernel launches it. */
  | { readonly type: 'program'; readonly spec: LaunchSpec; readonly context: LaunchContext }
  /** A service that somebody else started on this machine; it is not ended here. */
  | {
      readonly type: 'service';
      readonly network: 'unix' | 'tcp';
      /** Absolute path of a socket, or a loopback address with a port. */
      readonly address: string;
      readonly clock: Clock;
    };

export interface ConformanceOptions extends WireOptions {
  /** Default `full`. */
  readonly suite?: Suite | undefined;
  /** Ends the run early; what was not reached is skipped. */
  readonly signal: AbortSignal;
  /** For tests of the runner; default suite W. */
  readonly checks?: readonly Check<WireSession>[] | undefined;
}

/** A check makes several calls; each is bounded by itself, and this bounds them together. */
const CALLS_OF_A_CHECK = 4;

const START = 'HS-01';

/** Checks a provider. Nothing of it is left running, however it ends. */
export async function checkProvider(
  target: ConformanceTarget,
  options: ConformanceOptions,
): Promise<ConformanceReport> {
  const stub = await startLoopbackStub(options.dialect?.text);
  try {
    return target.type === 'program'
      ? await checkProgram(target, options, stub)
      : await checkService(target, options, stub);
  } finally {
    await stub.close();
  }
}

async function checkProgram(
  { spec, context }: Extract<ConformanceTarget, { readonly type: 'program' }>,
  options: ConformanceOptions,
  stub: LoopbackStub,
): Promise<ConformanceReport> {
  const main = await openProgram(spec, context, options.signal);
  const program = programDrive(spec, context, main, options.signal);
  try {
    const connection = main.type === 'open' ? main.connection : undefined;
    return await report(connection, { clock: context.clock, stub, program }, options);
  } finally {
    if (main.type === 'open') await main.close();
  }
}

async function checkService(
  { network, address, clock }: Extract<ConformanceTarget, { readonly type: 'service' }>,
  options: ConformanceOptions,
  stub: LoopbackStub,
): Promise<ConformanceReport> {
  const connection = new Connection({
    provider: 'service',
    handshake: { handshakeVersion: HANDSHAKE_VERSION, network, address },
    security: { type: 'plaintext' },
    clock,
    log: () => {},
  });
  try {
    return await report(connection, { clock, stub, program: undefined }, options);
  } finally {
    connection.close();
  }
}

interface Setting {
  readonly clock: Clock;
  readonly stub: LoopbackStub;
  readonly program: ProgramDrive | undefined;
}

async function report(
  connection: Connection | undefined,
  setting: Setting,
  options: ConformanceOptions,
): Promise<ConformanceReport> {
  const { clock, program } = setting;
  const { limitMs, signal, suite = 'full' } = options;
  const transcript = new Transcript();
  const client = connection && wireClient(connection, { clock, limitMs, witness: transcript });
  const drive = program ? 'binary' : 'in-process';
  const session = new WireSession({ ...setting, drive, client, options, transcript });
  const producer = await producerOf(client);
  const { checks, end } = checksOf(options.checks ?? SUITE_W, program, clock);
  const timeoutMs = limitMs * CALLS_OF_A_CHECK;
  const results = await runChecks(checks, session, { timeoutMs, sleep: clock.sleep, signal });
  const show = stableText(session);
  const findings = results.findings.map((finding) => show(levelled(finding, suite)));
  const interrupted = signal.aborted ? 'The run was interrupted.' : undefined;
  const reason = interrupted ?? obstacle(session, producer, findings, end());
  const isFailed = findings.some(({ outcome }) => outcome === 'fail');
  return {
    schema_version: '1.0',
    provider: producer ? nameOf(producer) : null,
    drive,
    suite,
    verdict: reason !== undefined ? 'untestable' : isFailed ? 'non-conformant' : 'conformant',
    reason: reason ?? null,
    counts: countsOf(results.checks, findings),
    findings,
  };
}

function checksOf(
  checks: readonly Check<WireSession>[],
  program: ProgramDrive | undefined,
  clock: Clock,
): WatchedChecks {
  if (program === undefined) return { checks, end: () => undefined };
  const afterIt = checks.map(afterStart);
  const { main } = program;
  if (main.type === 'failed') return { checks: afterIt, end: () => undefined };
  return whileRunning(afterIt, main, clock);
}

/** A program that did not start has failed one check; the others were not reached. */
function afterStart(check: Check<WireSession>): Check<WireSession> {
  return check.id === START ? check : { ...check, needs: [START, ...(check.needs ?? [])] };
}

async function producerOf(client: WireClient | undefined): Promise<ProducerRef | undefined> {
  const outcome = await client?.describe();
  return outcome?.type === 'ok' ? outcome.value.producer : undefined;
}

function nameOf({ name, version, source }: ProducerRef): ConformanceReport['provider'] {
  return { name, version, source };
}

/** `--suite reference`: where ours is stricter, a failure is a warning. */
function levelled(finding: Finding, suite: Suite): Finding {
  const isStricter = suite === 'reference' && !REFERENCE_IDS.has(finding.id);
  return isStricter && finding.outcome === 'fail' ? { ...finding, outcome: 'warn' } : finding;
}

/** Why the run says nothing about the provider, in a sentence. */
function obstacle(
  { program }: WireSession,
  producer: ProducerRef | undefined,
  findings: readonly Finding[],
  end: ProcessEnd | undefined,
): string | undefined {
  const start = findings.find(({ id, outcome }) => id === START && outcome !== 'skip');
  if (program && start) return start.message;
  if (producer && producer.category !== Category.MODEL) {
    return `It is a provider of category ${producer.category}, expected MODEL (1).`;
  }
  if (end?.type === 'exited' && end.signal !== undefined) return `It ${endText(end)}.`;
  return undefined;
}
