import { backup, restore } from '@assay/runtime';
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

export const registerBackupCommands = (program: Command): void => {
  program
    .command('backup')
    .description('Copy the embedded database to a file, while the server runs')
    .argument('<file>', 'where to; must not exist yet')
    .action(async (file: string) => {
      process.stderr.write('Copying …\n');
      const { bytes, secretFile } = await withReadableErrors(() => backup(readOperatorConfig(), file));
      printLines([
        `${file}: ${(bytes / 1024 / 1024).toFixed(1)} MiB`,
        secretFile === undefined
          ? 'The secret is not in the data directory: keep ASSAY_SECRET with the backup.'
          : `${secretFile}: keep it with the backup, and private; it signs take URLs.`,
      ]);
    });

  program
    .command('restore')
    .description('Put a backup in the place of the embedded database; the server must be stopped')
    .argument('<file>', 'a file that `assay-server backup` wrote')
    .action(async (file: string) => {
      const restored = await withReadableErrors(() => restore(readOperatorConfig(), file, Date.now()));
      printLines([
        `${restored.file} is restored from ${file}.`,
        ...(restored.former === undefined ? [] : [`The former database is kept as ${restored.former}.`]),
        restored.secretRestored ? 'The secret is restored too.' : `No secret stood beside it (${file}.secret): the present one stays.`,
      ]);
    });
};
