import { create, toBinary as encode } from '@bufbuild/protobuf';
import { anyPack } from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ErrorInfoSchema } from '../../src/protocol/gen/google/rpc/error_details_pb.js';
import { StatusSchema } from '../../src/protocol/gen/google/rpc/status_pb.js';
import type { ModelErrorCategory } from '../../src/protocol/model-error.ts';
import { fromGrpcStatus, toGrpcStatus } from '../../src/protocol/status-detail.ts';
import { modelError } from './arbitraries.ts';

function withInfo(info: { reason?: string; domain?: string; metadata?: Record<string, string> }) {
  const detail = create(ErrorInfoSchema, { domain: 'model.pluggableharness.dev', ...info });
  const status = create(StatusSchema, { details: [anyPack(ErrorInfoSchema, detail)] });
  return { code: 8, message: 'slow down', details: encode(StatusSchema, status) };
}

describe('a classified failure', () => {
  test('is read back as it was sent', () => {
    fc.assert(
      fc.property(modelError, (error) => {
        expect(fromGrpcStatus(toGrpcStatus(error))).toEqual({
          type: 'error',
          error: { ...error, rawDetail: error.rawDetail || undefined },
        });
      }),
    );
  });

  test.each<{ category: ModelErrorCategory; code: number }>([
    { category: 'context_length_exceeded', code: 8 },
    { category: 'rate_limited', code: 8 },
    { category: 'overloaded', code: 14 },
    { category: 'auth_error', code: 16 },
    { category: 'invalid_request', code: 3 },
    { category: 'content_filtered', code: 9 },
    { category: 'unknown', code: 13 },
  ])('of category $category has code $code', ({ category, code }) => {
    expect(toGrpcStatus({ category, message: 'x', retryable: false }).code).toBe(code);
  });

  test('has the published form on the wire', () => {
    const { details } = toGrpcStatus({
      category: 'rate_limited',
      message: 'acme: slow down',
      retryable: true,
      retryAfterMs: 500,
      rawDetail: 'http_status=429',
    });

    expect(new Uint8Array(details ?? [])).toEqual(
      encode(
        StatusSchema,
        create(StatusSchema, {
          code: 8,
          message: 'acme: slow down',
          details: [
            {
              typeUrl: 'type.googleapis.com/google.rpc.ErrorInfo',
              value: encode(
                ErrorInfoSchema,
                create(ErrorInfoSchema, {
                  reason: 'MODEL_ERROR_CATEGORY_RATE_LIMITED',
                  domain: 'model.pluggableharness.dev',
                  metadata: {
                    retryable: 'true',
                    retry_after_seconds: '0.5',
                    raw_detail: 'http_status=429',
                  },
                }),
              ),
            },
          ],
        }),
      ),
    );
  });

  test('never grows beyond what a client can take in a trailer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 5000 }), (text) => {
        const error = {
          category: 'unknown',
          message: text,
          retryable: false,
          rawDetail: text,
        } as const;
        const { message, details } = toGrpcStatus(error);
        expect(Buffer.byteLength(message)).toBeLessThanOrEqual(1024);
        expect(details?.byteLength).toBeLessThan(1024 + 2048 + 300);
      }),
      { numRuns: 20 },
    );
  });
});

