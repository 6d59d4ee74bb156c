const INITIAL_BYTES = 256;
/** Larger numbers are written digit by digit as bigints. */
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Writes protobuf's primitive forms into a buffer that grows. */
export class Writer {
  #bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  tag(number: number, wireType: number): void {
    this.varint(number * 8 + wireType);
  }

  /** @param value - Not negative and a safe integer. */
  varint(value: number): void {
    this.#reserve(10);
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Signed 64 bits; a negative number takes ten bytes. */
  varint64(value: bigint): void {
    if (value >= 0n && value <= SAFE) {
      this.varint(Number(value));
      return;
    }
    this.#reserve(10);
    let rest = BigInt.asUintN(64, value);
    while (rest > 0x7fn) {
      this.#bytes[this.#length++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#bytes[this.#length++] = Number(rest);
  }

  double(value: number): void {
    this.#reserve(8);
    this.#bytes.writeDoubleLE(value, this.#length);
    this.#length += 8;
  }

  /** Half a surrogate pair, which a vendor's JSON may well contain, becomes U+FFFD. */
  string(text: string): void {
    const length = Buffer.byteLength(text, 'utf8');
    this.varint(length);
    this.#reserve(length);
    this.#bytes.write(text, this.#length, length, 'utf8');
    this.#length += length;
  }

  bytes(bytes: Uint8Array): void {
    this.varint(bytes.byteLength);
    this.#reserve(bytes.byteLength);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.byteLength;
  }

  /** Writes what `write` writes, after its length. */
  delimited(write: () => void): void {
    this.#reserve(10);
    const start = this.#length;
    // Most lengths fit into one byte; a longer one moves what was written.
    this.#length += 1;
    write();
    const length = this.#length - start - 1;
    const more = Math.ceil(Math.max(1, bitsOf(length)) / 7) - 1;
    if (more > 0) {
      this.#reserve(more);
      this.#bytes.copyWithin(start + 1 + more, start + 1, this.#length);
    }
    this.#length = start;
    this.varint(length);
    this.#length += length;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.byteLength) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#bytes.byteLength * 2));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

function bitsOf(length: number): number {
  return 32 - Math.clz32(length);
}
