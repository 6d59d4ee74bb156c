import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { graphemes } from '../../src/ui/cell-width.ts';
import {
  type EditCommand,
  type EditorState,
  EMPTY_EDITOR,
  edit,
  insertText,
} from '../../src/ui/line-editor.ts';

/** An editor from a text in which `|` marks the cursor. */
function editor(marked: string): EditorState {
  const cursor = marked.indexOf('|');
  return { ...EMPTY_EDITOR, text: marked.replace('|', ''), cursor };
}

function shown(state: EditorState): string {
  return `${state.text.slice(0, state.cursor)}|${state.text.slice(state.cursor)}`;
}

const cases: { command: EditCommand; before: string; after: string }[] = [
  { command: 'left', before: 'ab|', after: 'a|b' },
  { command: 'left', before: '|ab', after: '|ab' },
  { command: 'left', before: 'a👩‍👩‍👧|b', after: 'a|👩‍👩‍👧b' },
  { command: 'right', before: '|e\u0301x', after: 'e\u0301|x' },
  { command: 'right', before: 'ab|\ncd', after: 'ab\n|cd' },
  { command: 'word-left', before: 'git push  |', after: 'git |push  ' },
  { command: 'word-right', before: 'git| push now', after: 'git push| now' },
  { command: 'word-left', before: 'grüße|', after: '|grüße' },
  { command: 'line-start', before: 'one\ntw|o', after: 'one\n|two' },
  { command: 'line-end', before: 'o|ne\ntwo', after: 'one|\ntwo' },
  { command: 'backspace', before: 'a🇩🇪|', after: 'a|' },
  { command: 'backspace', before: 'one\n|two', after: 'one|two' },
  { command: 'backspace', before: '|a', after: '|a' },
  { command: 'delete', before: '|👍🏽a', after: '|a' },
  { command: 'delete', before: 'a|', after: 'a|' },
  { command: 'kill-to-end', before: 'a|bc\nd', after: 'a|\nd' },
  { command: 'kill-to-end', before: 'a|\nd', after: 'a|d' },
  { command: 'kill-to-start', before: 'x\nab|c', after: 'x\n|c' },
  { command: 'kill-word-back', before: 'cat /tmp/a-b |', after: 'cat |' },
  { command: 'kill-word-forward', before: 'a| b-c', after: 'a|-c' },
];

test.each(cases)('$command: $before becomes $after', ({ command, before, after }) => {
  expect(shown(edit(editor(before), command))).toBe(after);
});

describe('killing', () => {
  test('kills in a row are yanked together, in the order of the text', () => {
    const killed = edit(edit(editor('one two three|'), 'kill-word-back'), 'kill-word-back');

    expect(shown(edit(killed, 'yank'))).toBe('one two three|');
  });

  test('another command in between starts anew', () => {
    const once = edit(editor('one two|'), 'kill-word-back');
    const twice = edit(edit(once, 'left'), 'kill-to-start');

    expect(shown(edit(twice, 'yank'))).toBe('one| ');
  });
});

test('whatever is done, the cursor stands between graphemes and editing loses nothing else', () => {
  const commands: EditCommand[] = [...new Set(cases.map(({ command }) => command)), 'yank'];
  const step = fc.oneof(
    fc.constantFrom(...commands),
    fc.string({ unit: 'grapheme', maxLength: 3 }).map((text) => ({ text })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let state = EMPTY_EDITOR;
      for (const next of steps) {
        state = typeof next === 'string' ? edit(state, next) : insertText(state, next.text);
        expect(state.cursor).toBeGreaterThanOrEqual(0);
        expect(state.cursor).toBeLessThanOrEqual(state.text.length);
      }
      const left = edit(state, 'left');
      const unit = state.text.slice(left.cursor, state.cursor);
      expect(graphemes(unit).length).toBeLessThanOrEqual(1);
    }),
  );
});
