/**
 * The rule that a secret is written as exactly `env("NAME")`, decided on the unevaluated expression:
 * after evaluation a literal and a looked-up value look alike. Never touches the environment.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { AttributeRule } from './block-rules.ts';
import { exactEnvVariable, staticText } from './expression-parts.ts';
import { type FaultPlace, faultAt } from './faults.ts';
import { joinPath } from './names.ts';
import { valueRange } from './places.ts';
import { shownVariable } from './secret.ts';
import type { Expression, RawAttribute } from './syntax/ast.ts';

export interface ShapeOwner {
  /** Dotted path of the body. */
  readonly path: string;
  readonly context?: string | undefined;
  /** Who says so, such as `marked sensitive by provider "anthropic"`. */
  readonly reason: string;
  /** Start of a variable's name to propose, such as `ANTHROPIC`. */
  readonly variablePrefix: string;
}

export interface ShapeCheck {
  /** Expressions that failed; later steps leave them alone. */
  readonly refused: ReadonlySet<Expression>;
  readonly diagnostics: readonly Diagnostic[];
}

interface Finding {
  readonly place: FaultPlace;
  readonly name: string;
  readonly expression: Expression;
  readonly kind: 'value' | 'object' | 'key';
}

/** Checks every sensitive attribute of a body, at any depth of its objects. */
export function checkSecretShapes(
  attributes: readonly RawAttribute[],
  rules: readonly AttributeRule[],
  owner: ShapeOwner,
): ShapeCheck {
  const findings = attributes.flatMap(({ name, nameRange, expression }) => {
    const rule = rules.find((candidate) => candidate.name === name);
    const path = joinPath(owner.path, name);
    const place = { range: valueRange(nameRange, expression), path, context: owner.context };
    return rule === undefined ? [] : check({ place, name, expression, kind: 'value' }, rule);
  });
  return {
    refused: new Set(findings.map(({ expression }) => expression)),
    diagnostics: findings.map((finding) => describe(finding, owner)),
  };
}

/** Whether a secret can stand in this attribute or anywhere below it. */
export function isSecretive(rule: AttributeRule): boolean {
  return rule.sensitive === true || (rule.object_attributes ?? []).some(isSecretive);
}

function check(target: Finding, rule: AttributeRule): readonly Finding[] {
  if (!isSecretive(rule)) return [];
  const { expression } = target;
  if (rule.sensitive === true) {
    return exactEnvVariable(expression) === undefined ? [target] : [];
  }
  if (expression.type !== 'object') {
    return isPlainlyNoObject(expression) ? [] : [{ ...target, kind: 'object' }];
  }
  return expression.items.flatMap(({ key, value }) => {
    const name = staticText(key);
    const place = { ...target.place, range: valueRange(key.range, value) };
    if (name === undefined) return [{ place, name: target.name, expression: value, kind: 'key' }];
    const nested = rule.object_attributes?.find((candidate) => candidate.name === name);
    const path = joinPath(target.place.path, name);
    const finding = { place: { ...place, path }, name, expression: value, kind: 'value' } as const;
    return nested === undefined ? [] : check(finding, nested);
  });
}

/** `null`, which omits the attribute, and what decoding refuses by its type. */
function isPlainlyNoObject(expression: Expression): boolean {
  const isPlain = ['number', 'literal', 'tuple'].includes(expression.type);
  return isPlain || staticText(expression) !== undefined;
}

function describe({ place, name, expression, kind }: Finding, owner: ShapeOwner): Diagnostic {
  const fault = (summary: string, detail: string): Diagnostic =>
    faultAt(place, { code: 'secret-not-env', summary, detail });
  if (kind === 'object') {
    return fault(
      'Secrets must be visible in an object literal',
      `"${name}" holds a value that is ${owner.reason}, so it must be written out as { … }, with env("NAME") for that value.`,
    );
  }
  if (kind === 'key') {
    return fault(
      'Key of an object with secrets must be plain',
      `"${name}" holds a value that is ${owner.reason}, so each of its keys must be a plain name.`,
    );
  }
  const rule = `The argument "${name}" is ${owner.reason}, so its value must be exactly env("NAME").`;
  const variable = proposedVariable(owner.variablePrefix, name);
  if (staticText(expression) !== undefined && expression.type === 'template') {
    return fault(
      'Literal secret in configuration',
      `${rule} Move the value to an environment variable and write ${name} = env("${variable}").`,
    );
  }
  return fault('Secret must be a plain env() call', `${rule} ${advice(expression, variable)}`);
}

function advice(expression: Expression, variable: string): string {
  if (expression.type === 'parentheses') {
    return `Write ${plainCall(expression.inner, variable)} without the parentheses.`;
  }
  const [part, ...more] = expression.type === 'template' ? expression.parts : [];
  if (part?.type === 'interpolation' && more.length === 0) {
    const call = plainCall(part.expression, variable);
    return `Write ${call} without the surrounding quotes and \${ }.`;
  }
  return `Write env("${variable}"), with nothing around it, and set that variable.`;
}

/** The call inside, if its variable may be shown. */
function plainCall(expression: Expression, variable: string): string {
  const found = exactEnvVariable(expression);
  const isShown = found !== undefined && shownVariable(found) === found;
  return `env("${isShown ? found : variable}")`;
}

function proposedVariable(prefix: string, name: string): string {
  return `${prefix}_${name}`.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_');
}
