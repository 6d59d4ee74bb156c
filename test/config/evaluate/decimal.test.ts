import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalText, decimalToNumber } from '../../../src/config/convert.ts';
import {
  add,
  compare,
  type Decimal,
  divide,
  isInBounds,
  isInteger,
  multiply,
  negate,
  parseDecimal,
  remainder,
  subtract,
  toDouble,
  ZERO,
} from '../../../src/config/evaluate/decimal.ts';

function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`${text} is no number`);
  return value;
}

const text = (value: Decimal | undefined): string | undefined => value && decimalText(value);

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: -30, max: 30 }))
  .map(([coefficient, exponent]) => decimal(`${coefficient}e${exponent}`));

describe('what is a number', () => {
  test.each([
    ['12', '12'],
    ['-0.5', '-0.5'],
    ['+3', '3'],
    ['1e3', '1000'],
    ['1E-3', '0.001'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['5.00', '5'],
    ['007', '7'],
    ['-0', '0'],
    ['0e99999', '0'],
    ['1e21', '1000000000000000000000'],
    ['0.000001', '0.000001'],
    ['123456789012345678901234567890.5', '123456789012345678901234567890.5'],
  ])('%j is %s', (given, expected) => {
    expect(text(decimal(given))).toBe(expected);
  });

  test.each([
    '',
    ' 1',
    '1 ',
    '.',
    '+',
    'e3',
    '1e',
    '0x10',
    '1_000',
    'Infinity',
    'NaN',
    '1..2',
    '١',
  ])('%j is none', (given) => {
    expect(parseDecimal(given)).toBeUndefined();
  });
});

describe('laws', () => {
  const options = { seed: 1, numRuns: 300 };

  test('text and back gives the same number', () => {
    fc.assert(
      fc.property(decimals, (value) => compare(decimal(decimalText(value)), value) === 0),
      options,
    );
  });

  test('sums and products are exact, whatever the order', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(text(add(a, b))).toBe(text(add(b, a)));
        expect(text(multiply(a, b))).toBe(text(multiply(b, a)));
        expect(text(subtract(add(a, b) ?? ZERO, b))).toBe(text(a));
      }),
      options,
    );
  });

  test('quotient times divisor is the dividend again', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        fc.pre(b.coefficient !== 0n);
        const again = multiply(divide(a, b) ?? ZERO, b) ?? ZERO;
        expect(toDouble(again)).toBe(toDouble(a));
      }),
      options,
    );
  });

  test('the remainder is smaller than the divisor and has the sign of the dividend', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        fc.pre(b.coefficient !== 0n);
        const rest = remainder(a, b) ?? ZERO;
        const size = (value: Decimal): Decimal => (value.coefficient < 0n ? negate(value) : value);
        expect(compare(size(rest), size(b))).toBeLessThan(0);
        expect(rest.coefficient * a.coefficient >= 0n).toBe(true);
      }),
      options,
    );
  });

  test('the order is that of subtraction', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const difference = subtract(a, b)?.coefficient ?? 0n;
        expect(Math.sign(compare(a, b))).toBe(difference > 0n ? 1 : difference < 0n ? -1 : 0);
      }),
      options,
    );
  });

  test('every double is found again from its text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(toDouble(decimal(String(value)))).toBe(value + 0);
      }),
      options,
    );
  });
});

describe('division', () => {
  test.each([
    ['1', '4', '0.25'],
    ['1', '3', '0.3333333333333333'],
    ['-2', '3', '-0.6666666666666666'],
    ['10', '5', '2'],
    ['1e300', '3', `33333333333333335${'0'.repeat(283)}`],
  ])('%s / %s is %s', (a, b, expected) => {
    expect(text(divide(decimal(a), decimal(b)))).toBe(expected);
  });

  test('a third times three is one', () => {
    const third = divide(decimal('1'), decimal('3')) ?? ZERO;

    expect(compare(multiply(third, decimal('3')) ?? ZERO, decimal('1'))).toBe(0);
    expect(compare(add(add(third, third) ?? ZERO, third) ?? ZERO, decimal('1'))).toBe(0);
  });
});

describe('bounds', () => {
  test.each(['1e400', '-1e400', '1e999999999999', '1e-1001', `1${'0'.repeat(400)}`])(
    '%s is out of them',
    (given) => {
      expect(isInBounds(decimal(given))).toBe(false);
    },
  );

  test.each(['1e308', '-1.7e308', '1e-320', '0', `0.${'0'.repeat(300)}1`])(
    '%s is within',
    (given) => {
      expect(isInBounds(decimal(given))).toBe(true);
    },
  );

  test('results out of bounds are none', () => {
    const large = decimal('1e900');

    expect(multiply(large, large)).toBeUndefined();
    expect(divide(decimal('1e-900'), large)).toBeUndefined();
  });

  test('a number of a million digits is read to the nearest double', () => {
    expect(toDouble(decimal(`0.1${'0'.repeat(1_000_000)}1`))).toBe(0.1);
    const half = '1.00000000000000011102230246251565404236316680908203125';
    expect(toDouble(decimal(`${half}${'0'.repeat(2000)}`))).toBe(1);
    expect(toDouble(decimal(`${half}${'0'.repeat(2000)}1`))).toBe(1 + Number.EPSILON);
  });
});

describe('as JavaScript numbers', () => {
  test.each<readonly [string, number | undefined]>([
    ['5', 5],
    ['-0', 0],
    ['0.1', 0.1],
    ['1e-400', 0],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', undefined],
    ['-9007199254740993', undefined],
    ['1e16', undefined],
    ['1e400', undefined],
    ['9007199254740992.5', 9007199254740992],
  ])('%s is %s', (given, expected) => {
    expect(decimalToNumber(decimal(given))).toBe(expected);
  });

  test.each([
    ['1', true],
    ['1.0', true],
    ['1e3', true],
    ['0', true],
    ['1.5', false],
    ['1e-1', false],
  ])('%s is whole: %s', (given, expected) => {
    expect(isInteger(decimal(given))).toBe(expected);
  });
});
