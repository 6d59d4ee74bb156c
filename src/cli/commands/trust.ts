import { parseEndpoint } from '../../config/trust/endpoint.ts';
import type { TrustArguments } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { type OpenedTrust, openTrust } from '../open-trust.ts';
import { reportUsage } from '../report-usage.ts';
import { askDigest, trustDigest } from '../trust-digest.ts';
import { openTrustStore } from '../trust-store.ts';
import { asksJson, asksText } from '../trust-text.ts';

/** `agent trust`: shows, grants and revokes what the file asks for. Starts nothing. */
export async function trust(args: TrustArguments, context: CommandContext): Promise<number> {
  if (args.host !== undefined) return grantHost(args.host, context);
  const opened = await openTrust(args, context);
  if (opened === undefined) return 3;
  const { asks } = opened.judgement;
  if (args.digest) {
    await context.host.stdout.write(`${trustDigest(asks)}\n`);
    return 0;
  }
  const answered = await answer(opened, args);
  if (typeof answered === 'string') {
    await context.host.stderr.write(`Error: ${answered}\n`);
    return 3;
  }
  const file = opened.subject ?? 'standard input';
  const text = args.json ? asksJson(file, answered) : asksText(file, answered);
  await context.host.stdout.write(text);
  return 0;
}

/** @returns What is open then, or why nothing can be kept. */
async function answer(
  { judgement, store, subject }: OpenedTrust,
  { accept, revoke }: TrustArguments,
): Promise<OpenedTrust['judgement'] | string> {
  if (!accept && !revoke) return judgement;
  const refusal = refusalOf({ store, subject });
  if (refusal !== undefined || subject === undefined) return refusal ?? '';
  if (revoke) {
    await store.revoke(subject);
    return { ...judgement, open: judgement.asks };
  }
  await store.grant(subject, judgement.asks.map(askDigest));
  return { ...judgement, open: [] };
}

/** Why grants of this file can not be kept. */
export function refusalOf({
  store,
  subject,
}: Pick<OpenedTrust, 'store' | 'subject'>): string | undefined {
  if (subject === undefined) return 'Standard input has no name that a grant could be kept under.';
  return store.refusal === undefined ? undefined : `Nothing was changed: ${store.refusal}.`;
}

async function grantHost(text: string, context: CommandContext): Promise<number> {
  const { host } = context;
  const url = text.includes('://') ? text : `https://${text}`;
  const isHost = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isHost) {
    const message = `--host takes a host or an origin such as https://llm.example.com, not "${text}"`;
    return reportUsage(message, ['trust'], context);
  }
  const { origin } = parseEndpoint(url);
  const store = await openTrustStore(host, undefined);
  await store.grantOrigin(origin);
  await host.stdout.write(`Allowed for every project: sending to ${origin}\n`);
  return 0;
}
