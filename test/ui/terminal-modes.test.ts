import { beforeEach, expect, test } from 'vitest';
import type { Terminal } from '../../src/host/terminal.ts';
import { createTerminalModes, type TerminalModes } from '../../src/ui/terminal-modes.ts';

let written: string[];
let modes: TerminalModes;

beforeEach(() => {
  written = [];
  const terminal = {
    stdin: { setRawMode: (isRaw: boolean) => written.push(`raw ${isRaw}`) },
    writeSync: (text: string) => written.push(text.replaceAll('\u001b[', ' ').trim()),
  };
  // The modes use no more of a terminal.
  modes = createTerminalModes(terminal as unknown as Terminal);
});

test('entering sets raw mode anew, since a shell may have changed it, and asks for kitty keys', () => {
  modes.enter();
  modes.enter();

  expect(written).toEqual(['raw false', 'raw true', '?2004h ?u']);
});

test('leaving undoes what was set, kitty keys only where they were on', () => {
  modes.enter();
  modes.leave();
  modes.enter();
  modes.enableKittyKeys();
  written.length = 0;

  modes.restore('LIVE');
  modes.restore('LIVE');
  modes.enableKittyKeys();

  expect(written).toEqual(['?2026lLIVE ?2004l <u 0m ?25h', 'raw false']);
});
