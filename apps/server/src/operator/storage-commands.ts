import { acceptStorage, countSampledFiles } from '@assay/operations';
import { seesStorage } from '@assay/runtime';
import type { Command } from 'commander';
import { readOperatorConfig, withAssay } from './with-assay.ts';

const accepted = ({ named, seen }: { named: number; seen: number }): string => `The images and files of the database are here from now on.${
  named === seen
    ? ''
    : `\nOf ${named} files that were looked for, ${named - seen} are not here: those stay lost until they are copied to it.`
}
Start all servers and workers again.
`;

export const registerStorageCommands = (program: Command): void => {
  program
    .command('storage')
    .description('The folder or bucket of webcam images and uploaded files')
    .command('accept')
    .description('Use the folder or bucket that is set here for the images and files of the database, in place of the one before')
    .action(async () => {
      const config = readOperatorConfig();
      const counted = await withAssay(async (assay) => {
        if (await seesStorage(config, assay)) return undefined;
        await acceptStorage({ assay });
        return countSampledFiles({ assay });
      });
      process.stdout.write(counted === undefined ? 'The images and files of the database are here already.\n' : accepted(counted));
    });
};
