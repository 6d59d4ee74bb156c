/** What suite C skips of each built-in provider, and why. */

const TAKES_ALL = [
  'CC-60 document: every model of the provider takes them',
  'CC-60 image: every model of the provider takes them',
];

const OFFLINE = 'it is offline: no vendor is asked';
const OWN_TOOLS = 'it takes none: its program has tools of its own';

const offline = (id: string) => `${id} : ${OFFLINE}`;

/** What the backend of a provider truly can not do. */
export const SKIPS: Readonly<Record<string, readonly string[]>> = {
  anthropic: TAKES_ALL,
  google: [
    'CC-50 400, request id: the backend gives none with its failures',
    'CC-50 429, request id: the backend gives none with its failures',
    ...TAKES_ALL,
  ],
  openai: TAKES_ALL,
  'openai, Chat Completions': [...TAKES_ALL, 'CC-74 thoughts of the first: it tells none'].sort(),
  'openai-compatible': [],
  openrouter: TAKES_ALL,
  xai: [],
  'xai, Chat Completions': [],
  'claude-cli': [
    ...['CC-04', 'CC-40', 'CC-41'].map((id) => `${id} : ${OWN_TOOLS}`),
    'CC-70 : it takes no key: its program has its own login',
    `CC-74 : ${OWN_TOOLS}`,
    'CC-82 base_url: it has no base_url',
    'CC-83 : it has no base_url',
  ],
  example: [
    ...['CC-02', 'CC-03', 'CC-04', 'CC-10', 'CC-11', 'CC-14', 'CC-15', 'CC-20'].map(offline),
    `CC-21 the provider: ${OFFLINE}`,
    ...['CC-30', 'CC-31', 'CC-40', 'CC-41', 'CC-50', 'CC-51', 'CC-70', 'CC-71'].map(offline),
    offline('CC-74'),
    `CC-80 the request: ${OFFLINE}`,
    offline('CC-81'),
    'CC-82 base_url: it has no base_url',
    'CC-83 : it has no base_url',
    offline('CC-92'),
  ],
};

/** Providers whose cases run in a file of their own. */
export const FAMILY: readonly string[] = [
  'openai',
  'openai, Chat Completions',
  'openai-compatible',
  'openrouter',
  'xai',
  'xai, Chat Completions',
];