describe('a detail of our domain', () => {
  test('is cut to the limits of the contract', () => {
    const long = 'word '.repeat(9999);
    const status = withInfo({
      reason: 'MODEL_ERROR_CATEGORY_UNKNOWN',
      metadata: { raw_detail: long },
    });

    expect(fromGrpcStatus({ ...status, message: long })).toMatchObject({
      error: { message: `${'word '.repeat(204)}…`, rawDetail: `${'word '.repeat(409)}…` },
    });
  });

  test('decides, whatever the code', () => {
    const status = withInfo({
      reason: 'MODEL_ERROR_CATEGORY_CONTEXT_LENGTH_EXCEEDED',
      metadata: { retryable: 'false' },
    });

    expect(fromGrpcStatus({ ...status, code: 14 })).toMatchObject({
      error: { category: 'context_length_exceeded', message: 'slow down' },
    });
  });

  test.each([
    { name: 'internal', reason: 'internal' },
    { name: 'a category of a later contract', reason: 'MODEL_ERROR_CATEGORY_HUNGRY' },
    { name: 'a bare category', reason: 'RATE_LIMITED' },
    { name: 'a name of another case', reason: 'model_error_category_rate_limited' },
  ])('with the reason "$reason" is unknown: $name', ({ reason }) => {
    expect(fromGrpcStatus(withInfo({ reason }))).toMatchObject({
      error: { category: 'unknown', retryable: false },
    });
  });

  test.each([
    { retryable: 'yes', category: 'RATE_LIMITED', expected: true },
    { retryable: '', category: 'AUTH_ERROR', expected: false },
    { retryable: 'false', category: 'RATE_LIMITED', expected: false },
    { retryable: 'true', category: 'UNKNOWN', expected: true },
  ])(
    'with retryable "$retryable" and $category is $expected',
    ({ retryable, category, expected }) => {
      const reason = `MODEL_ERROR_CATEGORY_${category}`;

      expect(fromGrpcStatus(withInfo({ reason, metadata: { retryable } }))).toMatchObject({
        error: { retryable: expected },
      });
    },
  );

  test.each([
    { seconds: '30', expected: 30_000 },
    { seconds: '0.5', expected: 500 },
    { seconds: '0', expected: undefined },
    { seconds: '-1', expected: undefined },
    { seconds: '1e3', expected: undefined },
    { seconds: 'soon', expected: undefined },
    { seconds: '9'.repeat(400), expected: undefined },
  ])('with retry_after_seconds $seconds waits $expected ms', ({ seconds, expected }) => {
    const meaning = fromGrpcStatus(
      withInfo({
        reason: 'MODEL_ERROR_CATEGORY_RATE_LIMITED',
        metadata: { retryable: 'true', retry_after_seconds: seconds },
      }),
    );

    expect(meaning).toHaveProperty('error.retryAfterMs', expected);
  });
});

describe('without a usable detail the code decides', () => {
  test.each([
    { code: 16, category: 'auth_error', retryable: false },
    { code: 7, category: 'auth_error', retryable: false },
    { code: 3, category: 'invalid_request', retryable: false },
    { code: 5, category: 'invalid_request', retryable: false },
    { code: 11, category: 'invalid_request', retryable: false },
    { code: 9, category: 'content_filtered', retryable: false },
    { code: 14, category: 'overloaded', retryable: true },
    { code: 8, category: 'unknown', retryable: false },
    { code: 2, category: 'unknown', retryable: false },
    { code: 13, category: 'unknown', retryable: false },
  ])('code $code is $category', ({ code, category, retryable }) => {
    expect(fromGrpcStatus({ code, message: 'x' })).toMatchObject({
      type: 'error',
      error: { category, retryable },
    });
  });

  test.each([
    'grpc: received message larger than max (5242880 vs. 4194304)',
    'Received message larger than max (5242880 vs 4194304)',
    'Attempted to send message with a size larger than 4194304',
  ])('a message beyond the transport limit is explained: %s', (message) => {
    expect(fromGrpcStatus({ code: 8, message })).toMatchObject({
      error: { category: 'invalid_request', message: expect.stringContaining('4 MiB') },
    });
  });

  test.each([
    { name: 'of another domain', details: withInfo({ domain: 'example.com' }).details },
    { name: 'that is no message', details: Uint8Array.of(255, 255) },
    {
      name: 'of another type',
      details: encode(
        StatusSchema,
        create(StatusSchema, {
          details: [{ typeUrl: 'type.googleapis.com/x', value: Uint8Array.of(1) }],
        }),
      ),
    },
    {
      name: 'that can not be unpacked',
      details: encode(
        StatusSchema,
        create(StatusSchema, {
          details: [
            { typeUrl: 'type.googleapis.com/google.rpc.ErrorInfo', value: Uint8Array.of(255) },
          ],
        }),
      ),
    },
  ])('a detail $name is as good as none', ({ details }) => {
    expect(fromGrpcStatus({ code: 16, message: 'x', details })).toMatchObject({
      error: { category: 'auth_error' },
    });
  });
});

describe('a status that is no failure of the model', () => {
  test.each([
    { code: 1, type: 'cancelled' },
    { code: 4, type: 'deadline' },
    { code: 12, type: 'not-offered' },
  ])('code $code is "$type", even with a detail', ({ code, type }) => {
    expect(fromGrpcStatus({ ...withInfo({ reason: 'internal' }), code })).toEqual({ type });
  });
});
