import type { TextRole } from '../format/diagnostic-lines.ts';
import type { Environment, Output } from '../host/host.ts';
import type { ColorChoice } from './arguments.ts';

/** Whether an output gets colour: the flag, then `NO_COLOR`, `FORCE_COLOR`, then the terminal. */
function usesColor(
  choice: ColorChoice,
  output: Pick<Output, 'isTerminal'>,
  environment: Environment,
): boolean {
  if (choice !== 'auto') return choice === 'always';
  if (environment['NO_COLOR']) return false;
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  const isPlain = environment['CLICOLOR'] === '0' || environment['TERM'] === 'dumb';
  return output.isTerminal && !isPlain;
}

const STYLES: Readonly<Record<TextRole, readonly [open: number, close: number]>> = {
  error: [31, 39],
  warning: [33, 39],
  summary: [1, 22],
  code: [2, 22],
  marker: [31, 39],
};

/** Adds colour by role; `undefined` where there is none. */
export function painterFor(
  choice: ColorChoice,
  output: Pick<Output, 'isTerminal'>,
  environment: Environment,
): ((role: TextRole, text: string) => string) | undefined {
  if (!usesColor(choice, output, environment)) return undefined;
  return (role, text) => {
    const [open, close] = STYLES[role];
    return `\x1b[${open}m${text}\x1b[${close}m`;
  };
}
