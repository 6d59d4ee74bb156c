import type { Config } from '../config.ts';
import type { ConfigValue } from '../secret.ts';
import { type Ask, oneLine, sortedAsks } from './ask.ts';
import type { AskSubject } from './ask-subject.ts';
import { endpointAsks, endpointsOf, type WrittenEndpoint } from './endpoint-asks.ts';
import { environmentAsks } from './environment-asks.ts';
import { optionAsks, telemetryAsks } from './file-asks.ts';
import { withoutOwnSecrets } from './own-secrets.ts';
import { attributeRange, ofProvider } from './places.ts';
import { variableReads } from './reads.ts';

export interface AskInput {
  /** Absent while the file has faults: then only its providers are looked at. */
  readonly config: Config | undefined;
  readonly subjects: readonly AskSubject[];
  /** The program's own variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `sha256:…` of a file or directory; `undefined` when it can not be read. */
  readonly digest: (path: string) => Promise<string | undefined>;
  /** `sha256:…` of a text. */
  readonly digestText: (text: string) => string;
}

const BUILT_IN_WITH_COMMAND = 'claude-cli';
const DEFAULT_COMMAND = 'claude';

/** Everything the file asks for, before any of it is granted. */
export async function collectAsks(input: AskInput): Promise<readonly Ask[]> {
  const { config, environment } = input;
  const perSubject = await Promise.all(
    input.subjects.map((subject) => asksOfProvider(subject, input)),
  );
  const ofFile = config ? [...optionAsks(config, input.digestText), ...telemetryAsks(config)] : [];
  return sortedAsks([...perSubject.flat(), ...ofFile]).map((ask) => ({
    ...ask,
    sentence: oneLine(withoutOwnSecrets(ask.sentence, environment)),
  }));
}

async function asksOfProvider(subject: AskSubject, input: AskInput): Promise<readonly Ask[]> {
  const { block } = subject;
  const endpoints = endpointsOf(subject);
  const isLoopbackOnly = endpoints.length > 0 && endpoints.every(({ isLoopback }) => isLoopback);
  return [
    ...(await entryAsks(subject, input)),
    ...commandAsks(subject),
    ...endpointAsks(subject, endpoints),
    ...(await environmentAsks({ ...input, block, isLoopbackOnly })),
    ...readAsks(subject, endpoints),
  ];
}

async function entryAsks({ block, entry }: AskSubject, input: AskInput): Promise<readonly Ask[]> {
  if (!entry) return [];
  const digest = (await input.digest(entry.path)) ?? 'unreadable';
  const sentence = `run ${entry.shown} ${digest} as you`;
  const range = block.sourceRange ?? block.range;
  const place = { provider: block.localName, context: 'required_providers', range };
  return [{ ...place, kind: 'exec', values: [entry.shown, digest], sentence }];
}

/** The one built-in that starts a program: any but the default is the file's choice. */
function commandAsks({ block, values }: AskSubject): readonly Ask[] {
  const { implementation } = block;
  if (implementation?.type !== 'built-in' || implementation.name !== BUILT_IN_WITH_COMMAND) {
    return [];
  }
  const written = values?.['command'];
  const command = typeof written === 'string' ? written : DEFAULT_COMMAND;
  const args = textList(values?.['extra_args']);
  if (command === DEFAULT_COMMAND && args.length === 0) return [];
  const range = attributeRange(block, command === DEFAULT_COMMAND ? 'extra_args' : 'command');
  const words = [command, ...args];
  const sentence = `run ${words.map((word) => JSON.stringify(word)).join(' ')} as you`;
  return [{ ...ofProvider(block), kind: 'exec', range, values: words, sentence }];
}

function textList(value: ConfigValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function readAsks(subject: AskSubject, endpoints: readonly WrittenEndpoint[]): readonly Ask[] {
  const { block, schema } = subject;
  if (!block.body) return [];
  const destination = endpoints.map(({ origin }) => origin).join(', ');
  const where = destination === '' ? '' : `, which talks to ${destination}`;
  return variableReads(block.body, schema ?? { attributes: [] })
    .filter(({ isSensitive }) => !isSensitive)
    .map(({ variable, path, range }) => ({
      kind: 'reads',
      ...ofProvider(block),
      values: [variable, path, destination],
      sentence: `read ${variable} into ${path} of "${block.localName}"${where}`,
      range,
    }));
}
