import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { LiveView } from '../live-view.ts';
import { Lines } from './lines.tsx';
import { Message } from './message.tsx';
import { Notice } from './notice.tsx';
import { PromptInput } from './prompt-input.tsx';
import { Queue } from './queue.tsx';
import { StatusBar } from './status-bar.tsx';
import { Thinking } from './thinking.tsx';

/** The live region, from top to bottom. */
export function App({ view }: { readonly view: LiveView }): ReactNode {
  return (
    <Box flexDirection="column">
      <Thinking rows={view.thinking} />
      <Message rows={view.answer} />
      <Queue rows={view.queue} />
      <Lines rows={view.picker} />
      {view.notice === undefined ? null : <Notice row={view.notice} />}
      <PromptInput view={view.prompt} />
      <StatusBar rows={view.status} />
    </Box>
  );
}
