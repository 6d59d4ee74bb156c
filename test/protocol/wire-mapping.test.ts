import { create } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fromWireAccount,
  fromWireCapabilities,
  fromWireProducer,
} from '../../src/protocol/from-wire/capabilities.ts';
import type { FromWire } from '../../src/protocol/from-wire/fault.ts';
import {
  fromWireConfigureRequest,
  fromWireCountTokensRequest,
  fromWireRequest,
} from '../../src/protocol/from-wire/request.ts';
import { fromWireStreamEvent } from '../../src/protocol/from-wire/stream-event.ts';
import * as wire from '../../src/protocol/gen/pluggableharness/model/v1/types_pb.js';
import { modelMethods } from '../../src/protocol/grpc-methods.ts';
import type { JsonObject } from '../../src/protocol/json.ts';
import type { StreamEvent } from '../../src/protocol/stream-event.ts';
import {
  toWireAccount,
  toWireCapabilities,
  toWireProducer,
} from '../../src/protocol/to-wire/capabilities.ts';
import { toWireModelError } from '../../src/protocol/to-wire/model-error.ts';
import {
  toWireConfigureRequest,
  toWireCountTokensRequest,
  toWireRequest,
} from '../../src/protocol/to-wire/request.ts';
import { toWireStreamEvent } from '../../src/protocol/to-wire/stream-event.ts';
import {
  account,
  capabilities,
  jsonObject,
  modelRequest,
  producer,
  streamEvent,
} from './arbitraries.ts';

const {
  getCapabilities,
  configure,
  streamCompletion,
  countTokens,
  describe: describeMethod,
  getAccount,
} = modelMethods;

type EventInit = NonNullable<Parameters<typeof create<typeof wire.StreamEventSchema>>[1]>['event'];

function readEvent(event: NonNullable<EventInit>): FromWire<StreamEvent | undefined> {
  const bytes = streamCompletion.responseSerialize(create(wire.StreamEventSchema, { event }));
  return fromWireStreamEvent(streamCompletion.responseDeserialize(bytes));
}

/** A number no enum of ours has yet. */
const later: number = 99;

const ok = (value: unknown) => ({ type: 'ok', value });
const fault = (path: string, problem: string) => ({ type: 'fault', fault: { path, problem } });

describe('what one side encodes the other decodes to the same value', () => {
  test('completion requests', () => {
    fc.assert(
      fc.property(modelRequest, (request) => {
        const bytes = streamCompletion.requestSerialize(toWireRequest(request));
        expect(fromWireRequest(streamCompletion.requestDeserialize(bytes))).toEqual(ok(request));
      }),
    );
  });

  test('requests to count tokens', () => {
    fc.assert(
      fc.property(modelRequest, ({ modelId, messages, assembledContext, tools }) => {
        const request = { modelId, messages, assembledContext, tools };
        const bytes = countTokens.requestSerialize(toWireCountTokensRequest(request));
        expect(fromWireCountTokensRequest(countTokens.requestDeserialize(bytes))).toEqual(
          ok(request),
        );
      }),
    );
  });

  test('configurations', () => {
    fc.assert(
      fc.property(jsonObject, (config) => {
        const bytes = configure.requestSerialize(toWireConfigureRequest(config));
        expect(fromWireConfigureRequest(configure.requestDeserialize(bytes))).toEqual(config);
      }),
    );
  });

  test('stream events', () => {
    fc.assert(
      fc.property(streamEvent, (event) => {
        const bytes = streamCompletion.responseSerialize(toWireStreamEvent(event));
        expect(fromWireStreamEvent(streamCompletion.responseDeserialize(bytes))).toEqual(ok(event));
      }),
      { numRuns: 500 },
    );
  });

  test('capabilities', () => {
    fc.assert(
      fc.property(capabilities, (value) => {
        const response = { capabilities: toWireCapabilities(value) };
        const bytes = getCapabilities.responseSerialize(response);
        expect(fromWireCapabilities(getCapabilities.responseDeserialize(bytes))).toEqual(ok(value));
      }),
    );
  });

  test('accounts', () => {
    fc.assert(
      fc.property(account, (value) => {
        const response = { account: toWireAccount(value) };
        const bytes = getAccount.responseSerialize(response);
        expect(fromWireAccount(getAccount.responseDeserialize(bytes))).toEqual(ok(value));
      }),
    );
  });

  test('producers', () => {
    fc.assert(
      fc.property(producer, (value) => {
        const response = { producer: toWireProducer(value) };
        const bytes = describeMethod.responseSerialize(response);
        expect(fromWireProducer(describeMethod.responseDeserialize(bytes))).toEqual(ok(value));
      }),
    );
  });

  test('absent is not zero', () => {
    const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 };
    const bytes = streamCompletion.responseSerialize(
      toWireStreamEvent({ type: 'usage', usage, rateLimits: [] }),
    );

    const decoded = streamCompletion.responseDeserialize(bytes).event.value;

    expect(decoded).toMatchObject({ cacheReadTokens: 0n });
    expect(decoded).not.toHaveProperty('cacheWriteTokens', 0n);
  });
});

