/** Our codec against the generated one, which reads the schemas' own descriptors. */
import {
  create,
  type DescMessage,
  fromBinary,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decode,
  encode,
  messageType,
  UnreadableMessage,
} from '../../src/protocol/codec/message-type.ts';
import * as wire from '../../src/protocol/gen/pluggableharness/model/v1/types_pb.js';
import {
  type Schema,
  SchemaSchema,
} from '../../src/protocol/gen/pluggableharness/schema/v1/types_pb.js';
import { toWireAccount, toWireCapabilities } from '../../src/protocol/to-wire/capabilities.ts';
import { toWireRequest } from '../../src/protocol/to-wire/request.ts';
import { toWireStreamEvent } from '../../src/protocol/to-wire/stream-event.ts';
import { account, capabilities, modelRequest, streamEvent } from './arbitraries.ts';

const Event = messageType<wire.StreamEvent>('pluggableharness.model.v1.StreamEvent');
const Request = messageType<wire.StreamCompletionRequest>(
  'pluggableharness.model.v1.StreamCompletionRequest',
);
const Capabilities = messageType<wire.Capabilities>('pluggableharness.model.v1.Capabilities');
const Account = messageType<wire.AccountSnapshot>('pluggableharness.model.v1.AccountSnapshot');
const Usage = messageType<wire.Usage>('pluggableharness.model.v1.Usage');
const SchemaNode = messageType<Schema>('pluggableharness.schema.v1.Schema');

/** Plain bytes in, since parts of a Buffer are Buffers again. */
function reference<Desc extends DescMessage>(schema: Desc, bytes: Uint8Array): MessageShape<Desc> {
  return fromBinary(schema, new Uint8Array(bytes));
}

describe('our bytes and the generated codec agree', () => {
  test.each([
    {
      name: 'stream events',
      check: () =>
        fc.property(streamEvent, (event) => {
          const bytes = encode(Event, toWireStreamEvent(event));
          const expected = reference(wire.StreamEventSchema, bytes);
          expect(decode(Event, bytes)).toEqual(expected);
          expect(decode(Event, toBinary(wire.StreamEventSchema, expected))).toEqual(expected);
        }),
    },
    {
      name: 'requests',
      check: () =>
        fc.property(modelRequest, (request) => {
          const bytes = encode(Request, toWireRequest(request));
          const expected = reference(wire.StreamCompletionRequestSchema, bytes);
          expect(decode(Request, bytes)).toEqual(expected);
          const theirs = toBinary(wire.StreamCompletionRequestSchema, expected);
          expect(decode(Request, theirs)).toEqual(expected);
        }),
    },
    {
      name: 'capabilities',
      check: () =>
        fc.property(capabilities, (value) => {
          const bytes = encode(Capabilities, toWireCapabilities(value));
          const expected = reference(wire.CapabilitiesSchema, bytes);
          expect(decode(Capabilities, bytes)).toEqual(expected);
          expect(decode(Capabilities, toBinary(wire.CapabilitiesSchema, expected))).toEqual(
            expected,
          );
        }),
    },
    {
      name: 'accounts',
      check: () =>
        fc.property(account, (value) => {
          const bytes = encode(Account, toWireAccount(value));
          const expected = reference(wire.AccountSnapshotSchema, bytes);
          expect(decode(Account, bytes)).toEqual(expected);
        }),
    },
  ])('on $name', ({ check }) => {
    fc.assert(check() as fc.IProperty<unknown>, { numRuns: 150 });
  });

  test.each([
    0n,
    1n,
    -1n,
    127n,
    128n,
    16_383n,
    16_384n,
    2n ** 32n,
    2n ** 49n - 1n,
    2n ** 49n,
    2n ** 53n - 1n,
    2n ** 53n,
    2n ** 63n - 1n,
    -(2n ** 63n),
  ])('on the number %s', (inputTokens) => {
    const bytes = encode(Usage, { inputTokens });

    expect(Buffer.from(bytes)).toEqual(
      Buffer.from(toBinary(wire.UsageSchema, create(wire.UsageSchema, { inputTokens }))),
    );
    expect(decode(Usage, bytes).inputTokens).toBe(inputTokens);
  });

  test.each([0, 1, 126, 127, 128, 16_381, 16_384, 3_000_000])('on a text of %s bytes', (length) => {
    const event = { event: { case: 'textDelta', value: { text: 'x'.repeat(length) } } } as const;
    const bytes = encode(Event, event);

    const expected = create(wire.StreamEventSchema, event);
    expect(bytes.equals(toBinary(wire.StreamEventSchema, expected))).toBe(true);
    expect(decode(Event, bytes)).toEqual(expected);
  });

  test('on negative 32-bit numbers', () => {
    const models = [{ catalog: { priority: -5 } }];

    const bytes = encode(Capabilities, { models });

    expect(reference(wire.CapabilitiesSchema, bytes).models[0]?.catalog?.priority).toBe(-5);
    expect(decode(Capabilities, bytes).models[0]?.catalog?.priority).toBe(-5);
  });
});

