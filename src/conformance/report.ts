/** The report of one run, as text and as JSON: the same content in both. */
import { terminalLine } from '../format/terminal-safe.ts';
import type { Finding } from './finding.ts';

export type Suite = 'full' | 'reference';

/** How a run ended: `untestable` is not a failure of the suite. */
export type Verdict = 'conformant' | 'non-conformant' | 'untestable';

export interface ConformanceReport {
  readonly schema_version: '1.0';
  readonly provider: {
    readonly name: string;
    readonly version: string;
    readonly source: string;
  } | null;
  readonly drive: 'binary' | 'in-process';
  readonly suite: Suite;
  readonly verdict: Verdict;
  /** Why it could not be tested; `null` otherwise. */
  readonly reason: string | null;
  readonly counts: {
    readonly checks: number;
    readonly passed: number;
    readonly failed: number;
    readonly warned: number;
    readonly skipped: number;
  };
  /** Failures, warnings, skips; each by id and subject. */
  readonly findings: readonly Finding[];
}

/** Counts checks, not findings: one check counts once, with its worst finding. */
export function countsOf(
  checks: readonly string[],
  findings: readonly Finding[],
): ConformanceReport['counts'] {
  const worst = checks.map((id) => {
    const outcomes = findings.filter((finding) => finding.id === id);
    const has = (outcome: Finding['outcome']) => outcomes.some((one) => one.outcome === outcome);
    if (has('fail')) return 'failed';
    if (has('warn')) return 'warned';
    // A skip of one case leaves the rest of the check done.
    return outcomes.some((one) => one.outcome === 'skip' && one.subject === '')
      ? 'skipped'
      : 'passed';
  });
  const count = (kind: string) => worst.filter((one) => one === kind).length;
  return {
    checks: checks.length,
    passed: count('passed'),
    failed: count('failed'),
    warned: count('warned'),
    skipped: count('skipped'),
  };
}

/** One document, two-space indent, final newline. */
export function reportJson(report: ConformanceReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

const LABELS = { fail: 'FAIL', warn: 'warn', skip: 'skip' } as const;

/** For people; holds no control characters. */
export function reportText(report: ConformanceReport): string {
  const { provider, drive, suite, findings, counts } = report;
  const name = provider ? `${provider.name} ${provider.version}`.trim() : 'the provider';
  const how = drive === 'binary' ? 'as a program' : 'in process';
  const lines = [
    `Checked ${terminalLine(name)} ${how}, ${suite} suite.`,
    '',
    ...findings.map(findingLine),
    ...(findings.length === 0 ? [] : ['']),
    `${counts.checks} checks: ${counts.passed} passed, ${counts.failed} failed, ${counts.warned} warned, ${counts.skipped} skipped.`,
    VERDICTS[report.verdict],
  ];
  const reason = report.reason === null ? [] : [report.reason];
  return `${[...lines, ...reason.map(terminalLine)].join('\n')}\n`;
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  conformant: 'Conformant.',
  'non-conformant': 'Not conformant.',
  untestable: 'Could not be tested.',
};

function findingLine({ id, name, outcome, subject, message }: Finding): string {
  const where = subject === '' ? '' : `${subject}: `;
  const said = terminalLine(`${where}${message}`);
  return `${LABELS[outcome]}  ${id.padEnd(5)}  ${name}\n             ${said}`;
}
