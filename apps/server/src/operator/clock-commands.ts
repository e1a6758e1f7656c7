import { secondsInWords } from '@assay/domain';
import { acceptClock } from '@assay/operations';
import type { Command } from 'commander';
import { withAssay } from './with-assay.ts';

const accepted = (by: number): string =>
  `The clock is believed from now on, ${secondsInWords(Math.round(Math.abs(by) / 1000))} ${by > 0 ? 'later' : 'earlier'} than the time of the service was. Running servers and workers follow within a minute.\n`;

export const registerClockCommands = (program: Command): void => {
  program
    .command('clock')
    .description('The clock that deadlines go by')
    .command('accept')
    .description('Believe a clock that has jumped: attempts whose deadline is over by it are closed from then on')
    .action(async () => {
      const by = await withAssay((assay) => acceptClock({ assay }));
      process.stdout.write(by === undefined ? 'The clock is believed already.\n' : accepted(by));
    });
};
