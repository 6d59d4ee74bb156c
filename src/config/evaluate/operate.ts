/** Operators on values. */
import { convert } from '../convert.ts';
import type { BinaryOperator, UnaryOperator } from '../syntax/ast.ts';
import { valuesEqual } from './compare-values.ts';
import {
  add,
  compare,
  type Decimal,
  divide,
  multiply,
  negate,
  remainder,
  subtract,
} from './decimal.ts';
import { BOOL, NUMBER, type Type } from './type.ts';
import { boolValue, numberValue, type Value } from './value.ts';

/** Why an operation has no result; `operand` where one of them is unsuitable. */
export interface OperationFault {
  readonly operand?: 'left' | 'right' | undefined;
  readonly summary: string;
  readonly detail: string;
  readonly code: 'invalid-expression' | 'out-of-range';
}

export interface Operation {
  /** Unknown of the right type when an operand is unknown or there are faults. */
  readonly value: Value;
  readonly faults: readonly OperationFault[];
}

const OPERAND_TYPES: Readonly<Record<BinaryOperator, Type | undefined>> = {
  '||': BOOL,
  '&&': BOOL,
  '==': undefined,
  '!=': undefined,
  '<': NUMBER,
  '<=': NUMBER,
  '>': NUMBER,
  '>=': NUMBER,
  '+': NUMBER,
  '-': NUMBER,
  '*': NUMBER,
  '/': NUMBER,
  '%': NUMBER,
};

const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%']);

/** Both operands are always evaluated before: HCL has no short circuit. */
export function operateBinary(operator: BinaryOperator, left: Value, right: Value): Operation {
  const operandType = OPERAND_TYPES[operator];
  if (operandType === undefined) return known(compareEqual(operator, left, right));
  const unknown: Value = { type: 'unknown', of: ARITHMETIC.has(operator) ? NUMBER : BOOL };
  const a = convert(left, operandType);
  const b = convert(right, operandType);
  const faults: OperationFault[] = [];
  if (!a.ok) faults.push(unsuitable('left', a.reason));
  if (!b.ok) faults.push(unsuitable('right', b.reason));
  if (!a.ok || !b.ok) return { value: unknown, faults };
  if (a.value.type === 'null' || b.value.type === 'null') return nullOperand(unknown);
  if (a.value.type === 'bool' && b.value.type === 'bool') {
    const both = a.value.value && b.value.value;
    return known(operator === '&&' ? both : a.value.value || b.value.value);
  }
  if (a.value.type !== 'number' || b.value.type !== 'number') return { value: unknown, faults: [] };
  return operateNumbers(operator, a.value.value, b.value.value);
}

function known(value: boolean | undefined): Operation {
  return {
    value: value === undefined ? { type: 'unknown', of: BOOL } : boolValue(value),
    faults: [],
  };
}

function compareEqual(operator: BinaryOperator, left: Value, right: Value): boolean | undefined {
  const equal = valuesEqual(left, right);
  return equal === undefined ? undefined : equal === (operator === '==');
}

function unsuitable(operand: 'left' | 'right' | 'unary', reason: string): OperationFault {
  return {
    operand: operand === 'right' ? 'right' : 'left',
    summary: 'Invalid operand',
    detail: `Unsuitable value for ${operand} operand: ${reason}.`,
    code: 'invalid-expression',
  };
}

function nullOperand(unknown: Value): Operation {
  return failed(unknown, 'Operation failed', 'Error during operation: argument must not be null.');
}

function failed(
  unknown: Value,
  summary: string,
  detail: string,
  code: OperationFault['code'] = 'invalid-expression',
): Operation {
  return { value: unknown, faults: [{ summary, detail, code }] };
}

function operateNumbers(operator: BinaryOperator, left: Decimal, right: Decimal): Operation {
  if (ARITHMETIC.has(operator)) return calculate(operator, left, right);
  const order = compare(left, right);
  switch (operator) {
    case '<':
      return known(order < 0);
    case '<=':
      return known(order <= 0);
    case '>':
      return known(order > 0);
    default:
      return known(order >= 0);
  }
}

function calculate(operator: BinaryOperator, left: Decimal, right: Decimal): Operation {
  const unknown: Value = { type: 'unknown', of: NUMBER };
  if ((operator === '/' || operator === '%') && right.coefficient === 0n) {
    const detail = 'The right operand is zero, so there is no result.';
    return failed(unknown, 'Division by zero', detail);
  }
  const result = arithmetic(operator, left, right);
  if (result !== undefined) return { value: numberValue(result), faults: [] };
  return failed(
    unknown,
    'Number out of range',
    'The result is too large or too small for a number.',
    'out-of-range',
  );
}

function arithmetic(operator: BinaryOperator, left: Decimal, right: Decimal): Decimal | undefined {
  switch (operator) {
    case '+':
      return add(left, right);
    case '-':
      return subtract(left, right);
    case '*':
      return multiply(left, right);
    case '/':
      return divide(left, right);
    default:
      return remainder(left, right);
  }
}

export function operateUnary(operator: UnaryOperator, operand: Value): Operation {
  const operandType = operator === '-' ? NUMBER : BOOL;
  const unknown: Value = { type: 'unknown', of: operandType };
  const converted = convert(operand, operandType);
  if (!converted.ok) return { value: unknown, faults: [unsuitable('unary', converted.reason)] };
  const { value } = converted;
  if (value.type === 'null') return nullOperand(unknown);
  if (value.type === 'number') return { value: numberValue(negate(value.value)), faults: [] };
  if (value.type === 'bool') return known(!value.value);
  return { value: unknown, faults: [] };
}
