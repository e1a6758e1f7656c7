import { err, ok, type Result } from '../result.ts';

/** A file beside a test file; `path` with `/`. */
export type CaseFile = { readonly path: string; readonly text: string };
/** A case of `io: stdio` as a test file has it. */
type FileCase = { readonly name: string; readonly input: string; readonly output: string; readonly sample: boolean };

const inputEnding = '.in';
const outputEndings = ['.out', '.ans'] as const;

const inOrder = new Intl.Collator('en', { numeric: true });

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -inputEnding.length);

/**
 * The cases that lie in files beside a test: an input `2.in` with its output `2.out` (or `2.ans`), named `2`, in the order in which people
 * sort such names. One whose name begins with `sample` is a sample.
 */
export const casesOfFiles = (files: readonly CaseFile[]): Result<readonly FileCase[], readonly string[]> => {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const inputs = files.filter(({ path }) => path.endsWith(inputEnding)).sort((one, other) => inOrder.compare(one.path, other.path));
  const cases: FileCase[] = [];
  const faults: string[] = [];
  for (const { path, text } of inputs) {
    const stem = path.slice(0, -inputEnding.length);
    const output = outputEndings.map((ending) => texts.get(stem + ending)).find((one) => one !== undefined);
    if (output === undefined)
      faults.push(`${path}: there is no ${outputEndings.map((ending) => `${nameOf(path)}${ending}`).join(' or ')} beside it`);
    else cases.push({ name: nameOf(path), input: text, output, sample: nameOf(path).toLowerCase().startsWith('sample') });
  }
  return faults.length > 0 ? err(faults) : ok(cases);
};
