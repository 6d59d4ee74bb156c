/** Which stretches of a file an excerpt must hide, because a secret stands or may stand there. */
import type { SourceRange } from '../diagnostics/source-range.ts';
import { suggest } from '../diagnostics/suggest.ts';
import type { AttributeRule, BodyRule } from './block-rules.ts';
import { exactEnvVariable, staticText } from './expression-parts.ts';
import { shownVariable } from './secret.ts';
import { isSecretive } from './secret-shape.ts';
import type { Expression, RawBlock, RawBody } from './syntax/ast.ts';
import { childrenOf } from './syntax/walk.ts';

/** Attributes of a provider's block by its local name; `undefined` where no schema is known. */
export type ProviderRules = (localName: string) => readonly AttributeRule[] | undefined;

const NOTHING: BodyRule = { attributes: [], blocks: [] };

/** Names under which people keep secrets. */
export const SECRET_NAME = /key|token|secret|passw|passphrase|credential|bearer/i;

/** Beginnings of well-known credentials, and a URL that carries a user. */
const SECRET_TEXT =
  /(?:^|[^A-Za-z0-9])(?:sk-|xai-|gsk_|AIza|gh[opsu]_|github_pat_|xox[abp]-|AKIA|Bearer )|:\/\/[^/\s@]+@/;

/** The ranges to hide in a file that has been parsed. */
export function maskRanges(
  body: RawBody,
  rule: BodyRule,
  providerRules: ProviderRules,
): readonly SourceRange[] {
  const attributes = body.attributes.flatMap(({ name, expression }) =>
    maskAttribute(name, expression, rule.attributes),
  );
  const blocks = body.blocks.flatMap((block) => maskBlock(block, rule, providerRules));
  return [...attributes, ...blocks];
}

function maskBlock(
  block: RawBlock,
  parent: BodyRule,
  providerRules: ProviderRules,
): readonly SourceRange[] {
  const misplaced = parent.attributes.find(({ name }) => name === block.type);
  if (misplaced !== undefined) {
    const rule = { attributes: misplaced.object_attributes ?? [], blocks: [] };
    return maskRanges(block.body, rule, providerRules);
  }
  const rule = parent.blocks.find(({ type }) => type === block.type);
  if (rule?.isForeign !== true) return maskRanges(block.body, rule ?? NOTHING, providerRules);
  const attributes = providerRules(block.labels[0]?.value ?? '');
  if (attributes === undefined) return maskUnknownBody(block.body, rule);
  return maskRanges(block.body, { attributes, blocks: rule.blocks }, providerRules);
}

/** Without a schema any value may be a secret. */
function maskUnknownBody(body: RawBody, rule: BodyRule): readonly SourceRange[] {
  const blocks = body.blocks.flatMap((block) =>
    rule.blocks.some(({ type }) => type === block.type)
      ? maskRanges(block.body, NOTHING, () => undefined)
      : maskUnknownBody(block.body, NOTHING),
  );
  return [...body.attributes.flatMap(({ expression }) => maskSuspect(expression)), ...blocks];
}

function maskAttribute(
  name: string | undefined,
  expression: Expression,
  siblings: readonly AttributeRule[],
): readonly SourceRange[] {
  const rule = siblings.find((candidate) => candidate.name === name);
  if (rule !== undefined) return maskDeclared(expression, rule);
  const nearest = suggest(
    name ?? '',
    siblings.map((sibling) => sibling.name),
  );
  const isNearSecret = siblings.some((sibling) => sibling.name === nearest && isSecretive(sibling));
  const mayBeSecret = name === undefined || isNearSecret || SECRET_NAME.test(name);
  return mayBeSecret ? maskSuspect(expression) : maskInside(expression);
}

function maskDeclared(expression: Expression, rule: AttributeRule): readonly SourceRange[] {
  if (!isSecretive(rule)) return maskInside(expression);
  if (rule.sensitive === true) {
    return exactEnvVariable(expression) === undefined ? [expression.range] : maskInside(expression);
  }
  if (expression.type === 'object') return maskItems(expression, rule.object_attributes ?? []);
  return expression.type === 'literal' ? [] : [expression.range];
}

function maskItems(
  object: Extract<Expression, { type: 'object' }>,
  rules: readonly AttributeRule[],
): readonly SourceRange[] {
  return object.items.flatMap(({ key, value }) => {
    const name = staticText(key);
    const isHidden = name === undefined && rules.some(isSecretive);
    return isHidden
      ? [key.range, value.range]
      : [...maskInside(key), ...maskAttribute(name, value, rules)];
  });
}

/** A value under a name that promises a secret: all but plain numbers, booleans and null. */
function maskSuspect(expression: Expression): readonly SourceRange[] {
  const isHarmless = expression.type === 'number' || expression.type === 'literal';
  if (isHarmless) return [];
  if (exactEnvVariable(expression) !== undefined) return maskInside(expression);
  if (expression.type !== 'object') return [expression.range];
  return expression.items.flatMap(({ key, value }) => [...maskInside(key), ...maskSuspect(value)]);
}

/** A value that should be harmless: texts that look like secrets, odd names of variables. */
function maskInside(expression: Expression): readonly SourceRange[] {
  if (expression.type === 'object') return maskItems(expression, []);
  if (expression.type === 'call' && expression.name === 'env') {
    return expression.arguments.flatMap((argument) => {
      const text = staticText(argument);
      return text === undefined || shownVariable(text) === text ? [] : [argument.range];
    });
  }
  if (expression.type === 'template' && holdsSecretText(expression)) return [expression.range];
  return childrenOf(expression).flatMap(maskInside);
}

function holdsSecretText(template: Extract<Expression, { type: 'template' }>): boolean {
  return template.parts.some((part) => part.type === 'text' && SECRET_TEXT.test(part.text));
}
