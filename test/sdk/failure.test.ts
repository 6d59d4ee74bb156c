import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/protocol/redact.ts';
import { classifyThrown, fitToLeave } from '../../src/sdk/failure.ts';
import { ModelFailure } from '../../src/sdk/model-failure.ts';
import { modelError } from '../protocol/arbitraries.ts';

const redact = createRedactor(['sk-canary-0123456789']);
const leave = (error: Parameters<typeof fitToLeave>[0]) => fitToLeave(error, 'acme', redact);

describe('what a provider throws', () => {
  test('as a classified failure keeps its class', () => {
    const error = {
      category: 'rate_limited',
      message: 'acme: slow down',
      retryable: true,
    } as const;

    expect(classifyThrown(new ModelFailure(error))).toBe(error);
  });

  test('as anything else is unknown, with its causes as the detail', () => {
    const cause = Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' });

    expect(classifyThrown(new Error('no answer', { cause }))).toEqual({
      category: 'unknown',
      message: 'unexpected failure: no answer',
      retryable: false,
      rawDetail: '\nno answer\ncaused by: connect failed (ECONNREFUSED)',
    });
  });

  test.each([
    { thrown: 'just text', message: 'unexpected failure: just text' },
    { thrown: undefined, message: 'unexpected failure: no reason was given' },
    { thrown: new Error(''), message: 'unexpected failure: Error' },
  ])('may be no error at all: $thrown', ({ thrown, message }) => {
    expect(classifyThrown(thrown)).toMatchObject({ category: 'unknown', message });
  });

  test('may be its own cause', () => {
    const loop = new Error('loop');
    loop.cause = loop;

    expect(classifyThrown(loop).rawDetail?.split('\n')).toHaveLength(6);
  });
});

describe('an error that leaves the process', () => {
  test('names its provider once', () => {
    const error = { category: 'overloaded', message: 'busy', retryable: true } as const;

    expect(leave(error).message).toBe('acme: busy');
    expect(leave({ ...error, message: 'acme: busy' }).message).toBe('acme: busy');
  });

  test('holds no secret in any form', () => {
    const key = 'sk-canary-0123456789';
    const forms = `${key} ${Buffer.from(key).toString('base64')} Authorization: Bearer other-token`;

    const { message, rawDetail } = leave({
      category: 'auth_error',
      message: forms,
      retryable: false,
      rawDetail: forms,
    });

    expect(message).toBe('acme: *** *** Authorization: ***');
    expect(rawDetail).toBe('*** *** Authorization: ***');
  });

  test('asks for a retry only where one is ever allowed', () => {
    const error = { message: 'x', retryable: true, retryAfterMs: 5 } as const;

    expect(leave({ ...error, category: 'auth_error' })).toMatchObject({
      retryable: false,
      retryAfterMs: undefined,
    });
    expect(leave({ ...error, category: 'unknown' })).toMatchObject({
      retryable: true,
      retryAfterMs: 5,
    });
  });

  test('always has a detail when its category says nothing', () => {
    const error = { category: 'unknown', message: 'odd', retryable: false } as const;

    expect(leave(error).rawDetail).toBe('\nodd');
    expect(leave({ ...error, category: 'overloaded' }).rawDetail).toBeUndefined();
  });

  test('stays within its limits, whatever the vendor sent', () => {
    fc.assert(
      fc.property(modelError, fc.string({ unit: 'binary', minLength: 3000 }), (error, flood) => {
        const { message, rawDetail = '' } = leave({ ...error, message: flood, rawDetail: flood });
        expect(Buffer.byteLength(message)).toBeLessThanOrEqual(1024);
        expect(Buffer.byteLength(rawDetail)).toBeLessThanOrEqual(2048);
      }),
      { numRuns: 20 },
    );
  });

  test('never ends in half a secret, because secrets go before the cut does', () => {
    const filler = 'x'.repeat(1010);
    const { message } = leave({
      category: 'overloaded',
      message: `${filler}sk-canary-0123456789`,
      retryable: true,
    });

    expect(message).not.toContain('sk-');
  });
});
