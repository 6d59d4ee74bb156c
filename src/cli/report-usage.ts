import { terminalSafe } from '../format/terminal-safe.ts';
import type { Host } from '../host/host.ts';

/**
 * Says on stderr what is wrong with a command line, and how to see what is right.
 *
 * @returns Exit code 2.
 */
export async function reportUsage(
  message: string,
  argv: readonly string[],
  host: Host,
): Promise<number> {
  const [first = ''] = argv;
  const command = /^[a-z]+$/.test(first) ? `agent ${first}` : 'agent';
  await host.stderr.write(`Error: ${terminalSafe(message)}\n\nSee ${command} --help.\n`);
  return 2;
}
