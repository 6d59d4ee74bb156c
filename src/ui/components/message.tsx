import type { ReactNode } from 'react';
import { Lines } from './lines.tsx';

/** The line of the answer that is being written. */
export function Message({ rows }: { readonly rows: readonly string[] }): ReactNode {
  return <Lines rows={rows} />;
}
