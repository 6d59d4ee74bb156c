/** Pulls a provider's events one by one, and stops waiting the moment the turn is interrupted. */
import type { ProviderEvent } from '../protocol/model-provider.ts';

export type PullEnd =
  | { readonly type: 'pull-done' }
  | { readonly type: 'pull-aborted' }
  /** The stream threw, which its contract rules out. */
  | { readonly type: 'pull-failed'; readonly error: Error };

export interface EventPull {
  /** Never rejects. Constant work; nothing is left behind on the signal. */
  next(): Promise<ProviderEvent | PullEnd>;
  /** Leaves the stream, which cancels the call. */
  close(): Promise<void>;
}

const DONE: PullEnd = { type: 'pull-done' };
const ABORTED: PullEnd = { type: 'pull-aborted' };

/**
 * @param open - Starts the call; asked once, at the first pull.
 *
 * One listener for the whole stream and one slot for the pull in progress: racing every event
 * against one long promise would keep a reaction for each of them until the stream ends.
 */
export function pullEvents(
  open: () => AsyncIterable<ProviderEvent>,
  signal: AbortSignal,
): EventPull {
  let iterator: AsyncIterator<ProviderEvent> | undefined;
  let wake: ((end: PullEnd) => void) | undefined;
  const onAbort = () => wake?.(ABORTED);
  signal.addEventListener('abort', onAbort);

  function next(): Promise<ProviderEvent | PullEnd> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(ABORTED);
      wake = resolve;
      try {
        iterator ??= open()[Symbol.asyncIterator]();
        iterator.next().then(
          (result) => settle(resolve, result.done === true ? DONE : result.value),
          (error: unknown) => settle(resolve, failed(error)),
        );
      } catch (error) {
        settle(resolve, failed(error));
      }
    });
  }

  function settle(
    resolve: (event: ProviderEvent | PullEnd) => void,
    event: ProviderEvent | PullEnd,
  ): void {
    if (wake === resolve) wake = undefined;
    resolve(event);
  }

  async function close(): Promise<void> {
    signal.removeEventListener('abort', onAbort);
    const isIdle = wake === undefined;
    const left = iterator?.return?.();
    // A generator that still awaits answers `return` only after that; the signal has ended it.
    if (isIdle) await left;
    else left?.catch(() => undefined);
  }

  return { next, close };
}

function failed(error: unknown): PullEnd {
  return {
    type: 'pull-failed',
    error: error instanceof Error ? error : new Error(String(error)),
  };
}
