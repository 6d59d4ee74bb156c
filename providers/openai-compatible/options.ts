// The block in agent.hcl: its attributes and what they come to.
import {
  type BaseUrl,
  type ConfigSchema,
  type ConfigView,
  httpAttributes,
  httpSettings,
  isPrivateHost,
  requestHeaders,
} from 'agent-hcl/sdk';
import {
  DIALECT_NAMES,
  DIALECTS,
  type Dialect,
  dialectByAddress,
  isDialectName,
} from './dialects.ts';
import { invalidRequest, PROVIDER_NAME } from './errors.ts';

const ABILITIES = ['tools', 'vision', 'documents', 'response_schema'] as const;

export type Ability = (typeof ABILITIES)[number];

const THINK_TAGS = ['auto', 'off', 'explicit', 'implicit'] as const;

export const configSchema: ConfigSchema = {
  attributes: [
    ...httpAttributes({ vendor: 'server, where it wants one' }),
    {
      name: 'allow_unauthenticated',
      type: 'bool',
      description: 'Send requests without a key to a public address, such as a private gateway.',
    },
    {
      name: 'api',
      type: 'string',
      description: 'Interface to speak: "chat" (Chat Completions, default) or "responses".',
      default_json: '"chat"',
    },
    {
      name: 'dialect',
      type: 'string',
      description:
        'Kind of server: "auto" (default; by its address, then by what it says of itself), ' +
        `${DIALECT_NAMES.map((name) => `"${name}"`).join(', ')}.`,
      default_json: '"auto"',
    },
    {
      name: 'think_tags',
      type: 'string',
      description:
        'Reasoning inside the answer: "auto" (default; by dialect), "off", "explicit" (behind ' +
        '<think>) or "implicit" (from the first character to </think>).',
      default_json: '"auto"',
    },
    {
      name: 'abilities',
      type: 'list_string',
      description:
        'What the models can do that the server does not say: "tools", "vision", "documents", ' +
        '"response_schema".',
    },
  ],
};

/** One configuration, before the server was asked for its models. */
export interface Settings {
  readonly api: 'chat' | 'responses';
  /** `undefined`: to be found out from the server. */
  readonly dialect: Dialect | undefined;
  readonly thinkTags: (typeof THINK_TAGS)[number];
  readonly abilities: ReadonlySet<Ability>;
  readonly baseUrl: BaseUrl;
  /** On this machine or in a private network. */
  readonly isPrivate: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Bound of one whole request, milliseconds. */
  readonly timeoutMs: number | undefined;
  readonly extraModels: Readonly<Record<string, string>>;
}

/**
 * Reads a configured block.
 *
 * @throws ModelFailure - `auth_error` without a key for a public server; `invalid_request` for a
 *   setting that can not work.
 */
export function readSettings(config: ConfigView): Settings {
  const named = namedDialect(config);
  const address = config.setString('base_url') ?? '';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const dialect = named ?? (url && dialectByAddress(url, isPrivateHost(url)));
  const isOpen = config.boolean('allow_unauthenticated') === true;
  const { apiKey, baseUrl, timeoutMs, extraHeaders, extraModels } = httpSettings(config, {
    provider: PROVIDER_NAME,
    version: (dialect ?? DIALECTS.generic).version,
    needsKey: (server) => !isOpen && !isPrivateHost(server),
  });
  return {
    api: apiOf(config, dialect),
    dialect,
    thinkTags: wordOf(config, 'think_tags', THINK_TAGS) ?? 'auto',
    abilities: new Set(abilitiesOf(config)),
    baseUrl,
    isPrivate: isPrivateHost(baseUrl.url),
    // Some servers refuse a credential with nothing behind it, so there is none without a key.
    headers: requestHeaders(
      {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      extraHeaders,
      'authorization',
    ),
    timeoutMs,
    extraModels,
  };
}

/** An address of the server beside its interface: without the version. */
export function rootUrl({ url }: BaseUrl, path: string): string {
  const beside = new URL(url);
  beside.pathname = `${url.pathname.replace(/\/v\d+\/?$/, '').replace(/\/$/, '')}/${path}`;
  return beside.href;
}

function namedDialect(config: ConfigView): Dialect | undefined {
  const name = wordOf(config, 'dialect', ['auto', ...DIALECT_NAMES]);
  return name !== undefined && isDialectName(name) ? DIALECTS[name] : undefined;
}

function apiOf(config: ConfigView, dialect: Dialect | undefined): Settings['api'] {
  const api = wordOf(config, 'api', ['chat', 'responses']) ?? 'chat';
  if (api === 'responses' && dialect?.hasResponses === false) {
    throw invalidRequest(`api is "responses", which ${dialect.name} does not have`);
  }
  return api;
}

function abilitiesOf(config: ConfigView): readonly Ability[] {
  return (config.stringList('abilities') ?? []).map((name) => {
    const ability = ABILITIES.find((known) => known === name);
    if (ability !== undefined) return ability;
    throw invalidRequest(`abilities: "${name}" is none of ${ABILITIES.join(', ')}`);
  });
}

function wordOf<Word extends string>(
  config: ConfigView,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = config.setString(name);
  if (text === undefined) return undefined;
  const word = words.find((known) => known === text);
  if (word !== undefined) return word;
  throw invalidRequest(`${name} is "${text}", but must be one of ${words.join(', ')}`);
}
