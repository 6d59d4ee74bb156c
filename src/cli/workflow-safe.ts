/** Under GitHub Actions a line of stderr that begins with `::` is a command to the runner. */
import type { Environment, Host, Output } from '../host/host.ts';
import { withStderr } from './guard-output.ts';

/** The same host; there, no foreign text on stderr can command the runner. */
export function workflowSafe(host: Host): Host {
  if (!isWorkflow(host.environment)) return host;
  const { stderr } = host;
  const safe: Output = Object.create(stderr, {
    write: { value: (text: string) => stderr.write(escapeCommands(text)) },
  });
  return withStderr(host, safe);
}

function isWorkflow(environment: Environment): boolean {
  const value = environment['GITHUB_ACTIONS'] ?? '';
  return value !== '' && value !== 'false';
}

/** The runner looks past blanks, and takes the older `##[` as well. */
export function escapeCommands(text: string): string {
  return text.replace(/^([ \t]*)(::|##\[)/gm, '$1\\$2');
}
