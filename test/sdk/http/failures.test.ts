import { expect, test } from 'vitest';
import { parseErrorDetail } from '../../../src/protocol/model-error.ts';
import { badCertificate, noResponse, proxyRefused } from '../../../src/sdk/http/failures.ts';

const place = { provider: 'acme', address: 'api.acme.com:443' };

const systemError = (code: string) => Object.assign(new Error(`connect ${code}`), { code });

test.each([
  ['ENOTFOUND', 'no such host'],
  ['EAI_AGAIN', 'the host name could not be looked up'],
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'connection reset'],
  ['EHOSTUNREACH', 'no route to the host'],
  ['ENETUNREACH', 'no route to the network'],
  ['ETIMEDOUT', 'no answer'],
  ['ESOMETHING', 'connect ESOMETHING'],
])('%s says what stood in the way and keeps its cause', (code, words) => {
  const cause = systemError(code);

  const failure = noResponse(place, cause);

  expect(failure.error).toEqual({
    category: 'overloaded',
    message: `acme: api.acme.com:443 could not be reached (${words})`,
    retryable: true,
    rawDetail: `\nconnect ${code}`,
  });
  expect(failure.cause).toBe(cause);
});

test('a certificate failure says what an operator can do', () => {
  const { error } = badCertificate(place, systemError('CERT_HAS_EXPIRED'));

  expect(error).toMatchObject({ category: 'unknown', retryable: false });
  expect(error.message).toMatch(/NODE_EXTRA_CA_CERTS$/);
});

test('the status of a proxy can be read back from the detail', () => {
  const { error } = proxyRefused(place, 'proxy:3128', {
    category: 'overloaded',
    retryable: true,
    status: 502,
  });

  expect(parseErrorDetail(error.rawDetail)).toEqual({ httpStatus: 502 });
});
