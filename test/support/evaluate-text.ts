import { decimalText } from '../../src/config/convert.ts';
import { toDouble } from '../../src/config/evaluate/decimal.ts';
import { type EnvAccess, evaluate } from '../../src/config/evaluate/evaluate.ts';
import type { Value } from '../../src/config/evaluate/value.ts';
import type { RawBody } from '../../src/config/syntax/ast.ts';
import { hclText } from '../../src/config/syntax/hcl-text.ts';
import { parseSource } from '../../src/config/syntax/parse.ts';

/** A value as plain JSON; numbers as doubles, `undefined` for what is unknown. */
export function plain(value: Value): unknown {
  switch (value.type) {
    case 'unknown':
      return undefined;
    case 'null':
      return null;
    case 'number':
      return toDouble(value.value) + 0;
    case 'tuple':
      return value.items.map(plain);
    case 'object':
      return Object.fromEntries([...value.entries].map(([key, entry]) => [key, plain(entry)]));
    default:
      return value.value;
  }
}

export interface Outcome {
  readonly value: unknown;
  /** A number's exact text. */
  readonly text: string | undefined;
  /** Each as `code start-end summary`, with the columns of the expression's own text. */
  readonly errors: readonly string[];
  readonly details: readonly string[];
}

/** Evaluates one expression, given as its text. */
export function evaluateText(text: string, env: EnvAccess | Record<string, string> = {}): Outcome {
  const prefix = 'x = ';
  const { body, errors } = parseSource(hclText('agent.hcl', `${prefix}${text}\n`));
  const expression = body.attributes[0]?.expression;
  if (errors.length > 0 || expression === undefined) throw new Error(JSON.stringify(errors));
  const access = isAccess(env) ? env : { type: 'values' as const, environment: env };
  const { value, diagnostics } = evaluate(expression, access);
  return {
    value: value && plain(value),
    text: value?.type === 'number' ? decimalText(value.value) : undefined,
    errors: diagnostics.map(({ code, summary, range }) => {
      const start = (range?.start.byte ?? 0) - prefix.length;
      const end = (range?.end.byte ?? 0) - prefix.length;
      return `${code} ${JSON.stringify(Buffer.from(text).subarray(start, end).toString())} ${summary}`;
    }),
    details: diagnostics.map(({ detail }) => detail),
  };
}

function isAccess(env: EnvAccess | Record<string, string>): env is EnvAccess {
  return ['forbidden', 'values', 'unknown'].includes(env.type ?? '');
}

/** All attributes evaluated, blocks in source order. */
export function evaluateBody(body: RawBody, environment: Record<string, string>): unknown {
  const attributes = body.attributes.map(({ name, expression }) => {
    const { value, diagnostics } = evaluate(expression, { type: 'values', environment });
    if (value === undefined) throw new Error(JSON.stringify(diagnostics));
    return [name, plain(value)];
  });
  const blocks = body.blocks.map((block) => ({
    type: block.type,
    labels: block.labels.map((label) => label.value),
    body: evaluateBody(block.body, environment),
  }));
  return { attributes: Object.fromEntries(attributes), blocks };
}
