import type { AccountSnapshot } from '../../protocol/model-spec.ts';
import type { Http } from '../http.ts';
import { arrayAt, parseJson, valueAt } from '../json.ts';
import { ModelFailure } from '../model-failure.ts';
import { readErrorBody, vendorFailure } from '../vendor-failure.ts';
import { type DialectErrors, dialectError } from './dialect-error.ts';

export interface AccountQuestion {
  readonly http: Http;
  /** Of the list of models. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: DialectErrors;
}

const MOST_LIST_BYTES = 8 * 1024 * 1024;

/**
 * The account of a metered key, for vendors who say no more of it than which models it may use: that
 * the key is taken, and how many models there are. It costs nothing.
 *
 * @throws ModelFailure - as of the request; `unknown` when the answer is no list.
 */
export async function accountByModels(
  { http, url, headers, errors }: AccountQuestion,
  signal: AbortSignal,
): Promise<AccountSnapshot> {
  const own = { ...headers, accept: 'application/json' };
  const response = await http.request({ method: 'GET', url, headers: own, signal });
  if (response.status !== 200) {
    const text = await readErrorBody(response);
    throw new ModelFailure(dialectError({ text, body: parseJson(text), response }, errors));
  }
  const body = parseJson(await response.text(MOST_LIST_BYTES));
  if (!Array.isArray(valueAt(body, 'data'))) {
    const message = 'the answer is no list of models';
    const classification = { category: 'unknown', retryable: false } as const;
    throw vendorFailure({ provider: errors.provider, classification, message, response });
  }
  return {
    method: 'api_key',
    metering: 'metered_api',
    labels: { models: String(arrayAt(body, 'data').length) },
    quotas: [],
    fetchedAtMs: response.receivedAtMs,
  };
}
