/** Columns as wide as their widest cell; cells are safe for a terminal already. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
    .map((cells) => `${cells.join('  ').trimEnd()}\n`)
    .join('');
}
