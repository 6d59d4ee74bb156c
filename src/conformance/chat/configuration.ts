/** What a configuration may say, and to whom it applies. */
import type { JsonObject } from '../../protocol/json.ts';
import { chatCase, type Report } from './chat-check.ts';
import type { ChatSession, Talk } from './chat-session.ts';
import type { FileParts, LoadFault } from './chat-subject.ts';
import { raw } from './history.ts';
import { endOf, QUESTION, say } from './say.ts';
import { ANOTHER, failureOf, withAnother } from './stand-in.ts';

const MARK = 'an-option-of-another';

const keepsKnobs = chatCase({
  id: 'CC-80',
  name: 'a setting of one provider is refused in the block of another, and never sent to it',
  needs: [raw.id],
  async run(session, report) {
    const { load, foreign, sharedNames, ownNames } = session.subject.configuration;
    const faults = await load({ settings: foreign });
    const name = Object.keys(foreign).join();
    if (!faults.some(({ stage }) => stage === 'load')) report(name, 'was let through at load');
    for (const shared of sharedNames) {
      if (ownNames.includes(shared)) report(shared, 'is a shared setting of one provider only');
    }
    const { backend } = session.subject.lacks;
    if (backend !== undefined) return report.skip('the request', backend);
    await expectOwnOptions(session, report);
  },
});

/** A chain whose first model fails: what was meant for it must not reach the second. */
async function expectOwnOptions(session: ChatSession, report: Report): Promise<void> {
  const { candidates } = await session.plan();
  const [own] = candidates;
  if (own === undefined) throw new Error('the plan has no candidate');
  const first = {
    ...own,
    ref: { ...own.ref, provider: ANOTHER },
    providerOptions: { [MARK]: MARK },
  };
  const { conversation, requests } = await session.talk({
    plan: { candidates: [first, own] },
    via: (directory) => withAnother(directory, session.subject.name, () => failureOf('overloaded')),
  });
  const outcome = await conversation.chat(QUESTION);
  if (outcome.status !== 'success') return report('the chain', `ended as ${endOf(outcome)}`);
  if (requests().length !== 1) report('the chain', `asked ${requests().length} times`);
  if (requests().some((request) => request.raw.includes(MARK))) {
    report('the request', 'holds an option that was meant for another provider');
  }
}

interface Voice {
  readonly question: string;
  readonly systemPrompt: string;
  readonly maxOutputTokens: number;
}

const VOICES: readonly [Voice, Voice] = [
  { question: 'asked by the first', systemPrompt: 'You are the first.', maxOutputTokens: 1237 },
  { question: 'asked by the second', systemPrompt: 'You are the second.', maxOutputTokens: 2341 },
];

const keepsApart = chatCase({
  id: 'CC-81',
  name: 'two clients of one provider with different parameters do not mix',
  abilities: ['backend'],
  needs: [raw.id],
  async run(session, report) {
    const talkAs = ({ systemPrompt, maxOutputTokens }: Voice) =>
      session.talk({ systemPrompt, params: { maxOutputTokens } });
    const [first, second] = VOICES;
    const [one, other] = [await talkAs(first), await talkAs(second)];
    await say(one.conversation, 'chat', first.question);
    await say(other.conversation, 'chat', second.question);
    expectVoices(session, one, { when: 'in turn', report });
    const [third, fourth] = [await talkAs(first), await talkAs(second)];
    await Promise.all([
      say(third.conversation, 'chat', first.question),
      say(fourth.conversation, 'chat', second.question),
    ]);
    expectVoices(session, third, { when: 'at once', report });
  },
});

function expectVoices(
  { subject: { lacks } }: ChatSession,
  { requests }: Talk,
  { when, report }: { readonly when: string; readonly report: Report },
): void {
  for (const [index, own] of VOICES.entries()) {
    const other = VOICES[1 - index];
    const request = requests().find((each) => each.raw.includes(own.question))?.raw ?? '';
    if (!request.includes(own.systemPrompt)) report(when, 'a request lacks its own prompt');
    if (other !== undefined && request.includes(other.systemPrompt)) {
      report(when, 'a request holds the prompt of another');
    }
    if (holds(request, other?.maxOutputTokens)) report(when, 'a request has the limit of another');
    if (lacks['output-limit'] === undefined && !holds(request, own.maxOutputTokens)) {
      report(when, 'a request lacks its own limit');
    }
  }
}

function holds(request: string, number: number | undefined): boolean {
  return new RegExp(`\\b${number}\\b`).test(request);
}

/** A server on another machine, without encryption. */
const PLAIN_HTTP = 'http://vendor.invalid/v1';

