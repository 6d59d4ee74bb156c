// A shape written by hand, so that tests of the engine need no schema language.
import type { JsonValue } from '../../src/protocol/json.ts';
import type { AnswerSchema } from '../../src/turn/structured-answer.ts';

/** An object with a number `n`. */
export const NUMBERED: AnswerSchema = {
  schema: { type: 'object', required: ['n'], properties: { n: { type: 'number' } } },
  problems: (value) => (hasNumber(value) ? [] : ['/n must be a number']),
};

function hasNumber(value: JsonValue): boolean {
  return (
    typeof value === 'object' && value !== null && 'n' in value && typeof value['n'] === 'number'
  );
}
