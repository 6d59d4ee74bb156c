/** Asks about the places a provider would talk to. */
import type { SourceRange } from '../../diagnostics/source-range.ts';
import type { Ask } from './ask.ts';
import type { AskSubject } from './ask-subject.ts';
import { type Endpoint, parseEndpoint } from './endpoint.ts';
import { attributeRange, ofProvider } from './places.ts';
import { variableReads } from './reads.ts';

/** An endpoint with the place that names it. */
export interface WrittenEndpoint extends Endpoint {
  readonly range: SourceRange;
}

/** Last words of attributes that name a machine, in a provider whose schema is not known. */
const ADDRESS_NAME =
  /(?:url|uri|host|hostname|endpoint|server|address|addr|origin|domain|gateway|proxy)s?$/i;

/**
 * Where the block says requests go; the vendor's defaults when it says nothing. In a block of a
 * stranger every text that is an address counts: which one it talks to is its secret.
 */
export function endpointsOf(subject: AskSubject): readonly WrittenEndpoint[] {
  const { block, values, origins, texts } = subject;
  const url = values?.['base_url'];
  if (typeof url === 'string' && url !== '') {
    return [{ ...parseEndpoint(url), range: attributeRange(block, 'base_url') }];
  }
  const defaults = origins.map((origin) => ({ ...parseEndpoint(origin), range: block.range }));
  const written = texts
    .filter(({ path, text }) => text.includes('://') || (text !== '' && ADDRESS_NAME.test(path)))
    .map(({ text, range }) => ({ ...parseEndpoint(text), range }));
  return [...defaults, ...written];
}

export function endpointAsks(
  subject: AskSubject,
  endpoints: readonly WrittenEndpoint[],
): readonly Ask[] {
  const { block, origins } = subject;
  const isShipped = ({ origin, isEncrypted }: Endpoint) =>
    isEncrypted && origins.some((known) => parseEndpoint(known).origin === origin);
  const keys = keyVariables(subject);
  const what = keys.length === 0 ? `what "${block.localName}" is told` : keys.join(', ');
  return endpoints
    .filter((endpoint) => !endpoint.isLoopback && !isShipped(endpoint))
    .map(({ origin, isEncrypted, range }) => ({
      kind: 'endpoint',
      ...ofProvider(block),
      values: [origin, ...keys],
      sentence: `send ${what} to ${origin}${isEncrypted ? '' : ' UNENCRYPTED'}`,
      range,
      origin,
    }));
}

function keyVariables({ block, schema }: AskSubject): readonly string[] {
  if (!block.body || !schema) return [];
  const reads = variableReads(block.body, schema).filter(({ isSensitive }) => isSensitive);
  return reads.map(({ variable }) => variable);
}
