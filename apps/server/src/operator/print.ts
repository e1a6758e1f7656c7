export type PrintOptions = { readonly json?: true };

type Cell = string | number | null;

const widthOf = (rows: readonly (readonly string[])[], column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));

/** Aligned columns under headings; an empty cell is a dash. */
export const formatTable = (headings: readonly string[], rows: readonly (readonly Cell[])[]): string => {
  const lines = [headings, ...rows.map((row) => row.map((cell) => (cell === null || cell === '' ? '-' : String(cell))))];
  const widths = headings.map((_, column) => widthOf(lines, column));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** Prints one JSON document with --json, otherwise text. */
export const print = ({ json }: PrintOptions, value: unknown, text: () => string): void => {
  process.stdout.write(`${json === true ? JSON.stringify(value, null, 2) : text()}\n`);
};
