/** What is wrong in a file, and where: lines and columns from 1. */
export type Fault = { readonly file: string; readonly line: number; readonly column: number; readonly path: string; readonly rule: string };

/** `file:line:column: path: rule`, as editors and terminals make links of. */
export const formatFault = ({ file, line, column, path, rule }: Fault): string =>
  `${file}:${line}:${column}: ${path === '' ? rule : `${path}: ${rule}`}`;

/** By place, each once. */
export const inOrder = (faults: readonly Fault[]): readonly Fault[] => {
  const seen = new Set<string>();
  return faults
    .filter((fault) => !seen.has(formatFault(fault)) && seen.add(formatFault(fault)) !== undefined)
    .toSorted((one, other) => one.line - other.line || one.column - other.column);
};
