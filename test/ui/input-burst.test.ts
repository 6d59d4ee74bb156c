import { expect, test } from 'vitest';
import { groupBurst } from '../../src/ui/input-burst.ts';
import { type InputEvent, keyEvent } from '../../src/ui/input-event.ts';

const text = (characters: string): InputEvent[] =>
  [...characters].map((character) => ({ type: 'text', text: character }));
const enter = keyEvent('enter');

test.each([
  {
    name: 'typed characters join',
    events: text('abc'),
    inputs: [{ type: 'text', text: 'abc' }],
    isPaste: false,
  },
  {
    name: 'one line with Enter is sent',
    events: [...text('ls'), enter],
    inputs: [{ type: 'text', text: 'ls' }, enter],
    isPaste: false,
  },
  {
    name: 'text behind Enter shows a paste',
    events: [...text('a'), enter, ...text('b'), enter],
    inputs: [{ type: 'paste', text: 'a\nb\n' }],
    isPaste: true,
  },
  {
    name: 'other keys stay keys within a paste',
    events: [...text('a'), enter, keyEvent('up'), ...text('b')],
    inputs: [{ type: 'paste', text: 'a\n' }, keyEvent('up'), { type: 'paste', text: 'b' }],
    isPaste: true,
  },
  {
    name: 'a stray end of paste shows what stood before it',
    events: [enter, { type: 'stray-paste-end' as const }],
    inputs: [{ type: 'paste', text: '\n' }],
    isPaste: true,
  },
])('$name', ({ events, inputs, isPaste }) => {
  expect(groupBurst(events, false)).toEqual({ inputs, isPaste });
});

test('what follows a paste within moments belongs to it', () => {
  expect(groupBurst([...text('c'), enter], true)).toEqual({
    inputs: [{ type: 'paste', text: 'c\n' }],
    isPaste: true,
  });
});

test('a key other than text ends the moments of a paste', () => {
  expect(groupBurst([keyEvent('up')], true)).toEqual({ inputs: [keyEvent('up')], isPaste: false });
});
