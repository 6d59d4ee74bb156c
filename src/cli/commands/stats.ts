import { jsonLine } from '../../output/json-line.ts';
import { type Calls, ledgerRoot, readLedger } from '../../session/ledger.ts';
import type { StatsArguments } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { userDirectory } from '../paths.ts';
import { statsJson, statsText } from '../session/stats-report.ts';

const DAY_MS = 86_400_000;

/** `agent stats`: what calls of models have cost, also of conversations that are gone. */
export async function stats(args: StatsArguments, { host }: CommandContext): Promise<number> {
  const since = args.days === undefined ? undefined : firstDay(host.clock.now(), args.days);
  const folder = ledgerRoot(userDirectory('state', host.environment));
  const ledger = await readLedger(folder, host.files, since);
  const { calls } = ledger;
  if (!args.quiet) {
    for (const fault of faultsOf(ledger)) {
      await host.stderr.write(`Warning: ${fault} of the ledger can not be read.\n`);
    }
  }
  await host.stdout.write(args.json ? jsonLine(statsJson(calls, since)) : statsText(calls));
  return 0;
}

function faultsOf({ unreadableLines, unreadableFiles }: Calls): readonly string[] {
  const lines = unreadableLines === 0 ? [] : [`${unreadableLines} lines`];
  return [...unreadableFiles.map((name) => `the file ${name}`), ...lines];
}

function firstDay(nowMs: number, days: number): string {
  return new Date(nowMs - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}
