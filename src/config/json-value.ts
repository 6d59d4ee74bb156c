/** A free value, such as `provider_options`, as plain JSON. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { JsonValue } from '../protocol/json.ts';
import { decimalToNumber } from './convert.ts';
import { BEYOND_DOUBLE } from './decode-scalar.ts';
import type { Value } from './evaluate/value.ts';
import { type FaultPlace, outOfRange } from './faults.ts';
import { joinPath } from './names.ts';

/** @returns `undefined` when a number in it can not be kept; that is reported. */
export function toJsonValue(
  value: Value,
  place: FaultPlace,
  report: (diagnostic: Diagnostic) => void,
): JsonValue | undefined {
  switch (value.type) {
    case 'null':
    case 'unknown':
      return null;
    case 'bool':
    case 'string':
      return value.value;
    case 'number': {
      const number = decimalToNumber(value.value);
      if (number === undefined) report(outOfRange(place, BEYOND_DOUBLE));
      return number;
    }
    case 'tuple': {
      const items = value.items.map((item, index) =>
        toJsonValue(item, { ...place, path: `${place.path}[${index}]` }, report),
      );
      return items.filter((item) => item !== undefined);
    }
    case 'object': {
      const entries = [...value.entries].map(([name, item]) => {
        return [name, toJsonValue(item, { ...place, path: joinPath(place.path, name) }, report)];
      });
      return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
    }
  }
}
