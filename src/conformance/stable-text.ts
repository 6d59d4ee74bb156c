/** Findings in words that two runs share, and that hold no secret. */
import type { Finding } from './finding.ts';
import type { WireSession } from './wire/wire-session.ts';

/** Replaces what differs from run to run, and every configured secret. */
export function stableText({ program, stub, secrets }: WireSession): (finding: Finding) => Finding {
  const output = program?.main.output;
  const names: readonly (readonly [string, string])[] = [
    ...secrets.map((secret) => [secret, '***'] as const),
    ...(program?.main.type === 'open' ? [[program.main.address, '<address>'] as const] : []),
    ...(output?.directories ?? []).map((path) => [path, '<directory>'] as const),
    [stub.url, '<stub>'],
    [new URL(stub.url).host, '<stub>'],
  ];
  const replace = (text: string) =>
    names.reduce((result, [found, shown]) => result.replaceAll(found, shown), text);
  return (finding) => ({
    ...finding,
    subject: replace(finding.subject),
    message: replace(finding.message),
  });
}
