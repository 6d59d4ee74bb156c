import { onTestFinished } from 'vitest';
import { createHttp } from '../../src/sdk/http/create-http.ts';
import type { Http, HttpOptions } from '../../src/sdk/http.ts';
import { type PlayedResponse, startWireServer, type WireServer } from './wire-server.ts';

/** A client of the current test; closed when it ends. */
export function testHttp(
  options: HttpOptions = {},
  environment: Readonly<Record<string, string>> = {},
): Http {
  const http = createHttp({ provider: 'acme', environment, options });
  onTestFinished(() => http.close());
  return http;
}

/** A vendor of the current test; closed when it ends. */
export async function testVendor(
  answer: Parameters<typeof startWireServer>[0] = {},
  options?: Parameters<typeof startWireServer>[1],
): Promise<WireServer> {
  const server = await startWireServer(answer, options);
  onTestFinished(() => server.close());
  return server;
}

/** A response of one text. */
export function textResponse(body: string, more: PlayedResponse = {}): PlayedResponse {
  return { headers: { 'content-type': 'text/plain' }, body, ...more };
}

/** A signal nobody aborts. */
export function never(): AbortSignal {
  return new AbortController().signal;
}
