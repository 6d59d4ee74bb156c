/** How the terminal is to be used, from flags and environment (`cli` §7). */
import type { Environment } from '../host/host.ts';
import type { ColorChoice } from './chat-options.ts';

export interface TerminalLook {
  /** Lines only, without moving the cursor. */
  readonly isPlain: boolean;
  readonly hasColor: boolean;
  /** A narrower window re-wraps what is on screen; some terminals cut it off instead. */
  readonly rewraps: boolean;
}

/**
 * Decides in the order flag, environment, terminal. `NO_COLOR` beats `FORCE_COLOR`; `CI` decides
 * nothing.
 */
export function terminalLook(
  environment: Environment,
  color: ColorChoice = 'auto',
  isPlain = false,
): TerminalLook {
  const term = environment['TERM'] ?? '';
  const isDumb = term === 'dumb';
  return {
    isPlain: isPlain || isDumb,
    hasColor: color === 'auto' ? environmentHasColor(environment, isDumb) : color === 'always',
    rewraps: environment['XTERM_VERSION'] === undefined && term !== 'linux',
  };
}

function environmentHasColor(environment: Environment, isDumb: boolean): boolean {
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return environment['CLICOLOR'] !== '0' && !isDumb;
}
