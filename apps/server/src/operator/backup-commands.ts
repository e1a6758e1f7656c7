import { type Backup, backup, restore } from '@assay/runtime';
import type { Command } from 'commander';
import { RefusedError } from './refused.ts';
import { readOperatorConfig } from './with-assay.ts';

const printLines = (lines: readonly string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};

/** Turns errors that the operator can fix (a wrong file, a running server, a full disk) into a message without a stack trace. */
const withReadableErrors = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && (error.name === 'BackupError' || 'code' in error)) throw new RefusedError(error.message);
    throw error;
  }
};

const imagesLine: Record<Backup['images'], (file: string) => string[]> = {
  included: (file) => [`${file}.images: the webcam images and the files of candidates.`],
  'left out': () => ['Not in it: the webcam images and the files of candidates. --with-images copies them too.'],
  'in a bucket': () => ['Not in it: the webcam images and the files of candidates, which are in the bucket of ASSAY_STORAGE_URL.'],
  none: () => [],
};

export const registerBackupCommands = (program: Command): void => {
  program
    .command('backup')
    .description('Copy the embedded database to a file, while the server runs')
    .argument('<file>', 'where to; must not exist yet')
    .option('--with-images', 'copy the webcam images and the files of candidates too, to <file>.images')
    .action(async (file: string, { withImages = false }: { withImages?: boolean }) => {
      process.stderr.write('Copying …\n');
      const { bytes, secretFile, images } = await withReadableErrors(() => backup(readOperatorConfig(), file, { withImages }));
      printLines([
        `${file}: ${(bytes / 1024 / 1024).toFixed(1)} MiB`,
        secretFile === undefined
          ? 'Not in it: the secret, which is not in the data directory. Keep ASSAY_SECRET with the backup: it signs take URLs.'
          : `${secretFile}: keep it with the backup, and private; it signs take URLs.`,
        ...imagesLine[images](file),
      ]);
    });

  program
    .command('restore')
    .description('Put a backup in the place of the embedded database; the server must be stopped')
    .argument('<file>', 'a file that `assay-server backup` wrote')
    .action(async (file: string) => {
      const config = readOperatorConfig();
      const restored = await withReadableErrors(() => restore(config, file, Date.now()));
      printLines([
        `${restored.file} is restored from ${file}.`,
        ...(restored.former === undefined ? [] : [`The former database is kept as ${restored.former}.`]),
        restored.secretRestored ? 'The secret is restored too.' : `No secret stood beside it (${file}.secret): the present one stays.`,
        ...(restored.secretRestored && config.ASSAY_SECRET !== undefined
          ? ['ASSAY_SECRET is set and goes before it: unset it, or take URLs of the backup are invalid.']
          : []),
        ...(restored.imagesRestored === undefined ? [] : [`Webcam images and files of candidates added: ${restored.imagesRestored}.`]),
      ]);
    });
};
