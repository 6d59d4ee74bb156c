/** The words of the diagnostics that decoding makes, one function a fault. */
import type { DiagnosticCode } from '../diagnostics/code.ts';
import { type Diagnostic, errorDiagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceRange } from '../diagnostics/source-range.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { AttributeRule } from './block-rules.ts';
import { quotedList } from './names.ts';

/** Where a fault is: the stretch of text, the dotted path, the enclosing block. */
export interface FaultPlace {
  readonly range: SourceRange;
  readonly path: string;
  readonly context?: string | undefined;
}

interface FaultText {
  readonly code: DiagnosticCode;
  readonly summary: string;
  readonly detail: string;
}

/** An error whose detail ends in the dotted path. */
export function faultAt(place: FaultPlace, text: FaultText): Diagnostic {
  return errorDiagnostic({
    ...text,
    detail: `${text.detail}\nPath: ${place.path}`,
    range: place.range,
    context: place.context,
  });
}

export function unknownAttribute(
  place: FaultPlace,
  name: string,
  known: { readonly attributes: readonly string[]; readonly blocks: readonly string[] },
): Diagnostic {
  const hint = known.blocks.includes(name)
    ? ` Did you mean a block? Write ${name} { … } without an equals sign.`
    : didYouMean(name, known.attributes);
  return faultAt(place, {
    code: 'unknown-attribute',
    summary: 'Unsupported argument',
    detail: `An argument named "${name}" is not expected here.${hint}`,
  });
}

export function missingAttribute(place: FaultPlace, name: string): Diagnostic {
  return faultAt(place, {
    code: 'missing-attribute',
    summary: 'Missing required argument',
    detail: `The argument "${name}" is required, but it is not set.`,
  });
}

export function missingBlock(place: FaultPlace, type: string): Diagnostic {
  return faultAt(place, {
    code: 'missing-block',
    summary: 'Missing required block',
    detail: `A block "${type}" is required here. Write ${type} { … }.`,
  });
}

export function expectedBlock(place: FaultPlace, name: string): Diagnostic {
  return faultAt(place, {
    code: 'expected-block',
    summary: 'Expected a block',
    detail: `"${name}" is a block, not an argument. Write ${name} { … } without an equals sign.`,
  });
}

export function expectedAttribute(
  place: FaultPlace,
  { name, type }: Pick<AttributeRule, 'name' | 'type'>,
): Diagnostic {
  const form = type.startsWith('list') ? '[ … ]' : VALUE_FORMS.has(type) ? '…' : '{ … }';
  return faultAt(place, {
    code: 'expected-attribute',
    summary: 'Expected an argument',
    detail: `"${name}" is an argument, not a block. Write ${name} = ${form} with an equals sign.`,
  });
}

const VALUE_FORMS: ReadonlySet<AttributeRule['type']> = new Set(['string', 'number', 'bool']);

export function unknownBlock(
  place: FaultPlace,
  type: string,
  allowed: readonly string[],
  parent: string,
): Diagnostic {
  const hint = didYouMean(type, allowed);
  const choices =
    allowed.length === 0
      ? `No blocks are expected in ${parent}.`
      : `Blocks allowed in ${parent}: ${quotedList(allowed)}.`;
  return faultAt(place, {
    code: 'unknown-block',
    summary: 'Unsupported block type',
    detail: `A block of type "${type}" is not expected here.${hint} ${choices}`,
  });
}

/** @param found - Such as `a string`; never the value. */
export function wrongType(place: FaultPlace, expected: string, found: string): Diagnostic {
  return faultAt(place, {
    code: 'wrong-type',
    summary: 'Incorrect value type',
    detail: `Expected ${expected}, but found ${found}.`,
  });
}

export function nullValue(place: FaultPlace, expected: string): Diagnostic {
  return faultAt(place, {
    code: 'null-value',
    summary: 'Null value not allowed',
    detail: `Expected ${expected}, but found null. Leave it out instead, or give it a value.`,
  });
}

export function notInteger(place: FaultPlace): Diagnostic {
  return faultAt(place, {
    code: 'not-integer',
    summary: 'Whole number required',
    detail: 'Expected a whole number, but found a fraction.',
  });
}

export function outOfRange(place: FaultPlace, allowed: string): Diagnostic {
  return faultAt(place, {
    code: 'out-of-range',
    summary: 'Value out of range',
    detail: `Expected ${allowed}.`,
  });
}

export function invalidEnum(
  place: FaultPlace,
  value: string,
  allowed: readonly string[],
): Diagnostic {
  return faultAt(place, {
    code: 'invalid-enum',
    summary: 'Unsupported value',
    detail: `"${value}" is not one of ${quotedList(allowed, 'or')}.${didYouMean(value, allowed)}`,
  });
}

/** @param key - As it may be shown. */
export function duplicateKey(place: FaultPlace, key: string, firstLine: number): Diagnostic {
  return faultAt(place, {
    code: 'duplicate-object-key',
    summary: 'Duplicate key in object',
    detail: `The key "${key}" was already given on line ${firstLine}. Remove one of the two.`,
  });
}
