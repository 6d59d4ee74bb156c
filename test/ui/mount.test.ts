import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { LiveView } from '../../src/ui/live-view.ts';
import { mountLayout } from '../../src/ui/mount.tsx';
import { Screen } from '../../src/ui/screen.ts';
import { ManualClock } from '../support/fake-host.ts';

const view: LiveView = {
  thinking: ['| t'],
  answer: ['a', '', 'b'],
  picker: [],
  queue: ['q'],
  notice: '',
  prompt: { rows: ['> '], cursorColumn: 2, cursorRow: 0 },
  status: ['s'],
};

/** A screen that only remembers what Ink wrote. */
class Recorder extends Screen {
  readonly frames: string[] = [];

  override write(frame: string): boolean {
    this.frames.push(frame);
    return true;
  }
}

function mount(errors: unknown[] = []) {
  const stream = new PassThrough();
  const screen = new Recorder({
    out: stream as unknown as NodeJS.WriteStream,
    clock: new ManualClock(),
    rewraps: true,
    layout: () => {},
  });
  const layout = mountLayout(screen, stream as unknown as NodeJS.ReadStream, (error) =>
    errors.push(error),
  );
  return { screen, layout };
}

test('a view is laid out at once, as one frame without sequences of Ink', () => {
  const { screen, layout } = mount();
  screen.frames.length = 0;

  layout.render(view);

  expect(screen.frames).toEqual(['| t\na\n\nb\nq\n\n> \ns'.replace('> ', '>')]);
  layout.unmount();
});

test('a component that throws is reported, and Ink prints nothing about it', () => {
  const errors: unknown[] = [];
  const { screen, layout } = mount(errors);
  // What no type would let through: the prompt is missing.
  layout.render({ ...view, prompt: undefined } as unknown as LiveView);

  expect(errors).toHaveLength(1);
  expect(screen.frames.join('')).not.toContain('ERROR');
  layout.unmount();
});
