/** Names that mean nothing in an expression. */
import { didYouMean } from '../../diagnostics/suggest.ts';
import type { Fault } from './evaluator.ts';

export function unknownVariable(name: string, known: readonly string[]): Fault {
  const quoted = JSON.stringify(name);
  const hint =
    didYouMean(name, known) || ` If this is meant as text, write it in quotes: ${quoted}.`;
  return known.length === 0
    ? {
        code: 'unknown-variable',
        summary: 'Variables not allowed',
        detail: `Variables may not be used here, so ${quoted} means nothing.${hint}`,
      }
    : {
        code: 'unknown-variable',
        summary: 'Unknown variable',
        detail: `There is no variable named ${quoted}.${hint}`,
      };
}

export function unknownFunction(name: string): Fault {
  const namespace = name.slice(0, name.lastIndexOf('::') + 2);
  const detail = name.includes('::')
    ? `There are no functions in namespace "${namespace}". The only function is env("NAME").`
    : `There is no function named "${name}".${didYouMean(name, ['env']) || ' The only function is env("NAME").'}`;
  return { code: 'unknown-function', summary: 'Call to unknown function', detail };
}
