import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violation } from '../../src/conformance/finding.ts';
import { reportJson, reportText } from '../../src/conformance/report.ts';
import { SUITE_W } from '../../src/conformance/wire/suite-w.ts';
import { edits, sends } from '../fixtures/conformance/control.ts';
import { fakeDialect } from '../fixtures/conformance/dialect.ts';
import {
  admit,
  conforming,
  errorEvent,
  Failure,
  type Fake,
  models,
  stop,
  text,
  usage,
} from '../fixtures/conformance/fake.ts';
import { type BundledFixture, bundleFixture } from '../support/bundle-fixture.ts';
import { checkFake, checkFakeProgram, idsOf } from './fake-run.ts';

/** `conformance.md` §10: what the reference suite checks too. */
const REFERENCE = [
  ...[
    'W-01',
    'W-02',
    'W-03',
    'W-04',
    'W-05',
    'W-06',
    'W-07',
    'W-08',
    'W-09',
    'W-10',
    'W-11',
    'W-12',
  ],
  ...[
    'W-13',
    'W-14',
    'W-15',
    'W-30',
    'W-31',
    'W-40',
    'W-41',
    'W-42',
    'W-43',
    'W-44',
    'W-46',
    'W-47',
  ],
  ...['W-48', 'W-52', 'W-53', 'W-54', 'W-67'],
];

let fake: BundledFixture;

beforeAll(async () => {
  fake = await bundleFixture('test/fixtures/conformance/program.ts');
});

afterAll(() => fake.remove());

test('the conforming fake passes as a program, with the documented skips alone', async () => {
  const report = await checkFakeProgram(fake.path, undefined);

  expect(report).toMatchObject({ verdict: 'conformant', drive: 'binary', reason: null });
  expect(report.findings.map(({ id, message }) => ({ id, message }))).toEqual([
    { id: 'W-02', message: 'no expectation given (--expect)' },
  ]);
});

describe('what a provider may do is no failure', () => {
  test.each<{ readonly name: string; readonly change: Partial<Fake> }>([
    { name: 'optional calls that are not offered', change: {} },
    {
      name: 'an answer that is a lone error',
      change: {
        async *complete(request, state) {
          admit(request, state);
          yield errorEvent({ category: 3, message: 'fake: busy', retryable: true });
        },
      },
    },
    {
      name: 'events of a later contract',
      change: {
        async *complete(request, state, signal) {
          yield {};
          yield* conforming.complete(request, state, signal);
        },
      },
    },
    {
      name: 'usage that is repeated and grows',
      change: {
        async *complete(request, state, signal) {
          for await (const event of conforming.complete(request, state, signal)) {
            if (event.event?.case === 'usage') yield usage(1n, 1n);
            yield event;
          }
        },
      },
    },
    {
      name: 'all models free and without tiers',
      change: {
        capabilities: async (state) => ({
          ...(await conforming.capabilities(state)),
          models: [{ ...models.plain, pricing: { currency: 'USD', free: true } }, models.rich],
        }),
      },
    },
  ])('$name', async ({ change }) => {
    const report = await checkFake(change);

    expect([...idsOf(report, 'fail'), ...idsOf(report, 'warn')]).toEqual([]);
  });
});

test('both drive modes find the same, apart from what only one of them sees', async () => {
  const [inProcess, asProgram] = await Promise.all([
    checkFake(),
    checkFakeProgram(fake.path, undefined),
  ]);

  const common = ({ findings }: typeof inProcess) =>
    findings.filter(({ id }) => !id.startsWith('HS-') && id !== 'W-02');
  expect(common(inProcess)).toEqual(common(asProgram));
});

test('two runs print the same bytes, in both forms', async () => {
  const control = 'a stray print during a completion';

  const first = await checkFakeProgram(fake.path, control);
  const second = await checkFakeProgram(fake.path, control);

  expect(reportJson(second)).toBe(reportJson(first));
  expect(reportText(second)).toBe(reportText(first));
});

test('a provider that never answers ends the run, with findings', async () => {
  const never = () => new Promise<never>(() => {});

  const report = await checkFake({ capabilities: never }, { limitMs: 300 });

  expect(idsOf(report, 'fail')).toEqual(['W-03']);
  expect(report.counts.checks).toBe(SUITE_W.length);
});

describe('a provider that hangs in one call ends the run, and is named', () => {
  const never = () => new Promise<never>(() => {});

  test.each<{ readonly call: string; readonly change: Partial<Fake>; readonly id: string }>([
    { call: 'Configure', change: { resolve: never }, id: 'W-30' },
    { call: 'CountTokens', change: { count: never }, id: 'W-71' },
    { call: 'GetAccount', change: { account: never }, id: 'W-73' },
    { call: 'Render', change: { render: never }, id: 'W-74' },
  ])('$call', async ({ change, id }) => {
    const report = await checkFake(change, { limitMs: 1000, dialect: undefined });

    expect([...idsOf(report, 'fail'), ...idsOf(report, 'warn')]).toContain(id);
    expect(report.counts.checks).toBe(SUITE_W.length);
  });
});

test('a completion that never ends is a failure, not a hang', async () => {
  const complete = async function* () {
    yield text('hello');
    await new Promise(() => {});
  };

  const report = await checkFake({ complete }, { limitMs: 300 });

  expect(idsOf(report, 'fail')).toContain('W-40');
});

