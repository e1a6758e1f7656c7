/** A fault in a file and its place; lines and columns count from 1. */
export type Fault = { readonly file: string; readonly line: number; readonly column: number; readonly path: string; readonly rule: string };

/** `file:line:column: path: rule`, which editors and terminals turn into links. */
export const formatFault = ({ file, line, column, path, rule }: Fault): string =>
  `${file}:${line}:${column}: ${path === '' ? rule : `${path}: ${rule}`}`;

/** Sorted by place, without duplicates. */
export const inOrder = (faults: readonly Fault[]): readonly Fault[] => {
  const seen = new Set<string>();
  return faults
    .filter((fault) => !seen.has(formatFault(fault)) && seen.add(formatFault(fault)) !== undefined)
    .toSorted((one, other) => one.line - other.line || one.column - other.column);
};