describe('text', () => {
  function textAfterRoundTrip(text: string): unknown {
    const bytes = encode(Event, { event: { case: 'textDelta', value: { text } } });
    const { value } = decode(Event, bytes).event;
    return value && 'text' in value ? value.text : undefined;
  }

  test('keeps every character, a leading byte-order mark too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(textAfterRoundTrip(`\uFEFF${text}`)).toBe(`\uFEFF${text}`);
      }),
    );
  });

  test('with half a surrogate pair is sent with a replacement character', () => {
    expect(textAfterRoundTrip('a\uD83D')).toBe('a\uFFFD');
  });
});

test('a key called __proto__ is a key like any other', () => {
  const providerOptions = JSON.parse('{"__proto__": {"polluted": true}, "a": {"__proto__": 1}}');

  const decoded = decode(Request, encode(Request, { providerOptions })).providerOptions;

  expect(JSON.stringify(decoded)).toBe(JSON.stringify(providerOptions));
  expect(decoded).not.toHaveProperty('polluted', true);
  const labels = JSON.parse('{"__proto__": "x"}');
  expect(JSON.stringify(decode(Account, encode(Account, { labels })).labels)).toBe(
    '{"__proto__":"x"}',
  );
});

test('JSON nested beyond all reason is refused, not a crash', () => {
  const nested = (depth: number) => JSON.parse(`${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`);
  const request = create(wire.StreamCompletionRequestSchema, { providerOptions: nested(150) });

  expect(() => encode(Request, { providerOptions: nested(150) })).toThrow(RangeError);
  expect(() => decode(Request, toBinary(wire.StreamCompletionRequestSchema, request))).toThrow(
    UnreadableMessage,
  );
  expect(decode(Request, encode(Request, { providerOptions: nested(90) }))).toMatchObject({
    providerOptions: nested(90),
  });
});

