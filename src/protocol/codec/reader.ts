/** Reads protobuf's primitive forms; every step stays within the bytes. */
export class Reader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#end = bytes.byteLength;
  }

  get position(): number {
    return this.#position;
  }

  /** The low 32 bits of a number, unsigned; the rest is read over. */
  uint32(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#byte();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw new RangeError('a number of more than ten bytes');
  }

  /** Signed 64 bits. */
  int64(): bigint {
    let low = 0;
    let scale = 1;
    // Seven bytes of seven bits stay exact in a double.
    for (let index = 0; index < 7; index += 1) {
      const byte = this.#byte();
      low += (byte & 0x7f) * scale;
      scale *= 0x80;
      if (byte < 0x80) return BigInt(low);
    }
    let value = BigInt(low);
    for (let shift = 49n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw new RangeError('a number of more than ten bytes');
  }

  double(): number {
    const start = this.#take(8);
    return this.#bytes.readDoubleLE(start);
  }

  /** Keeps a leading byte-order mark: the first word of an answer may begin with one. */
  string(): string {
    const length = this.uint32();
    const start = this.#take(length);
    return this.#bytes.toString('utf8', start, start + length);
  }

  /** A copy: what arrived is not kept alive by a part of it. */
  bytes(): Uint8Array {
    const length = this.uint32();
    const start = this.#take(length);
    return new Uint8Array(this.#bytes.subarray(start, start + length));
  }

  /** Where the delimited value that begins here ends. */
  delimitedEnd(): number {
    const length = this.uint32();
    const end = this.#position + length;
    if (end > this.#end) throw new RangeError('a length beyond the end');
    return end;
  }

  skip(wireType: number): void {
    switch (wireType) {
      case 0:
        this.uint32();
        return;
      case 1:
        this.#take(8);
        return;
      case 2:
        this.#take(this.uint32());
        return;
      case 5:
        this.#take(4);
        return;
      default:
        // Groups are of an older protobuf than any version of this contract.
        throw new RangeError(`a field of wire type ${wireType}`);
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#position];
    if (byte === undefined) throw new RangeError('an end in the middle of a number');
    this.#position += 1;
    return byte;
  }

  #take(length: number): number {
    const start = this.#position;
    if (start + length > this.#end) throw new RangeError('a length beyond the end');
    this.#position = start + length;
    return start;
  }
}
