/**
 * Remembers which texts the judge of syntax has accepted, so that it need not be loaded for them
 * again. Kept are hashes alone: nothing of a text, and nothing of what is wrong with one.
 */
import { join } from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Files } from '../host/host.ts';

/** Version of the parser that judges; another one might judge otherwise. */
const PARSER_VERSION = 'hcl2json 0.21.0';

const FILE_NAME = 'accepted-configurations';
const MAX_ENTRIES = 500;
const HASH = /^[0-9a-f]{64}$/;

export interface VerdictCache {
  /** Whether this text is known to be accepted. Never fails: what can not be read is not known. */
  isAccepted(bytes: Uint8Array): Promise<boolean>;
  /** Never fails: a directory that can not be written to remembers nothing. */
  remember(bytes: Uint8Array): Promise<void>;
}

/** A cache that knows nothing and remembers nothing. */
export const NO_VERDICTS: VerdictCache = {
  isAccepted: async () => false,
  remember: async () => undefined,
};

/**
 * @param directory - The program's own cache directory, absolute; made when it is first needed.
 * @param programVersion - Verdicts of another version of the program do not count.
 */
export function verdictCache(
  files: Files,
  directory: string,
  programVersion: string,
): VerdictCache {
  const path = join(directory, FILE_NAME);
  const versions = utf8ToBytes(`${programVersion}\0${PARSER_VERSION}\0`);
  // Not by Node's own crypto: loading that takes as long as reading a whole configuration.
  const keyOf = (bytes: Uint8Array): string => bytesToHex(sha256(concatBytes(versions, bytes)));
  return {
    isAccepted: async (bytes) => (await readKeys(files, path)).includes(keyOf(bytes)),
    remember: async (bytes) => {
      const key = keyOf(bytes);
      const others = (await readKeys(files, path)).filter((known) => known !== key);
      const kept = [...others, key].slice(-MAX_ENTRIES);
      await files
        .writeAtomically(path, `${kept.join('\n')}\n`, 0o600)
        // A cache that can not be kept only costs the time to judge again.
        .catch(() => undefined);
    },
  };
}

/** Hashes, the oldest first; lines that are none are left out. */
async function readKeys(files: Files, path: string): Promise<readonly string[]> {
  // Missing, unreadable or damaged: nothing is known then, which is always safe.
  const bytes = await files.read(path).catch(() => new Uint8Array());
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => HASH.test(line));
}
