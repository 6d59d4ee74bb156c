/** Labels and repetitions of one block; a block that fails here is not looked into. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { BlockRule, LabelRule } from './block-rules.ts';
import { HOOK_POINTS } from './block-schema.ts';
import { faultAt } from './faults.ts';
import { hasControlCharacter, isIdentifier, joinPath, quotedList } from './names.ts';
import type { RawBlock, RawLabel } from './syntax/ast.ts';

export interface HeaderQuestion {
  readonly raw: RawBlock;
  readonly rule: Pick<BlockRule, 'type' | 'label' | 'occurrence'>;
  /** Sound blocks of the same body so far, by type and label; this one is added when sound. */
  readonly seen: Map<string, RawBlock>;
  /** Dotted path of the parent. */
  readonly path: string;
  readonly context: string;
}

/** @returns At most one error. */
export function checkHeader(question: HeaderQuestion): readonly Diagnostic[] {
  const { raw, rule, seen } = question;
  const [label] = raw.labels;
  if (raw.labels.length !== (rule.label === undefined ? 0 : 1)) return [wrongLabels(question)];
  const labelFault = label && rule.label && checkLabel(label, rule.label, question);
  if (labelFault !== undefined) return [labelFault];
  const isSingle = rule.label === undefined ? rule.occurrence !== 'repeated' : rule.label.isUnique;
  const key = JSON.stringify([raw.type, label?.value]);
  const first = seen.get(key);
  if (isSingle && first !== undefined) return [duplicateBlock(question, first)];
  seen.set(key, raw);
  return [];
}

function wrongLabels({ raw, rule, path, context }: HeaderQuestion): Diagnostic {
  const expected =
    rule.label === undefined ? 'no label' : `one label, its ${rule.label.placeholder}`;
  const form =
    rule.label === undefined
      ? `${raw.type} { … }`
      : `${raw.type} "${rule.label.placeholder}" { … }`;
  const at = { range: raw.headerRange, path: joinPath(path, raw.type), context };
  return faultAt(at, {
    code: 'bad-block-labels',
    summary: 'Wrong number of block labels',
    detail: `A "${raw.type}" block takes ${expected}, but ${raw.labels.length} found. Write ${form}.`,
  });
}

function checkLabel(
  label: RawLabel,
  rule: LabelRule,
  { raw, path, context }: HeaderQuestion,
): Diagnostic | undefined {
  const at = { range: raw.headerRange, path: joinPath(path, raw.type), context };
  const shown = JSON.stringify(label.value);
  if (rule.form === 'hook-point') {
    const points: readonly string[] = HOOK_POINTS;
    if (points.includes(label.value)) return undefined;
    return faultAt(at, {
      code: 'unknown-hook-point',
      summary: 'Unknown hook point',
      detail: `${shown} is not a hook point.${didYouMean(label.value, points)} Points: ${quotedList(points)}.`,
    });
  }
  const isSound =
    rule.form === 'identifier'
      ? isIdentifier(label.value)
      : label.value !== '' && !hasControlCharacter(label.value);
  if (isSound) return undefined;
  const needed =
    rule.form === 'identifier'
      ? 'a name that begins with a letter or "_" and holds only letters, digits, "_" and "-"'
      : 'a text that is not empty and holds no control characters';
  return faultAt(at, {
    code: 'invalid-name',
    summary: 'Invalid name',
    detail: `The label ${shown} of a "${raw.type}" block can not be used: it must be ${needed}.`,
  });
}

function duplicateBlock({ raw, path, context }: HeaderQuestion, first: RawBlock): Diagnostic {
  const label = raw.labels[0];
  const what =
    label === undefined
      ? `"${raw.type}" block`
      : `"${raw.type}" block named ${JSON.stringify(label.value)}`;
  const at = { range: raw.headerRange, path: joinPath(path, raw.type), context };
  return faultAt(at, {
    code: 'duplicate-block',
    summary: 'Duplicate block',
    detail: `There is already a ${what} on line ${first.headerRange.start.line}. Only one is allowed here; they are never merged.`,
  });
}