describe('bytes of another contract version', () => {
  test('a number where a text is expected is left out, the rest is kept', () => {
    const command = new BinaryWriter()
      .tag(1, WireType.LengthDelimited)
      .string('review')
      .tag(3, WireType.Varint)
      .uint32(2)
      .tag(2, WireType.LengthDelimited)
      .string('Reviews a change')
      .finish();
    const bytes = new BinaryWriter().tag(2, WireType.LengthDelimited).bytes(command).finish();

    const [decoded] = decode(Capabilities, bytes).slashCommands;

    expect(decoded).toMatchObject({
      name: 'review',
      description: 'Reviews a change',
      template: '',
    });
  });

  test('a wrong type inside a map entry leaves that part of the entry out', () => {
    const node = new BinaryWriter()
      .tag(2, WireType.Varint)
      .uint32(7)
      .tag(1, WireType.Varint)
      .uint32(2)
      .finish();
    const entry = new BinaryWriter()
      .tag(1, WireType.LengthDelimited)
      .string('path')
      .tag(2, WireType.LengthDelimited)
      .bytes(node)
      .finish();
    const bytes = new BinaryWriter().tag(3, WireType.LengthDelimited).bytes(entry).finish();

    expect(decode(SchemaNode, bytes).properties['path']).toMatchObject({
      type: 2,
      description: '',
    });
  });

  test('unknown fields are skipped, and numbers are read packed or one by one', () => {
    const bytes = new BinaryWriter()
      .tag(99, WireType.LengthDelimited)
      .string('later')
      .tag(98, WireType.Bit32)
      .fixed32(1)
      .tag(97, WireType.Bit64)
      .double(1)
      .tag(96, WireType.Varint)
      .int64(-1)
      .tag(4, WireType.LengthDelimited)
      .bytes(Uint8Array.of(2, 8))
      .tag(4, WireType.Varint)
      .uint32(3)
      .tag(6, WireType.LengthDelimited)
      .string('etag')
      .finish();

    expect(decode(Capabilities, bytes)).toMatchObject({
      supportedHookPoints: [2, 8, 3],
      catalogEtag: 'etag',
    });
  });

  test('a message that comes in two parts is merged', () => {
    const [first, second] = [{ plan: 'pro' }, { method: 1 }].map((auth) =>
      encode(Capabilities, { auth }),
    );

    expect(
      decode(Capabilities, Buffer.concat([first ?? '', second ?? ''].map(Buffer.from))).auth,
    ).toMatchObject({
      plan: 'pro',
      method: 1,
    });
  });

  test('a stream event of an unknown kind decodes with no kind set', () => {
    const bytes = new BinaryWriter()
      .tag(13, WireType.LengthDelimited)
      .bytes(new Uint8Array(3))
      .finish();

    expect(decode(Event, bytes).event).toEqual({ case: undefined });
  });
});

describe('bytes that are no message', () => {
  const usage = encode(Usage, { rateLimits: [{ kind: 1, limitId: 'x' }] });

  test.each([
    { name: 'cut off', bytes: usage.subarray(0, usage.length - 1) },
    { name: 'a nested length beyond its place', bytes: Uint8Array.of(0x32, 3, 0x2a, 9, 65) },
    {
      name: 'a nested length beyond its place, with more to come',
      bytes: Uint8Array.of(0x32, 3, 0x2a, 9, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74),
    },
    { name: 'a field number of zero', bytes: Uint8Array.of(0, 1) },
    { name: 'a number without an end', bytes: new Uint8Array(20).fill(0xff) },
    { name: 'a group', bytes: Uint8Array.of(0x0b, 0x0c) },
    { name: 'text', bytes: new TextEncoder().encode('<html>502</html>') },
  ])('are refused: $name', ({ bytes }) => {
    expect(() => decode(Usage, bytes)).toThrow(UnreadableMessage);
  });

  test('arbitrary bytes either decode or are refused as unreadable', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          decode(Capabilities, bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableMessage);
        }
      }),
    );
  });

  test('what decodes does not keep the whole message alive', () => {
    const { event } = decode(
      Event,
      encode(Event, { event: { case: 'redactedThinking', value: { data: Uint8Array.of(1, 2) } } }),
    );

    expect(event.value).toMatchObject({ data: Uint8Array.of(1, 2) });
    expect(event.case === 'redactedThinking' && event.value.data.buffer.byteLength).toBe(2);
  });
});

test('a member the contract does not have is our own mistake', () => {
  const event = { event: { case: 'safetyNotice', value: {} } } as never;

  expect(() => encode(Event, event)).toThrow('no member of pluggableharness.model.v1.StreamEvent');
});

test('a schema survives with its nested maps', () => {
  const schema = { type: 1, properties: { a: { type: 5, items: { type: 2 } } } };

  expect(fromBinary(SchemaSchema, encode(SchemaNode, schema)).properties['a']?.items?.type).toBe(2);
});
