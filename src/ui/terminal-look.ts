/** How the terminal is to be used, from flags and environment (`cli` §7). */
import type { Environment } from '../host/host.ts';
import type { ColorChoice } from './chat-options.ts';

export interface TerminalLook {
  /** Lines only, without moving the cursor. */
  readonly isPlain: boolean;
  readonly hasColor: boolean;
  /** A narrower window re-wraps what is on screen; some terminals cut it off instead. */
  readonly rewraps: boolean;
  /** Links (OSC 8) are known to work. */
  readonly hasLinks: boolean;
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
    hasLinks: !isDumb && knowsLinks(environment),
  };
}

const WITH_LINKS = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'Tabby']);

/** First version of VTE (GNOME's terminals) whose links work: 0.50. */
const VTE_WITH_LINKS = 5000;

/** No terminal says so itself; those that are known name themselves. */
function knowsLinks(environment: Environment): boolean {
  return (
    WITH_LINKS.has(environment['TERM_PROGRAM'] ?? '') ||
    Number(environment['VTE_VERSION'] ?? 0) >= VTE_WITH_LINKS ||
    environment['WT_SESSION'] !== undefined ||
    environment['KITTY_WINDOW_ID'] !== undefined ||
    environment['KONSOLE_VERSION'] !== undefined
  );
}

function environmentHasColor(environment: Environment, isDumb: boolean): boolean {
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return environment['CLICOLOR'] !== '0' && !isDumb;
}