describe('what a later contract may add', () => {
  test('an event of an unknown kind is skipped', () => {
    const bytes = new BinaryWriter()
      .tag(13, WireType.LengthDelimited)
      .bytes(Uint8Array.of(8, 1))
      .finish();
    const event = streamCompletion.responseDeserialize(Buffer.from(bytes));

    expect(fromWireStreamEvent(event)).toEqual(ok(undefined));
  });

  test('content and cache marks of an unknown kind are skipped', () => {
    const request = create(wire.StreamCompletionRequestSchema, {
      messages: [{ role: 1, content: [{}, { block: { case: 'text', value: { text: 'hi' } } }] }],
      cacheBreakpoints: [{}],
    });

    expect(fromWireRequest(request)).toMatchObject({
      value: { messages: [{ content: [{ type: 'text', text: 'hi' }] }], cacheBreakpoints: [] },
    });
  });

  test('a stop with an unknown reason is an end of turn that says so', () => {
    expect(readEvent({ case: 'stop', value: { reason: later } })).toEqual(
      ok({ type: 'stop', reason: 'end_turn', unknownReason: 99 }),
    );
  });

  test('a budget of an unknown kind is passed over', () => {
    const rateLimits = [{ kind: later }, { kind: 2, limit: 5n }];

    expect(readEvent({ case: 'usage', value: { rateLimits } })).toMatchObject({
      value: { rateLimits: [{ kind: 'tokens', limit: 5 }] },
    });
  });

  test('values of other enums become "unspecified" or are left out of their lists', () => {
    const response = create(wire.GetCapabilitiesResponseSchema, {
      capabilities: {
        models: [
          {
            id: 'm',
            supportedToolChoiceModes: [1, later],
            thinking: { supported: true, disable: later },
          },
        ],
        supportedHookPoints: [3, later],
        auth: { method: later, metering: later },
        configSchema: { attributes: [{ name: 'a', type: later }, { name: 'b' }] },
      },
    });

    expect(fromWireCapabilities(response)).toMatchObject({
      value: {
        models: [{ supportedToolChoiceModes: ['auto'], thinking: { disable: 'unspecified' } }],
        supportedHookPoints: ['post-model-response'],
        auth: { method: 'unspecified', metering: 'unspecified' },
        configSchema: { attributes: [{ type: 'unspecified' }, { type: 'unspecified' }] },
      },
    });
  });

  test('another category of plugin is shown as what it is', () => {
    const response = create(wire.DescribeResponseSchema, {
      producer: { name: 'x', category: later },
    });

    expect(fromWireProducer(response)).toMatchObject({ value: { category: 'category 99' } });
  });
});

describe('an error event', () => {
  test.each([
    { name: 'unset', category: 0 },
    { name: 'of a later contract', category: 8 },
  ])('with a category that is $name is unknown and keeps the number', ({ category }) => {
    const error = { category, message: 'x', rawDetail: 'http_status=418\nteapot' };

    expect(readEvent({ case: 'error', value: { error } })).toMatchObject({
      value: {
        error: {
          category: 'unknown',
          rawDetail: `http_status=418\nteapot\nmodel_error_category=${category}`,
        },
      },
    });
  });

  test('without an error in it is unknown', () => {
    expect(readEvent({ case: 'error', value: {} })).toMatchObject({
      value: { error: { category: 'unknown', retryable: false } },
    });
  });

  test.each([
    { name: 'of zero', seconds: 0n, nanos: 0 },
    { name: 'below zero', seconds: -3n, nanos: 0 },
    { name: 'beyond all reason', seconds: 9_007_199_254_740_993n, nanos: 0 },
  ])('drops a wait $name', ({ seconds, nanos }) => {
    const error = { category: 2, retryable: true, retryAfter: { seconds, nanos } };

    expect(readEvent({ case: 'error', value: { error } })).not.toHaveProperty(
      'value.error.retryAfterMs',
      expect.any(Number),
    );
  });

  test('rounds a wait up to a whole millisecond', () => {
    const error = { category: 2, retryable: true, retryAfter: { seconds: 1n, nanos: 1 } };

    expect(readEvent({ case: 'error', value: { error } })).toMatchObject({
      value: { error: { retryAfterMs: 1001 } },
    });
  });

  test('that can not be retried carries no wait', () => {
    const error = {
      category: 'auth_error',
      message: 'x',
      retryable: false,
      retryAfterMs: 5,
    } as const;

    expect(toWireModelError(error).retryAfter).toBeUndefined();
  });

  test('of a provider that keeps no limits is cut to them', () => {
    const error = { category: 7, message: 'word '.repeat(9999), rawDetail: 'word '.repeat(9999) };

    expect(readEvent({ case: 'error', value: { error } })).toMatchObject({
      value: {
        error: {
          message: `${'word '.repeat(204)}…`,
          rawDetail: `${'word '.repeat(409)}…`,
        },
      },
    });
  });

  test('is cut to its limits, never inside a character', () => {
    const error = {
      category: 'unknown',
      message: 'é'.repeat(1000),
      retryable: false,
      rawDetail: `x${'€'.repeat(1000)}`,
    } as const;

    expect(toWireModelError(error)).toMatchObject({
      message: 'é'.repeat(512),
      rawDetail: `x${'€'.repeat(682)}`,
    });
  });
});