const SWITCHES = [
  'insecure',
  'allow_insecure',
  'insecure_base_url',
  'allow_insecure_base_url',
  'allow-insecure-base-url',
  'allowInsecureBaseUrl',
  'ALLOW_INSECURE_BASE_URL',
  'allow_http',
  'insecure_skip_verify',
] as const;

const CERTIFICATES_OFF = ['NODE_TLS_REJECT_UNAUTHORIZED', 'node_tls_reject_unauthorized'] as const;

const keepsSafety = chatCase({
  id: 'CC-82',
  name: 'no spelling in a configuration switches a safety off',
  needs: [raw.id],
  async run(session, report) {
    const { lacks, configuration } = session.subject;
    for (const name of CERTIFICATES_OFF) {
      const faults = await configuration.load({ environment: { [name]: '0' } });
      if (!hasLoadFault(faults)) report(`environment ${name}`, 'is let through');
    }
    if (lacks['base-url'] !== undefined) return report.skip('base_url', lacks['base-url']);
    await Promise.all(
      attempts().map(async ([subject, parts]) => {
        const settings = { ...parts.settings, base_url: PLAIN_HTTP };
        const faults = await configuration.load({ ...parts, settings });
        if (faults.length === 0) report(subject, 'lets a key be sent without encryption');
      }),
    );
  },
});

function hasLoadFault(faults: readonly LoadFault[]): boolean {
  return faults.some(({ stage }) => stage === 'load');
}

function attempts(): readonly (readonly [string, FileParts])[] {
  const [first] = SWITCHES;
  return [
    ...SWITCHES.flatMap((name) => {
      const [on, text]: readonly JsonObject[] = [{ [name]: true }, { [name]: 'true' }];
      return [
        [`${name} of the provider`, { settings: on }] as const,
        [`${name} of the provider, as a text`, { settings: text }] as const,
        [`${name} of the program`, { program: on }] as const,
      ];
    }),
    ['variables of the provider', { environment: variables() }],
    [`${first} as a number`, { settings: { [first]: 1 } }],
  ];
}

/** All at once: one process is enough to see that none of them is heard. */
function variables(): Readonly<Record<string, string>> {
  const names = SWITCHES.map((name) => name.toUpperCase().replaceAll('-', '_'));
  return Object.fromEntries(names.map((name) => [name, '1']));
}

const ELSEWHERE = [
  PLAIN_HTTP,
  'HTTP://VENDOR.INVALID',
  'http://192.0.2.7:8080',
  'http://[2001:db8::7]/v1/',
  'http://127.0.0.1.vendor.invalid',
  'http://localhost@vendor.invalid',
] as const;

const keepsKeys = chatCase({
  id: 'CC-83',
  name: 'a file alone does not send a key to another machine without encryption',
  abilities: ['base-url'],
  needs: [raw.id],
  async run({ subject: { configuration } }, report) {
    await Promise.all(
      ELSEWHERE.map(async (url) => {
        const faults = await configuration.load({ settings: { base_url: url } });
        if (faults.length === 0) report(url, 'was let through');
      }),
    );
  },
});

const keepsNames = chatCase({
  id: 'CC-90',
  name: 'a provider that is named twice is told, never overwritten in silence',
  needs: [raw.id],
  async run({ subject: { configuration, name } }, report) {
    const faults = await configuration.load({ times: 2 });
    if (!hasLoadFault(faults)) report('two blocks of a file', 'are let through');
    const { register } = configuration;
    const alone = register([name, `${name}-2`]);
    if (alone.length > 0) report('two names', `are refused: ${alone.join('; ')}`);
    if (register([name, name]).length === 0) report('two built-ins', 'are let through');
  },
});

const VERSION = 2;

const namesVersion = chatCase({
  id: 'CC-91',
  name: 'a provider of another version of the contract is refused when it is brought up',
  needs: [raw.id],
  async run(session, report) {
    const started = await session.subject.configuration.startVersion(VERSION);
    await session.withStarted(started, async (_started, talk) => {
      const { conversation, streams } = talk();
      const { error } = await conversation.chat(QUESTION);
      if (streams.length > 0) report('', 'it was asked for an answer');
      if (error?.category !== 'provider_unavailable') {
        report('', `the failure is ${error?.category ?? 'none'}, expected provider_unavailable`);
      } else if (!new RegExp(`version\\W+${VERSION}\\b`).test(error.message)) {
        report('', `the message does not name the version: ${error.message}`);
      }
    });
  },
});

export const configurationCases = [
  keepsKnobs,
  keepsApart,
  keepsSafety,
  keepsKeys,
  keepsNames,
  namesVersion,
];
