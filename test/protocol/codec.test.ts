import { create } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode, encode, UnreadableMessage } from '../../src/protocol/codec.ts';
import {
  CapabilitiesSchema,
  StreamEventSchema,
  UsageSchema,
} from '../../src/protocol/gen/pluggableharness/model/v1/types_pb.js';
import { SchemaSchema } from '../../src/protocol/gen/pluggableharness/schema/v1/types_pb.js';
import { modelMethods } from '../../src/protocol/grpc-methods.ts';

function textAfterRoundTrip(text: string): unknown {
  const event = create(StreamEventSchema, { event: { case: 'textDelta', value: { text } } });
  const { value } = decode(StreamEventSchema, encode(StreamEventSchema, event)).event;
  return value && 'text' in value ? value.text : undefined;
}

describe('text', () => {
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

    const [decoded] = decode(CapabilitiesSchema, bytes).slashCommands;

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

    expect(decode(SchemaSchema, bytes).properties['path']).toMatchObject({
      type: 2,
      description: '',
    });
  });

  test('unknown fields are skipped, and packed numbers are read', () => {
    const bytes = new BinaryWriter()
      .tag(99, WireType.LengthDelimited)
      .string('later')
      .tag(4, WireType.LengthDelimited)
      .bytes(Uint8Array.of(2, 8))
      .tag(6, WireType.LengthDelimited)
      .string('etag')
      .finish();

    expect(decode(CapabilitiesSchema, bytes)).toMatchObject({
      supportedHookPoints: [2, 8],
      catalogEtag: 'etag',
    });
  });

  test('a stream event of an unknown kind decodes with no kind set', () => {
    const bytes = new BinaryWriter()
      .tag(13, WireType.LengthDelimited)
      .bytes(new Uint8Array(3))
      .finish();

    expect(decode(StreamEventSchema, bytes).event.case).toBeUndefined();
  });
});

describe('bytes that are no message', () => {
  const usage = encode(
    UsageSchema,
    create(UsageSchema, { rateLimits: [{ kind: 1, limitId: 'x' }] }),
  );

  test.each([
    { name: 'cut off', bytes: usage.subarray(0, usage.length - 1) },
    { name: 'a nested length beyond its place', bytes: Uint8Array.of(0x32, 3, 0x2a, 9, 65) },
    { name: 'a field number of zero', bytes: Uint8Array.of(0, 1) },
    { name: 'text', bytes: new TextEncoder().encode('<html>502</html>') },
  ])('are refused: $name', ({ bytes }) => {
    expect(() => decode(UsageSchema, bytes)).toThrow(UnreadableMessage);
  });

  test('arbitrary bytes either decode or are refused as unreadable', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          decode(CapabilitiesSchema, bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableMessage);
        }
      }),
    );
  });
});

test('method paths are the published full names', () => {
  expect(modelMethods.streamCompletion).toMatchObject({
    path: '/pluggableharness.model.v1.ModelService/StreamCompletion',
    requestStream: false,
    responseStream: true,
  });
  expect(modelMethods.getAccount.path).toBe('/pluggableharness.model.v1.ModelService/GetAccount');
});
