/** Records go to the end of a file, in order, and stay. */
import type { AppendFile } from '../host/host.ts';
import { type CallRecord, recordLine, type SessionRecord } from './record.ts';

export type DeltaType = 'text_delta' | 'thinking_delta';

type Queued =
  | SessionRecord
  | CallRecord
  | { readonly type: 'delta'; readonly of: DeltaType; text: string };

export interface LogOptions {
  readonly file: AppendFile;
  /** Where the file ends, bytes. */
  readonly sizeBytes: number;
  /** Cuts the file there, when a write has left a part of a line; only for its one writer. */
  readonly cut?: ((sizeBytes: number) => Promise<void>) | undefined;
  /** Called once, when a record could not be written: from then on nothing is. */
  readonly onBroken: (error: unknown) => void;
}

/**
 * What waits while a write runs goes with the next one, so that thousands of deltas cost few
 * writes. No method rejects: a disk that is full must not end a run.
 */
export class SessionLog {
  readonly #options: LogOptions;
  #queue: Queued[] = [];
  #pump: Promise<void> | undefined;
  #sizeBytes: number;
  #isBroken = false;

  constructor(options: LogOptions) {
    this.#options = options;
    this.#sizeBytes = options.sizeBytes;
  }

  /** False once a record could not be written. */
  get isKept(): boolean {
    return !this.#isBroken;
  }

  /** Where the file ends, as far as it is written. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  write(record: SessionRecord | CallRecord): void {
    this.#queue.push(record);
    this.#start();
  }

  /** A part of a text; parts that follow each other are one record. */
  writeDelta(type: DeltaType, text: string): void {
    const last = this.#queue.at(-1);
    if (last?.type === 'delta' && last.of === type) last.text += text;
    else this.#queue.push({ type: 'delta', of: type, text });
    this.#start();
  }

  /** Resolves once the operating system has everything written so far. */
  async flush(): Promise<void> {
    await this.#pump;
  }

  /** Waits until the disk has everything, then closes the file. */
  async close(): Promise<void> {
    await this.#pump;
    try {
      await this.#options.file.sync();
      await this.#options.file.close();
    } catch (error) {
      this.#break(error);
    }
  }

  #start(): void {
    this.#pump ??= this.#writeAll().finally(() => {
      this.#pump = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    // What is written in the same step goes together.
    await undefined;
    while (this.#queue.length > 0) {
      const text = this.#queue.splice(0).map(lineOf).join('');
      if (this.#isBroken) return;
      try {
        await this.#options.file.append(text);
        this.#sizeBytes += Buffer.byteLength(text);
      } catch (error) {
        this.#break(error);
        await this.#cutTornLine();
      }
    }
  }

  /** A write that failed may have left a part of a line; cutting it off needs no space. */
  async #cutTornLine(): Promise<void> {
    try {
      await this.#options.cut?.(this.#sizeBytes);
    } catch {
      // The next start repairs it.
    }
  }

  #break(error: unknown): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#options.onBroken(error);
  }
}

function lineOf(queued: Queued): string {
  if (queued.type !== 'delta') return recordLine(queued);
  return recordLine({ type: 'event', event: { type: queued.of, text: queued.text } });
}
