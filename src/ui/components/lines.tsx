import { Text } from 'ink';
import type { ReactNode } from 'react';

/**
 * Rows that are laid out already. One `Text` a row: Ink measures and caches each text it has not
 * seen, so that only rows that changed cost anything.
 */
export function Lines({ rows }: { readonly rows: readonly string[] }): ReactNode {
  return rows.map((row, index) => (
    // A row has no identity but its place. An empty text would have no height.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Text key={index} wrap="truncate">
      {row === '' ? ' ' : row}
    </Text>
  ));
}
