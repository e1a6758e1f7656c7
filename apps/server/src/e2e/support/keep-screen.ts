import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('../../../../../docs/screens/', import.meta.url));

/** Writes docs/screens/terminal-<name>.txt when `ASSAY_KEEP_SCREENS` is set. Nothing is compared. */
export const keepScreen = async (name: string, screen: string): Promise<void> => {
  if ((process.env.ASSAY_KEEP_SCREENS ?? '') === '') return;
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, `terminal-${name}.txt`), `${screen.trimEnd()}\n`);
};