test('without completions every check that needs one is listed', async () => {
  const report = await checkFake({}, { noStream: true });

  const skips = report.findings.filter(({ message }) => message === '--no-stream');
  expect(skips.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['W-40', 'W-41', 'W-42', 'W-43', 'W-52', 'W-67']),
  );
  expect(report.verdict).toBe('conformant');
});

test('a model that is not offered is one finding', async () => {
  const report = await checkFake({}, { model: 'no-such-model' });

  const failures = report.findings.filter(({ outcome }) => outcome === 'fail');
  expect(failures).toMatchObject([{ id: 'W-40', subject: 'no-such-model' }]);
});

test('the reference suite only warns where it is less strict', async () => {
  const capabilities: Fake['capabilities'] = async (state) => ({
    ...(await conforming.capabilities(state)),
    supportedHookPoints: [0],
  });

  const report = await checkFake({ capabilities }, { suite: 'reference' });

  expect(idsOf(report, 'warn')).toEqual(['W-23']);
  expect(report.verdict).toBe('conformant');
});

test('with the reference suite exactly its own checks fail', async () => {
  const violated = SUITE_W.map(({ needs: _needs, ...check }) => ({
    ...check,
    run: () => [violation('', 'violated')],
  }));

  const report = await checkFake({}, { suite: 'reference', checks: violated });

  expect(idsOf(report, 'fail')).toEqual(REFERENCE);
  expect(idsOf(report, 'warn')).toHaveLength(SUITE_W.length - REFERENCE.length);
});

test('a report has failures, warnings and skips, each by id, and is the same again', async () => {
  const change: Partial<Fake> = {
    capabilities: async (state) => ({
      ...(await conforming.capabilities(state)),
      models: [{ ...models.rich, maxOutputTokens: 0n }, models.plain],
      supportedHookPoints: [0],
    }),
    count: ({ messages }) => BigInt(messages.length),
  };

  const first = await checkFake(change, { dialect: undefined });
  const second = await checkFake(change, { dialect: undefined });

  const ids = first.findings.map(({ outcome, id }) => `${outcome} ${id}`);
  const ranks = { fail: 0, warn: 1, skip: 2 };
  const keys = first.findings.map(({ outcome, id }) => `${ranks[outcome]} ${id}`);
  expect(ids).toEqual(expect.arrayContaining(['fail W-07', 'fail W-23', 'warn W-71', 'skip W-77']));
  expect(keys).toEqual([...keys].sort());
  expect(reportJson(second)).toBe(reportJson(first));
});

test('a message shows no configured secret', async () => {
  const complete: Fake['complete'] = async function* (request, state) {
    yield { event: { case: 'textDelta', value: { text: request.modelId } } };
    yield stop();
    throw new Failure(3, String(state.config?.['api_key']));
  };

  const report = await checkFake({ complete });

  expect(JSON.stringify(report)).not.toContain('agent-canary');
});

test('settings of a dialect are part of the configuration that is made', async () => {
  const configured: unknown[] = [];
  const configure: Fake['configure'] = (config, state) => {
    configured.push(config['pace']);
    conforming.configure(config, state);
  };
  const dialect = { text: { status: 200, body: 'text' }, settings: { pace: 7 } };

  await checkFake({ configure }, { dialect });

  expect(configured[0]).toBe(7);
});

describe('a refusal of the vendor', () => {
  const dialect = { ...fakeDialect, refusal: { response: { status: 429 } } };

  test('is judged, for the usual answer is none', async () => {
    const report = await checkFake({}, { dialect });

    expect(report.findings.filter(({ id }) => id === 'W-43')).toEqual([]);
    expect(idsOf(report, 'fail')).toEqual([]);
  });

  test('must be told in words', async () => {
    const complete = edits((event) => {
      if (event.event?.case !== 'error') return [event];
      return [errorEvent({ ...event.event.value.error, message: '' })];
    });

    const report = await checkFake(complete, { dialect });

    expect(idsOf(report, 'fail')).toEqual(['W-43']);
  });
});

test('a place without a marker of its own is not asked for one', async () => {
  // The marker behind the context is the next one that holds the tools too.
  const complete = sends((body) => {
    if (!Array.isArray(body['marks'])) return body;
    const marks = body['marks'].map((place) => (place === 'tools' ? 'context' : place));
    return { ...body, marks: [...new Set(marks)] };
  });

  const strict = await checkFake(complete);
  const report = await checkFake(complete, { dialect: { ...fakeDialect, unmarkable: ['tools'] } });

  expect(idsOf(strict, 'fail')).toEqual(['W-58']);
  expect(idsOf(report, 'fail')).toEqual([]);
});

test('an interrupted run lists what was not reached', async () => {
  const controller = new AbortController();
  const capabilities: Fake['capabilities'] = (state) => {
    controller.abort();
    return conforming.capabilities(state);
  };

  const report = await checkFake({ capabilities }, { signal: controller.signal });

  expect(report).toMatchObject({ verdict: 'untestable', reason: 'The run was interrupted.' });
  expect(report.findings.at(-1)).toMatchObject({
    outcome: 'skip',
    message: 'the run was interrupted',
  });
});
