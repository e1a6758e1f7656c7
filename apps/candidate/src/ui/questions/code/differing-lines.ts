/** A line of an output. `differs`: the other output has another one at its place. */
export type Line = { readonly text: string; readonly differs: boolean };

const linesOf = (text: string): readonly string[] => text.replace(/\r?\n$/, '').split(/\r?\n/);

/** Most comparisons do not look at spaces. */
const normal = (line: string | undefined): string | undefined => line?.trim().replace(/\s+/g, ' ');

/** Spaces that end a line or stand together, and tabs, as signs that are seen. */
const visible = (line: string): string => line.replace(/\t/g, '→').replace(/ +$| {2,}/g, (spaces) => '·'.repeat(spaces.length));

const marked = (
  own: readonly string[],
  other: readonly string[],
  form: (line: string | undefined) => string | undefined,
): readonly Line[] =>
  own.map((line, index) => {
    const differs = form(line) !== form(other[index]);
    return { text: differs ? visible(line) : line, differs };
  });

/** The lines of what was expected and of what came, marked where they differ: in spaces only if in nothing else. */
export const differingLines = (
  expected: string,
  actual: string,
): { readonly expected: readonly Line[]; readonly actual: readonly Line[] } => {
  const left = linesOf(expected);
  const right = linesOf(actual);
  const isEqual = left.length === right.length && left.every((line, index) => normal(line) === normal(right[index]));
  const form = isEqual ? (line: string | undefined) => line : normal;
  return { expected: marked(left, right, form), actual: marked(right, left, form) };
};

/** Without marks. */
export const plainLines = (text: string): readonly Line[] => linesOf(text).map((line) => ({ text: line, differs: false }));
