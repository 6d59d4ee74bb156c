import { jsonLine } from '../../output/json-line.ts';
import { ledgerRoot, readLedger } from '../../session/ledger.ts';
import type { StatsArguments } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { userDirectory } from '../paths.ts';
import { statsJson, statsText } from '../session/stats-report.ts';

const DAY_MS = 86_400_000;

/** `agent stats`: what calls of models have cost, also of conversations that are gone. */
export async function stats(args: StatsArguments, { host }: CommandContext): Promise<number> {
  const since = args.days === undefined ? undefined : firstDay(host.clock.now(), args.days);
  const folder = ledgerRoot(userDirectory('state', host.environment));
  const { calls, unreadableLines } = await readLedger(folder, host.files, since);
  if (unreadableLines > 0 && !args.quiet) {
    await host.stderr.write(`Warning: ${unreadableLines} lines of the ledger can not be read.\n`);
  }
  await host.stdout.write(args.json ? jsonLine(statsJson(calls, since)) : statsText(calls));
  return 0;
}

function firstDay(nowMs: number, days: number): string {
  return new Date(nowMs - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}
