/** Which asks of a file are granted: by this call, by the pipeline, or by the user's own store. */
import { dirname, resolve } from 'node:path';
import { STDIN_NAME } from '../config/find.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { Ask } from '../config/trust/ask.ts';
import type { Host } from '../host/host.ts';
import type { GlobalArguments } from './arguments.ts';
import type { Launchables } from './locate-providers.ts';
import { asksOf } from './trust-asks.ts';
import { askDigest, trustDigest } from './trust-digest.ts';
import { openTrustStore, type TrustStore } from './trust-store.ts';

export interface Judgement {
  /** In the order of the file. */
  readonly asks: readonly Ask[];
  /** Those nobody has granted. */
  readonly open: readonly Ask[];
  /** Absent where nothing is asked. */
  readonly store?: TrustStore | undefined;
  /** What grants are kept under; absent for standard input, which has no name to keep. */
  readonly subject?: string | undefined;
  /** `--chdir` of this call, which a command that grants needs as well. */
  readonly chdir?: string | undefined;
}

const NOTHING: Judgement = { asks: [], open: [] };

/** Judges a file before anything of it runs. Without an ask nothing is read. */
export async function judge(
  loaded: LoadedConfig,
  launchables: Launchables,
  args: Pick<GlobalArguments, 'trustProviders' | 'chdir'>,
  host: Host,
): Promise<Judgement> {
  const sorted = await asksOf(loaded, launchables, host);
  if (sorted.length === 0) return NOTHING;
  const asks = [...sorted].sort((a, b) => a.range.start.byte - b.range.start.byte);
  const { subject, store } = await trustOf(loaded, host);
  const isForThisCall =
    args.trustProviders || host.environment['AGENT_TRUST'] === trustDigest(asks);
  const open = isForThisCall ? [] : asks.filter((ask) => !isKept(ask, store, subject));
  return { asks, open, store, subject, chdir: args.chdir };
}

function isKept(ask: Ask, store: TrustStore, subject: string | undefined): boolean {
  const origin = ask.kind === 'endpoint' ? ask.origin : undefined;
  return store.isGranted(subject ?? '', askDigest(ask), origin);
}

/** Where grants of a file are kept. */
export interface FileTrust {
  readonly store: TrustStore;
  /** What they are kept under; absent for standard input, which has no name to keep. */
  readonly subject: string | undefined;
}

export async function trustOf(
  { source, projectRoot }: LoadedConfig,
  host: Host,
): Promise<FileTrust> {
  const root = await host.files.realPath(projectRoot).catch(() => projectRoot);
  const store = await openTrustStore(host, root);
  if (source.file === STDIN_NAME) return { store, subject: undefined };
  const path = resolve(host.workingDirectory, source.file);
  const real = await host.files.realPath(path).catch(() => path);
  // A link from another folder is not the same file: its relative paths lead elsewhere.
  return { store, subject: dirname(real) === root ? real : `${real} used in ${root}` };
}
