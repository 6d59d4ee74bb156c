/** What an author said of a run, as the runner takes it. */
import type { JsonObject } from '../protocol/json.ts';
import type { CheckOptions } from './check-options.ts';
import type { ConformanceOptions } from './check-provider.ts';
import { readRequest } from './request-file.ts';

const LIMIT_MS = 30_000;

/** @throws TypeError - `request` is no request of the contract. */
export function conformanceOptions({ request, ...options }: CheckOptions): ConformanceOptions {
  const { limitMs = LIMIT_MS, signal = new AbortController().signal } = options;
  return { ...options, ...requestOf(request), limitMs, signal };
}

function requestOf(json: JsonObject | undefined): Pick<ConformanceOptions, 'request'> {
  if (json === undefined) return {};
  const read = readRequest(JSON.stringify(json));
  if (read.type === 'fault') throw new TypeError(`request: ${read.message}`);
  return { request: read.request };
}
