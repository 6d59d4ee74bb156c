/** `env("NAME")`, the one function: where it may stand, its form, its value. */
import { type Diagnostic, errorDiagnostic } from '../../diagnostics/diagnostic.ts';
import type { Environment } from '../../host/host.ts';
import type { Expression } from '../syntax/ast.ts';
import { walkExpression } from '../syntax/walk.ts';
import type { Fault } from './evaluator.ts';

/** What `env("NAME")` yields at a place of the file. */
export type EnvAccess =
  /** It may not be called there. */
  | { readonly type: 'forbidden' }
  | { readonly type: 'values'; readonly environment: Environment }
  /** `--no-env`: an unknown text, whether the variable is set or not. */
  | { readonly type: 'unknown' };

export type EnvCall = Extract<Expression, { type: 'call' }>;

const FORM = 'Write env("NAME") with one name between plain quotes.';

/** All calls of `env` in an expression, in the order of the text. */
export function envCallsIn(expression: Expression): readonly EnvCall[] {
  const calls: EnvCall[] = [];
  walkExpression(expression, (node) => {
    if (node.type === 'call' && node.name === 'env') calls.push(node);
  });
  return calls;
}

/**
 * The variable that a call names; `undefined` when its argument is anything but one plain quoted
 * text. The name may still be impossible.
 */
export function variableOf({ arguments: given, expandFinal }: EnvCall): string | undefined {
  const [argument, ...more] = given;
  if (argument?.type !== 'template' || argument.form !== 'quoted') return undefined;
  const [part, ...parts] = argument.parts;
  if (more.length > 0 || parts.length > 0 || expandFinal) return undefined;
  return part?.type === 'text' ? part.text : undefined;
}

/** What is wrong with the form of a call, decided without looking anything up. */
export function envCallFault(call: EnvCall): Diagnostic | undefined {
  const variable = variableOf(call);
  if (variable === undefined) return badCall(call, `It was given something else. ${FORM}`);
  if (variable === '') return badCall(call, `The name is empty. ${FORM}`);
  if (!/[=\0]/.test(variable)) return undefined;
  return badCall(call, 'The name of a variable can not hold "=" or a NUL character.');
}

function badCall(call: EnvCall, detail: string): Diagnostic {
  return errorDiagnostic({
    code: 'env-bad-call',
    summary: 'Invalid call of env',
    detail: `env takes the name of one environment variable. ${detail}`,
    range: call.range,
  });
}

export function envForbidden(call: EnvCall): Diagnostic {
  return errorDiagnostic({
    code: 'env-not-allowed',
    summary: 'Environment variables not allowed here',
    detail:
      'env("NAME") may be used only in provider blocks, their environment block, and the auth of a registry mirror. Write the value itself.',
    range: call.range,
  });
}

/** A name that is no usual one may be a secret, pasted between the quotes by mistake. */
function shownVariable(variable: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(variable) ? `"${variable}"` : '***';
}

export function envUnset(variable: string): Fault {
  return {
    code: 'env-unset',
    summary: 'Environment variable not set',
    detail: `The environment variable ${shownVariable(variable)} is not set. Set it before starting agent; it may be empty.`,
  };
}
