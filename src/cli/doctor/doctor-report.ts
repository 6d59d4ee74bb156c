/** What the doctor found, for people and as one JSON document. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { terminalSafe } from '../../format/terminal-safe.ts';
import type { Check, CheckStatus, ProviderHealth } from './check.ts';

export interface Health {
  readonly file: string;
  /** Faults of the file; those without a provider belong to no other place of the report. */
  readonly diagnostics: readonly Diagnostic[];
  /** Proxy and CA variables of the shell that no provider is given. */
  readonly notPassed: readonly string[];
  readonly providers: readonly ProviderHealth[];
}

export function isHealthy({ diagnostics, providers }: Health): boolean {
  return (
    diagnostics.every(({ severity }) => severity !== 'error') &&
    providers.every(({ checks }) => checks.every(({ status }) => status !== 'error'))
  );
}

/** The published form (`schemas/json/doctor.schema.json`). */
export function healthJson(health: Health): string {
  const document = {
    schema_version: '1.0',
    healthy: isHealthy(health),
    file: health.file,
    configuration: health.diagnostics.map(({ severity, code, summary, range }) => ({
      severity,
      code,
      summary,
      line: range?.start.line ?? null,
    })),
    not_passed: health.notPassed,
    providers: health.providers.map(({ provider, environment, checks }) => ({
      provider,
      environment,
      checks: checks.map(({ name, status, message, remedy }) => ({
        name,
        status,
        message,
        remedy: remedy ?? null,
      })),
    })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** Without the faults of the file, which have a text of their own. */
export function healthText(health: Health): string {
  const blocks = health.providers.map(
    ({ provider, checks }) => `${terminalSafe(provider)}\n${checks.map(checkText).join('')}`,
  );
  const closing = isHealthy(health) ? 'No fault was found.' : 'Some things need your attention.';
  return [...blocks, ...shellText(health.notPassed), `${closing}\n`].join('\n');
}

const MARKS: Readonly<Record<CheckStatus, string>> = {
  ok: 'ok      ',
  warning: 'warning ',
  error: 'ERROR   ',
  skipped: 'skipped ',
};
const NAME_WIDTH = 'certificates'.length;

function checkText({ name, status, message, remedy }: Check): string {
  const lead = `  ${MARKS[status]}${name.padEnd(NAME_WIDTH)}  `;
  const indent = ' '.repeat(lead.length);
  const text = [message, ...(remedy === undefined || remedy === '' ? [] : [remedy])].join('\n');
  return `${lead}${terminalSafe(text).replaceAll('\n', `\n${indent}`)}\n`;
}

function shellText(names: readonly string[]): readonly string[] {
  const [first] = names;
  if (first === undefined) return [];
  return [
    `Set in your shell, but passed to no provider: ${names.join(', ')}\n` +
      `To pass one on, write in environment {} of the provider: ${first} = env("${first}")\n`,
  ];
}