describe('what can not be understood is refused with its place', () => {
  test.each<{ name: string; request: JsonObject | object; expected: unknown }>([
    {
      name: 'a role that is not set',
      request: { messages: [{ role: 1 }, {}] },
      expected: fault('messages[1].role', 'is not set'),
    },
    {
      name: 'an unknown role',
      request: { messages: [{ role: 3 }] },
      expected: fault('messages[0].role', 'has the unknown value 3'),
    },
    {
      name: 'a stability that is not set',
      request: { assembledContext: [{ label: 'x' }] },
      expected: fault('assembled_context[0].stability', 'is not set'),
    },
    {
      name: 'a tool without a schema',
      request: { tools: [{ name: 'x' }] },
      expected: fault('tools[0].input_schema', 'is missing'),
    },
    {
      name: 'a nested schema without a type',
      request: {
        tools: [{ inputSchema: { type: 1, properties: { a: { type: 5, items: {} } } } }],
      },
      expected: fault('tools[0].input_schema.properties["a"].items.type', 'is not set'),
    },
    {
      name: 'a tool choice without a mode',
      request: { params: { toolChoice: {} } },
      expected: fault('params.tool_choice.mode', 'is not set'),
    },
    {
      name: 'a number that would lose digits',
      request: { params: { maxOutputTokens: 9_007_199_254_740_993n } },
      expected: fault('params.max_output_tokens', 'is out of range: 9007199254740993'),
    },
  ])('in a request: $name', ({ request, expected }) => {
    expect(fromWireRequest(create(wire.StreamCompletionRequestSchema, request))).toEqual(expected);
  });

  test.each<{ name: string; event: NonNullable<EventInit>; expected: unknown }>([
    {
      name: 'a stop without a reason',
      event: { case: 'stop', value: {} },
      expected: fault('stop.reason', 'is not set'),
    },
    {
      name: 'a budget without a kind',
      event: { case: 'metadata', value: { rateLimits: [{ limit: 1n }] } },
      expected: fault('metadata.rate_limits[0].kind', 'is not set'),
    },
    {
      name: 'a count that would lose digits',
      event: { case: 'usage', value: { outputTokens: -9_007_199_254_740_993n } },
      expected: fault('usage.output_tokens', 'is out of range: -9007199254740993'),
    },
    {
      name: 'a moment that would lose digits',
      event: {
        case: 'usage',
        value: { rateLimits: [{ kind: 1, resetAt: { seconds: 9_007_199_254_741n, nanos: 0 } }] },
      },
      expected: fault('usage.rate_limits[0].reset_at', 'is out of range: 9007199254741 s'),
    },
  ])('in an event: $name', ({ event, expected }) => {
    expect(readEvent(event)).toEqual(expected);
  });

  test.each([
    { name: 'nothing', capabilities: undefined, expected: fault('capabilities', 'is missing') },
    {
      name: 'a reasoning budget without a range',
      capabilities: { models: [{ thinking: { budget: { deprecated: true } } }] },
      expected: fault('models[0].thinking.budget.range', 'is missing'),
    },
    {
      name: 'a tool choice mode that is not set',
      capabilities: { models: [{ supportedToolChoiceModes: [1, 0] }] },
      expected: fault('models[0].supported_tool_choice_modes[1]', 'is not set'),
    },
    {
      name: 'a hook point that is not set',
      capabilities: { supportedHookPoints: [0] },
      expected: fault('supported_hook_points[0]', 'is not set'),
    },
  ])('in capabilities: $name', ({ capabilities: value, expected }) => {
    const response = create(
      wire.GetCapabilitiesResponseSchema,
      value === undefined ? {} : { capabilities: value },
    );

    expect(fromWireCapabilities(response)).toEqual(expected);
  });

  test('in an account or a producer: nothing at all', () => {
    expect(fromWireAccount(create(wire.GetAccountResponseSchema))).toEqual(
      fault('account', 'is missing'),
    );
    expect(fromWireProducer(create(wire.DescribeResponseSchema))).toEqual(
      fault('producer', 'is missing'),
    );
  });
});

describe('our own mistakes throw before anything is sent', () => {
  test('a count that is no whole number', () => {
    const usage = { inputTokens: 1.5, outputTokens: 0 };

    expect(() => toWireStreamEvent({ type: 'usage', usage, rateLimits: [] })).toThrow(
      'not a whole number: 1.5',
    );
  });

  test('a hook point the contract does not have', () => {
    const value = { models: [], slashCommands: [], supportedHookPoints: ['toString'] };

    expect(() => toWireCapabilities(value)).toThrow('not a name of the contract: toString');
  });
});
