/** Ends one provider process: asked, then told, then made to. */
import type { Clock } from '../host/host.ts';
import { controllerMethods } from '../protocol/grpc-methods.ts';
import type { PluginLink } from './plugin-link.ts';
import type { PluginProcess } from './plugin-process.ts';
import { within } from './within.ts';

/** Milliseconds from the request to shut down (`wire.md` §9). */
export interface StopLimits {
  /** Until SIGTERM. */
  readonly terminateMs: number;
  /** Until SIGKILL. */
  readonly killMs: number;
}

const STOP_LIMITS: StopLimits = { terminateMs: 1500, killMs: 2000 };

/** The system ends a killed process at once, unless it hangs in the kernel; we do not hang with it. */
const AFTER_KILL_MS = 1000;

/**
 * Ends a provider and its whole process group.
 *
 * @param link - Absent before the handshake: there is nobody to ask then.
 */
export async function stopPlugin(
  process: PluginProcess,
  link: PluginLink | undefined,
  clock: Clock,
  limits: StopLimits = STOP_LIMITS,
): Promise<void> {
  try {
    if (link === undefined || process.end !== undefined) return;
    if (await shutDown(process, link, limits.terminateMs, clock)) return;
    process.signalGroup('SIGTERM');
    await within(process.ended, limits.killMs - limits.terminateMs, clock);
  } finally {
    link?.close();
    process.signalGroup('SIGKILL');
    await within(process.ended, AFTER_KILL_MS, clock);
  }
}

/** @returns Whether nothing more is to be waited for. */
async function shutDown(
  process: PluginProcess,
  link: PluginLink,
  limitMs: number,
  clock: Clock,
): Promise<boolean> {
  const startMs = clock.monotonic();
  link.connection.endBroker();
  const shutdown = link.connection.unary(controllerMethods.shutdown, {}, limitMs);
  // A plugin that stops hard fails the call, which is as good as an answer.
  const answer = await Promise.race([shutdown, process.ended.then(() => undefined)]);
  // Ours has nothing left to do after its answer; its own exit would only cost time.
  if (process.spec.kind === 'built-in' && answer?.type === 'ok') return true;
  const restMs = limitMs - (clock.monotonic() - startMs);
  return (await within(process.ended, restMs, clock)) !== undefined;
}
