import type { ProviderBlock } from '../../config/config.ts';
import { type LoadedConfig, sourceWithSchemas } from '../../config/load.ts';
import type { Ask } from '../../config/trust/ask.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { errorDiagnostic } from '../../diagnostics/diagnostic.ts';
import type { SourceTexts } from '../../diagnostics/source-text.ts';
import { githubReport } from '../../output/github-report.ts';
import { sarifReport } from '../../output/sarif-report.ts';
import {
  isValid,
  type ValidateReport,
  validateJson,
  validateText,
} from '../../output/validate-report.ts';
import type { ConfigSchema } from '../../protocol/config-schema.ts';
import type { ValidateArguments, ValidateFormat } from '../arguments.ts';
import { builtIns } from '../built-ins.ts';
import { painterFor } from '../color.ts';
import type { CommandContext } from '../command-context.ts';
import { locateProviders } from '../locate-providers.ts';
import { type LoadedFile, loadFile } from '../open-configuration.ts';
import { type Judgement, judge } from '../trust-gate.ts';
import { askDiagnostics } from '../trust-report.ts';
import { version } from '../version.ts';

/** `agent validate`: the same load as a run, and a report on stdout. */
export async function validate(args: ValidateArguments, context: CommandContext): Promise<number> {
  const file = await loadFile(args, context, {
    path: args.path,
    takesDirectory: true,
    noEnv: args.noEnv,
    needsFile: true,
  });
  const checked = await checkProviders(file, args, context);
  const report: ValidateReport = {
    diagnostics: [...file.diagnostics, ...checked.diagnostics],
    sources: checked.sources,
    warningsAsErrors: args.warningsAsErrors,
    notes: checked.notes,
  };
  await context.host.stdout.write(reportText(report, args, context));
  return isValid(report) ? 0 : 1;
}

interface ProviderChecks {
  readonly diagnostics: readonly Diagnostic[];
  readonly notes: readonly string[];
  /** The texts, with the secrets of providers hidden that advertise them only when they run. */
  readonly sources: SourceTexts;
}

/** Faults of the text come first: with one of the syntax no provider is known. */
async function checkProviders(
  { loaded, sources }: LoadedFile,
  args: ValidateArguments,
  context: CommandContext,
): Promise<ProviderChecks> {
  if (loaded?.body === undefined) return { diagnostics: [], notes: [], sources };
  const { providers, projectRoot } = loaded;
  const launchables = await locateProviders(providers, projectRoot, context.host, args.live);
  const judgement = await judge(loaded, launchables, args, context.host);
  const kept = keptOut(providers, judgement, args.live);
  const asks = askDiagnostics(judgement, kept.asks, args.static ? 'warning' : 'error');
  if (args.static) return { diagnostics: asks, notes: uncheckedNotes(loaded), sources };
  const blocks = providers.filter(({ localName }) => !kept.names.has(localName));
  if (blocks.length === 0) return { diagnostics: asks, notes: [], sources };
  const { inspectProviders } = await import('../inspect-providers.ts');
  const schemas = new Map<string, ConfigSchema>();
  const learnSchema = (name: string, schema: ConfigSchema) => void schemas.set(name, schema);
  const inspection = { loaded, args, context, learnSchema };
  const found = await inspectProviders(blocks, launchables, inspection);
  const source = sourceWithSchemas(loaded, { builtIns }, schemas);
  return {
    diagnostics: [...asks, ...found],
    notes: [],
    sources: new Map(sources).set(source.file, source),
  };
}

interface KeptOut {
  readonly asks: readonly Ask[];
  /** Local names of providers that must not run. */
  readonly names: ReadonlySet<string>;
}

/**
 * Without `live` nothing of the file reaches a process and nothing is sent, so only a build that is
 * not ours has to be granted; with it every ask of a provider counts.
 */
function keptOut(
  providers: readonly ProviderBlock[],
  { open }: Judgement,
  isLive: boolean,
): KeptOut {
  const foreign = providers.filter(({ implementation }) => implementation?.type !== 'built-in');
  const foreignNames = new Set(foreign.map(({ localName }) => localName));
  const isStart = ({ kind, provider }: Ask) =>
    kind === 'exec' && provider !== undefined && foreignNames.has(provider);
  const asks = isLive ? open : open.filter(isStart);
  return { asks, names: new Set(asks.flatMap(({ provider }) => provider ?? [])) };
}

function uncheckedNotes({ providers }: LoadedConfig): readonly string[] {
  return providers
    .filter(({ implementation }) => implementation && implementation.type !== 'built-in')
    .map(
      ({ localName }) => `The block of "${localName}" was not checked: --static starts no process.`,
    );
}

function reportText(
  report: ValidateReport,
  { format, color }: Pick<ValidateArguments, 'format' | 'color'>,
  { host, secrets }: CommandContext,
): string {
  const redacted = redactReport(report, secrets.redact);
  const { stdout, environment } = host;
  switch (format) {
    case 'text': {
      const paint = painterFor(color, stdout, environment);
      const width = stdout.isTerminal ? stdout.columns : 80;
      return validateText(redacted, { width, paint });
    }
    case 'json':
      return validateJson(redacted);
    case 'github':
      return githubReport(redacted);
    case 'sarif':
      return sarifReport(redacted, version());
  }
}

/** Words about a value, such as a provider's own message, may quote it. */
function redactReport(report: ValidateReport, redact: (text: string) => string): ValidateReport {
  const diagnostics = report.diagnostics.map((diagnostic) => ({
    ...diagnostic,
    summary: redact(diagnostic.summary),
    detail: redact(diagnostic.detail),
  }));
  return { ...report, diagnostics };
}

/** The report of a command line that could not be read, in the form that was asked for. */
export function badCommandLineReport(
  message: string,
  format: ValidateFormat,
  context: CommandContext,
): string {
  const detail = 'See "agent validate --help".';
  const diagnostic = errorDiagnostic({ code: 'bad-command-line', summary: message, detail });
  const report = {
    diagnostics: [diagnostic],
    sources: new Map(),
    warningsAsErrors: false,
    notes: [],
  };
  return reportText(report, { format, color: 'never' }, context);
}
