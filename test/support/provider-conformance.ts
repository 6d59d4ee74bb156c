/** Suite W against a built provider whose vendor is played. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkProgram, type Finding, type VendorDialect } from '../../src/conformance/index.ts';
import type { JsonObject } from '../../src/protocol/json.ts';
import { root } from './shared.ts';

export interface ConformanceCase {
  /** The provider, and which of the vendor's interfaces is spoken where it has several. */
  readonly name: string;
  /** File name in `dist/providers`. */
  readonly provider: string;
  readonly dialect: VendorDialect;
  /** Default: the provider's first one. */
  readonly model?: string | undefined;
  readonly providerConfig?: JsonObject | undefined;
  /** The request that most checks send, where the default one would not show enough. */
  readonly request?: JsonObject | undefined;
  /** All that is skipped or warned of. */
  readonly lacks: readonly Lack[];
}

/** What a vendor or its provider has not, by its documentation. */
export type Lack = readonly [
  /** `W-71 (warning)` where the run warns. */
  id: string,
  /** As reported, behind its subject where there is one. */
  reported: string,
  /** Why it is right here. */
  why: string,
];

/** A short request with settings, such as one that the provider leaves out and logs. */
export function sayHello(params: JsonObject): JsonObject {
  return {
    messages: [{ id: '1', role: 'USER', content: [{ text: { text: 'Say hello.' } }] }],
    params,
  };
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Of every call; a machine under load is slow. */
const LIMIT_MS = 20_000;
const RUN_MS = 120_000;

/** Declares one test for each case: every check holds, or is on the list of lacks. */
export function providerConformance(cases: readonly ConformanceCase[]): void {
  test.concurrent.each(cases)(
    '$name conforms while its vendor is played',
    async ({ name: _name, provider, lacks, ...options }) => {
      const report = await checkProgram({
        command: process.execPath,
        args: [join(root, 'dist', 'providers', `${provider}.js`)],
        expected: { name: provider, version },
        limitMs: LIMIT_MS,
        ...options,
      });

      const { findings } = report;
      expect(findings.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
      expect(findings.map(reported).sort()).toEqual(
        lacks.map(([id, told]) => `${id} ${told}`).sort(),
      );
      expect(report).toMatchObject({ verdict: 'conformant', reason: null, drive: 'binary' });
    },
    RUN_MS,
  );
}

function reported({ id, outcome, subject, message }: Finding): string {
  const mark = outcome === 'warn' ? ' (warning)' : '';
  return `${id}${mark} ${subject === '' ? '' : `${subject}: `}${message}`;
}
