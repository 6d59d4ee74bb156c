import { expect, test } from 'vitest';
import { terminalLook } from '../../src/ui/terminal-look.ts';

test.each([
  { environment: {}, color: 'auto', hasColor: true, isPlain: false },
  { environment: { NO_COLOR: '1' }, color: 'auto', hasColor: false, isPlain: false },
  { environment: { NO_COLOR: '' }, color: 'auto', hasColor: true, isPlain: false },
  {
    environment: { NO_COLOR: '1', FORCE_COLOR: '1' },
    color: 'auto',
    hasColor: false,
    isPlain: false,
  },
  { environment: { FORCE_COLOR: '0' }, color: 'auto', hasColor: false, isPlain: false },
  {
    environment: { FORCE_COLOR: '', CLICOLOR: '0' },
    color: 'auto',
    hasColor: false,
    isPlain: false,
  },
  { environment: { CLICOLOR: '0' }, color: 'auto', hasColor: false, isPlain: false },
  {
    environment: { CLICOLOR: '0', FORCE_COLOR: '1' },
    color: 'auto',
    hasColor: true,
    isPlain: false,
  },
  { environment: { TERM: 'dumb' }, color: 'auto', hasColor: false, isPlain: true },
  { environment: { TERM: 'dumb' }, color: 'always', hasColor: true, isPlain: true },
  { environment: { CI: 'true' }, color: 'auto', hasColor: true, isPlain: false },
  { environment: { FORCE_COLOR: '3' }, color: 'never', hasColor: false, isPlain: false },
  { environment: { NO_COLOR: '1' }, color: 'always', hasColor: true, isPlain: false },
] as const)('$environment with --color $color', ({ environment, color, hasColor, isPlain }) => {
  expect(terminalLook(environment, color)).toMatchObject({ hasColor, isPlain });
});

test('--plain is plain in any terminal', () => {
  expect(terminalLook({ TERM: 'xterm' }, 'auto', true).isPlain).toBe(true);
});

test.each([
  { environment: { TERM: 'xterm-256color' }, rewraps: true },
  { environment: { TERM: 'linux' }, rewraps: false },
  { environment: { TERM: 'xterm', XTERM_VERSION: 'XTerm(390)' }, rewraps: false },
])('$environment re-wraps: $rewraps', ({ environment, rewraps }) => {
  expect(terminalLook(environment).rewraps).toBe(rewraps);
});
