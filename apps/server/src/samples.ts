import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api, type Context } from '@assay/operations';
import { parseDocument } from 'yaml';

/** Reads a test file in YAML or JSON. Throws an error with file, line and column. */
const readTestFile = async (file: string): Promise<unknown> => {
  const document = parseDocument(await readFile(file, 'utf8'), { prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  return document.toJS();
};

export type ImportedSample = { readonly testId: number; readonly testName: string };

type Refused = { readonly file: string; readonly reason: string };

/**
 * Imports the sample tests of a directory, in the order of their file names. One that is refused is left out: what runs its programs may
 * be down, and a start needs no sample. Whether a loaded machine runs them now is asked three times.
 */
export const importSamples = async (ctx: Context, directory: string, onRefused: (refused: Refused) => void): Promise<ImportedSample[]> => {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.yaml')).sort();
  const imported: ImportedSample[] = [];
  for (const name of files) {
    const file = join(directory, name);
    const input = { body: await readTestFile(file) };
    let result = await api.importTest({ ctx, input });
    for (let tries = 1; !result.ok && result.error.code === 'service.unavailable' && tries < 3; tries += 1)
      result = await api.importTest({ ctx, input });
    if (result.ok) imported.push({ testId: result.value.testId, testName: result.value.testName });
    else onRefused({ file, reason: result.error.message });
  }
  return imported;
};
