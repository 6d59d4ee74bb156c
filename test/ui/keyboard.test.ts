import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { GroupedInput } from '../../src/ui/input-burst.ts';
import { openKeyboard } from '../../src/ui/keyboard.ts';
import { ManualClock } from '../support/fake-host.ts';

let stdin: PassThrough;
let clock: ManualClock;
let inputs: string[];
let ends: number;

beforeEach(() => {
  stdin = new PassThrough();
  clock = new ManualClock();
  inputs = [];
  ends = 0;
  openKeyboard({
    // The keyboard reads it as any stream.
    stdin: stdin as unknown as NodeJS.ReadStream,
    clock,
    onInput: (input) => inputs.push(word(input)),
    onEnd: () => {
      ends += 1;
    },
  });
});

function word(input: GroupedInput): string {
  if (input.type === 'key')
    return `${input.alt ? 'alt+' : ''}${input.ctrl ? 'ctrl+' : ''}${input.name}`;
  return 'text' in input ? `${input.type}:${input.text}` : input.type;
}

async function read(text: string): Promise<void> {
  stdin.write(text);
  await setImmediate();
}

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1) {
    clock.advance(1);
    await setImmediate();
  }
}

test('Escape is known for one after 50 ms without more', async () => {
  await read('\u001b');
  await pass(49);
  expect(inputs).toEqual([]);

  await pass(1);

  expect(inputs).toEqual(['escape']);
});

test('a sequence that a slow line cuts is one key', async () => {
  await read('\u001b');
  await pass(40);
  await read('[');
  await pass(400);
  await read('A');
  await pass(1_000);

  expect(inputs).toEqual(['up']);
});

test('a paste without end is given up after a second, and Ctrl+C works again', async () => {
  await read('\u001b[200~abc');
  await pass(999);
  expect(inputs).toEqual([]);

  await pass(1);
  await pass(100);
  await read('\u0003');

  expect(inputs).toEqual(['paste:abc', 'ctrl+c']);
});

test('the rest of an unmarked paste belongs to it when it follows within moments', async () => {
  await read('a\rb');
  await pass(10);
  await read('c\r');
  await pass(100);
  await read('d\r');
  await pass(100);

  expect(inputs).toEqual(['paste:a\nb', 'paste:c\n', 'text:d', 'enter']);
});

test.each([
  { name: 'an unmarked paste', pasted: 'ab\rcd\r\re\r', text: 'ab\ncd\n\ne\n' },
  {
    name: 'a marked paste with end markers in it',
    pasted: '\u001b[200~ab\u001b[201~\rc\u001b[201~\rd\r\u001b[201~',
    text: 'ab\nc\nd\n',
  },
])('$name sends nothing wherever its reads are cut', async ({ pasted, text }) => {
  for (let first = 1; first < pasted.length; first += 1) {
    for (let second = first; second < pasted.length; second += 1) {
      inputs = [];
      await read(pasted.slice(0, first));
      await pass(10);
      if (second > first) await read(pasted.slice(first, second));
      await pass(10);
      await read(pasted.slice(second));
      await pass(100);

      const found = inputs.map((input) => input.replace(/^(text|paste):/, '')).join('');
      expect({ first, second, found }).toEqual({ first, second, found: text });
    }
  }
});

test('Enter behind typed text is sent once nothing follows, and at once after a pause', async () => {
  await read('ls\r');
  expect(inputs).toEqual(['text:ls']);
  await pass(31);
  expect(inputs).toEqual(['text:ls', 'enter']);

  await read('x');
  await pass(31);
  await read('\r');
  expect(inputs).toEqual(['text:ls', 'enter', 'text:x', 'enter']);
});

test('what came while the program was busy belongs to the paste, however long that was', async () => {
  await read('ab\r');
  clock.advance(500);
  await read('cd\r');
  clock.advance(500);
  await read('ef\r');
  await pass(100);

  expect(inputs).toEqual(['text:ab', 'paste:\ncd\n', 'paste:ef\n']);
});

test('another key behind Enter leaves it Enter', async () => {
  await read('ls\r');
  await read('\u0003');

  expect(inputs).toEqual(['text:ls', 'enter', 'ctrl+c']);
});

test('the end of the input is told', async () => {
  stdin.end();
  await setImmediate();

  expect(ends).toBe(1);
});
