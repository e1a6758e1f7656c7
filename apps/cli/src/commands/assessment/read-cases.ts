import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { type CaseFile, casesOfFiles, codingBounds, err, ok, type Result } from '@assay/domain';

type Cases = readonly object[];

/** Bytes of UTF-8: more than the characters that a case may have. */
const largestFile = 4 * codingBounds.caseText;
const pattern = /^(?:[^*]*\/)?[^*/]*\*[^*/]*\.in$/;
const outputEndings = ['.out', '.ans'];

const textOf = (folder: string, path: string, shown: string): string => {
  const real = realpathSync(path);
  if (!real.startsWith(folder + sep)) throw new Error(`${shown}: lies outside the folder of the test file`);
  const { size } = statSync(real);
  if (!statSync(real).isFile()) throw new Error(`${shown}: is no file`);
  if (size > largestFile) throw new Error(`${shown}: has more than ${largestFile} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(real));
  } catch (error) {
    throw error instanceof TypeError ? new Error(`${shown}: is not UTF-8 text`) : error;
  }
};

/** The cases that `cases/sum/*.in` names, beside a test file in `folder`: inputs with their outputs. */
export const readCases = (folder: string, named: string): Result<Cases, readonly string[]> => {
  if (!pattern.test(named)) return err([`must be a list, or a pattern for files beside the test such as cases/*.in, not ${named}`]);
  const [before = '', after = ''] = basename(named).split('*');
  const stem = after.slice(0, -'.in'.length);
  try {
    const root = realpathSync(folder);
    const within = dirname(named);
    const names = readdirSync(join(root, within));
    const inputs = names.filter((name) => name.startsWith(before) && name.endsWith(after) && name.length >= before.length + after.length);
    if (inputs.length === 0) return err([`there is no file ${named} beside the test`]);
    if (inputs.length > codingBounds.cases)
      return err([`must have at most ${codingBounds.cases} cases, but ${named} names ${inputs.length}`]);
    const outputs = names.filter((name) =>
      outputEndings.some((ending) => name.endsWith(`${stem}${ending}`) && inputs.includes(`${name.slice(0, -ending.length)}.in`)),
    );
    const files = [...inputs, ...outputs].map((name): CaseFile => {
      const path = within === '.' ? name : `${within}/${name}`;
      return { path, text: textOf(root, join(root, within, name), path) };
    });
    return casesOfFiles(files);
  } catch (error) {
    return err([error instanceof Error ? error.message : String(error)]);
  }
};

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const listIn = (value: unknown, field: string): readonly unknown[] => {
  const list = isFields(value) ? value[field] : undefined;
  return Array.isArray(list) ? list : [];
};

export type CasesFault = { readonly path: readonly PropertyKey[]; readonly rule: string };

/** Puts the cases that lie in files into a test file as it was parsed; what cannot be read is a fault of its question. */
export const withCasesOfFiles = (folder: string, file: unknown): Result<unknown, readonly CasesFault[]> => {
  const faults: CasesFault[] = [];
  for (const [section, one] of listIn(file, 'sections').entries())
    for (const [index, question] of listIn(one, 'questions').entries()) {
      if (!isFields(question) || question.kind !== 'coding' || typeof question.cases !== 'string') continue;
      const read = readCases(folder, question.cases);
      const path = ['sections', section, 'questions', index, 'cases'];
      if (read.ok) question.cases = read.value;
      else faults.push(...read.error.map((rule) => ({ path, rule })));
    }
  return faults.length === 0 ? ok(file) : err(faults);
};
