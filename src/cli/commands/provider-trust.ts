import { didYouMean } from '../../diagnostics/suggest.ts';
import type { ProviderTrustArguments } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { openTrust } from '../open-trust.ts';
import { reportUsage } from '../report-usage.ts';
import { askDigest } from '../trust-digest.ts';
import { askLine, asksJson } from '../trust-text.ts';
import { refusalOf } from './trust.ts';

const NO_SANDBOX =
  'Its list of variables is no sandbox: what you allow to run can read and change whatever you can.\n';

/** `agent provider trust NAME`: grants or revokes what one provider asks for. */
export async function providerTrust(
  args: ProviderTrustArguments,
  context: CommandContext,
): Promise<number> {
  const { host } = context;
  const opened = await openTrust(args, context);
  if (opened === undefined) return 3;
  const { judgement, providers, store, subject } = opened;
  const asks = judgement.asks.filter(({ provider }) => provider === args.name);
  if (asks.length === 0 && !providers.includes(args.name)) {
    const hint = didYouMean(args.name, providers);
    const message = `The file configures no provider "${args.name}".${hint}`;
    return reportUsage(message, ['provider', 'trust'], context);
  }
  const refusal = refusalOf(opened);
  if (refusal !== undefined || subject === undefined) {
    await host.stderr.write(`Error: ${refusal ?? ''}\n`);
    return 3;
  }
  const digests = asks.map(askDigest);
  await (args.revoke ? store.revoke(subject, digests) : store.grant(subject, digests));
  const open = args.revoke ? asks : [];
  const verb = args.revoke ? 'Not allowed any more' : 'Allowed';
  const list = asks.map((ask) => `${verb}: ${askLine(ask)}\n`).join('');
  const text =
    asks.length === 0
      ? `"${args.name}" asks for nothing.\n`
      : `${list}${args.revoke ? '' : NO_SANDBOX}`;
  await host.stdout.write(args.json ? asksJson(subject, { ...judgement, asks, open }) : text);
  return 0;
}
