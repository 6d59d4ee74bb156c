import { delimiter, isAbsolute, resolve } from 'node:path';
import { type ConformanceOptions, checkProvider } from '../../conformance/check-provider.ts';
import { type ConformanceReport, reportJson, reportText } from '../../conformance/report.ts';
import { readRequest } from '../../conformance/request-file.ts';
import { terminalSafe } from '../../format/terminal-safe.ts';
import type { Host } from '../../host/host.ts';
import type { LaunchSpec } from '../../plugin/launch-spec.ts';
import type { LaunchContext } from '../../plugin/start.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { ProviderCheckArguments } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { readGivenFile } from '../read-given-file.ts';
import { watchSignals } from '../signals.ts';

/** Bound of one call; a provider that does without its vendor needs far less. */
const LIMIT_MS = 30_000;

/** Whether the provider conforms, does not, or could not be tested. */
const EXIT_CODES = { conformant: 0, 'non-conformant': 1, untestable: 2 } as const;

/** `agent provider check`: conformance of one provider, as a program, with a report on stdout. */
export async function providerCheck(
  args: ProviderCheckArguments,
  { host, signals, exit }: CommandContext,
): Promise<number> {
  const files = await readInputs(args, host);
  if (files.type === 'fault') return refuse(files.message, host);
  const watch = watchSignals(signals, exit);
  try {
    const { timeoutMs: limitMs = LIMIT_MS, model, expected, noStream } = args;
    const spec = await launchSpec(args, host);
    const target = { type: 'program', spec, context: launchContext(host, limitMs) } as const;
    const report = await checkProvider(target, {
      ...files.inputs,
      model,
      expected,
      noStream,
      limitMs,
      suite: args.suite,
      signal: watch.signal,
    });
    await host.stdout.write(args.json ? reportJson(report) : reportText(report));
    return exitCode(report, args.strict);
  } finally {
    watch.close();
  }
}

function exitCode({ verdict, counts }: ConformanceReport, isStrict: boolean): number {
  if (verdict === 'conformant' && isStrict && counts.warned > 0) return 1;
  return EXIT_CODES[verdict];
}

async function refuse(message: string, host: Host): Promise<number> {
  await host.stderr.write(`Error: ${terminalSafe(message)}\n`);
  return EXIT_CODES.untestable;
}

type Inputs =
  | {
      readonly type: 'inputs';
      readonly inputs: Pick<ConformanceOptions, 'providerConfig' | 'request'>;
    }
  | { readonly type: 'fault'; readonly message: string };

async function readInputs(args: ProviderCheckArguments, host: Host): Promise<Inputs> {
  const { providerConfig, request } = args;
  const config = providerConfig === undefined ? undefined : await readText(providerConfig, host);
  if (config?.type === 'fault') return config;
  const parsed = config && readConfig(config.text);
  if (config && parsed === undefined) {
    return fault(`--provider-config ${providerConfig} holds no JSON object`);
  }
  const asked = request === undefined ? undefined : await readText(request, host);
  if (asked?.type === 'fault') return asked;
  const read = asked && readRequest(asked.text);
  if (read?.type === 'fault') return fault(`--request ${request}: ${read.message}`);
  return { type: 'inputs', inputs: { providerConfig: parsed, request: read?.request } };
}

function fault(message: string) {
  return { type: 'fault', message } as const;
}

async function readText(path: string, host: Host) {
  try {
    const bytes = await readGivenFile(path, host);
    return { type: 'text', text: Buffer.from(bytes).toString('utf8') } as const;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fault(`${path} can not be read: ${reason}`);
  }
}

function readConfig(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : undefined; // what JSON.parse gives is JSON
  } catch {
    return undefined; // the caller names the file
  }
}

function launchContext(host: Host, limitMs: number): LaunchContext {
  const { processes, files, clock, environment } = host;
  return { processes, files, clock, environment, log: () => {}, handshakeMs: limitMs };
}

async function launchSpec(
  { program, programArguments }: ProviderCheckArguments,
  host: Host,
): Promise<LaunchSpec> {
  const command = await findProgram(program, host);
  return {
    name: 'provider',
    kind: 'path',
    command,
    args: programArguments,
    program: command,
    workingDirectory: host.workingDirectory,
    environment: new Map(),
    version: '0.0.0',
  };
}

/** A bare name is looked for in `PATH`, as a shell does; anything else is a path. */
async function findProgram(program: string, host: Host): Promise<string> {
  const here = resolve(host.workingDirectory, program);
  if (isAbsolute(program) || program.includes('/')) return here;
  for (const folder of (host.environment['PATH'] ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const path = resolve(folder, program);
    if (await isProgram(path, host)) return path;
  }
  return here;
}

async function isProgram(path: string, { files }: Host): Promise<boolean> {
  return files.info(path).then(
    ({ kind, isExecutable }) => kind === 'file' && isExecutable,
    () => false,
  );
}
