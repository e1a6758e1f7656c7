import { acceptSecret, isSecretOfDatabase } from '@assay/operations';
import type { Command } from 'commander';
import { withAssay } from './with-assay.ts';

const accepted = `The database is used with this secret from now on. Give it to all processes, and start them again.
URLs of tests and reports that were sent so far open nothing: send new ones.
Callbacks wait until their account has a new callback secret: POST /manage/v1/callback-secrets/rotate.
`;

export const registerSecretCommands = (program: Command): void => {
  program
    .command('secret')
    .description('The secret that signs URLs and encrypts callback secrets')
    .command('accept')
    .description('Use the database with ASSAY_SECRET, or the secret of the data directory, in place of the one before')
    .action(async () => {
      const isNew = await withAssay(async (assay) => {
        if (await isSecretOfDatabase({ assay })) return false;
        await acceptSecret({ assay });
        return true;
      });
      process.stdout.write(isNew ? accepted : 'The database is used with this secret already.\n');
    });
};
