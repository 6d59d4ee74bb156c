/** Bytes ↔ generated messages, with the care for strangers' bytes that the runtime leaves out. */
import {
  type DescField,
  type DescMessage,
  fromBinary,
  type MessageShape,
  ScalarType,
  toBinary,
} from '@bufbuild/protobuf';
import {
  BinaryReader,
  BinaryWriter,
  configureTextEncoding,
  WireType,
} from '@bufbuild/protobuf/wire';

// The runtime's own decoder drops a leading byte-order mark, so a delta that begins with U+FEFF
// would lose a character. And half a surrogate pair, which a vendor's JSON may well contain, must
// become U+FFFD rather than end the stream.
configureTextEncoding({
  encodeUtf8: (text) => Uint8Array.from(Buffer.from(text, 'utf8')),
  decodeUtf8: (bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'),
  checkUtf8: () => true,
});

/** Bytes that are no message of this type, most often because two contract versions differ. */
export class UnreadableMessage extends Error {
  constructor(typeName: string, cause: unknown) {
    super(`not a readable ${typeName}; the other side may be built against another contract`, {
      cause,
    });
    this.name = 'UnreadableMessage';
  }
}

/** Encodes a generated message. */
export function encode<Desc extends DescMessage>(
  schema: Desc,
  message: MessageShape<Desc>,
): Uint8Array {
  return toBinary(schema, message);
}

/**
 * Decodes a generated message. A known field number with another wire type than ours is another
 * version's field: it is left out, as an unknown number would be, instead of being misread.
 *
 * @throws UnreadableMessage - the bytes are cut or are no protobuf at all.
 */
export function decode<Desc extends DescMessage>(
  schema: Desc,
  bytes: Uint8Array,
): MessageShape<Desc> {
  // What is cut out of a Buffer is a Buffer again, which prints and compares differently.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const fields = fieldsOf(schema);
    const readable = matches(fields, new BinaryReader(plain), plain.byteLength)
      ? plain
      : withoutMismatches(fields, plain);
    return fromBinary(schema, readable);
  } catch (cause) {
    throw new UnreadableMessage(schema.typeName, cause);
  }
}

interface Field {
  readonly wireType: WireType;
  /** Repeated numbers come packed or one by one. */
  readonly isPackable: boolean;
  /** Fields of the message or map entry inside. */
  readonly inner: (() => Fields) | undefined;
}

type Fields = ReadonlyMap<number, Field>;

const known = new WeakMap<DescMessage, Fields>();

function fieldsOf(message: DescMessage): Fields {
  const cached = known.get(message);
  if (cached) return cached;
  const fields = new Map(message.fields.map((field) => [field.number, fieldOf(field)]));
  known.set(message, fields);
  return fields;
}

function fieldOf(field: DescField): Field {
  if (field.fieldKind === 'map') {
    const entry = new Map([
      [1, plainField(field.mapKey, undefined, false)],
      [2, plainField(field.scalar, field.message, false)],
    ]);
    return { wireType: WireType.LengthDelimited, isPackable: false, inner: () => entry };
  }
  return plainField(field.scalar, field.message, field.fieldKind === 'list');
}

function plainField(
  scalar: ScalarType | undefined,
  message: DescMessage | undefined,
  isList: boolean,
): Field {
  if (message) {
    const inner = () => fieldsOf(message);
    return { wireType: WireType.LengthDelimited, isPackable: false, inner };
  }
  const wireType = wireTypeOf(scalar);
  const isPackable = isList && wireType !== WireType.LengthDelimited;
  return { wireType, isPackable, inner: undefined };
}

/** Without a scalar type the field is an enum. Our contract has no fixed32 and no fixed64. */
function wireTypeOf(scalar: ScalarType | undefined): WireType {
  if (scalar === ScalarType.DOUBLE) return WireType.Bit64;
  return scalar === ScalarType.STRING || scalar === ScalarType.BYTES
    ? WireType.LengthDelimited
    : WireType.Varint;
}

function accepts(field: Field, wireType: WireType): boolean {
  return wireType === field.wireType || (field.isPackable && wireType === WireType.LengthDelimited);
}

/** The common case, without copying: is everything up to `end` of the types we expect? */
function matches(fields: Fields, reader: BinaryReader, end: number): boolean {
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const field = fields.get(number);
    if (field && !accepts(field, wireType)) return false;
    if (!field?.inner) reader.skip(wireType, number);
    else if (!matches(field.inner(), reader, reader.uint32() + reader.pos)) return false;
  }
  if (reader.pos !== end) throw new RangeError('a nested message is longer than its place');
  return true;
}

function withoutMismatches(fields: Fields, bytes: Uint8Array): Uint8Array {
  const reader = new BinaryReader(bytes);
  const writer = new BinaryWriter();
  while (reader.pos < bytes.byteLength) {
    const start = reader.pos;
    const [number, wireType] = reader.tag();
    const field = fields.get(number);
    if (field?.inner && accepts(field, wireType)) {
      writer.tag(number, wireType).bytes(withoutMismatches(field.inner(), reader.bytes()));
      continue;
    }
    reader.skip(wireType, number);
    if (!field || accepts(field, wireType)) writer.raw(bytes.subarray(start, reader.pos));
  }
  return writer.finish();
}
