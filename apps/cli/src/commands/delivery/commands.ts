import { deliveryKinds } from '@assay/domain';
import type { Command } from 'commander';
import { listedDeliveryStates } from '../../output/tones.ts';
import type { Context } from '../../support/context.ts';
import { parseId, parseIds } from '../common/arguments.ts';
import { groupOf } from '../common/define.ts';
import { argument, choice, option, paging, remoteOptions } from '../common/options.ts';

export const addDeliveryCommands = (program: Command, context: Context): void => {
  const deliveries = groupOf(
    program,
    context,
    'deliveries',
    'Deliveries: callbacks and emails, their attempts, sending again',
    'Example:\n  assay deliveries list --state failed',
  );

  deliveries.remote('list', 'Callbacks and emails, failed ones first', {
    examples: ['assay deliveries list --state failed', 'assay deliveries list --test 3 --kind callback --all --json'],
    options: [
      ...paging,
      choice('--state <state>', 'only those', listedDeliveryStates),
      choice('--kind <kind>', 'only those', deliveryKinds),
      option('--test <id>', 'only those of the test', parseId),
      option('--invitation <id>', 'only those of the invitation', parseId),
    ],
    run: async () => (await import('./show.ts')).listDeliveries,
  });

  deliveries.remote('show', 'One delivery with all its attempts', {
    examples: ['assay deliveries show 5'],
    args: [argument('<delivery>', 'id of the delivery', parseId)],
    run: async () => (await import('./show.ts')).showDelivery,
  });

  deliveries.command('redeliver', 'Send once more, with the same webhook-id', {
    examples: ['assay deliveries redeliver 5 6', 'assay deliveries redeliver --failed-of 3'],
    args: [argument<readonly number[] | undefined>('[deliveries...]', 'ids of deliveries', parseIds)],
    options: [...remoteOptions, option('--failed-of <test>', 'all that failed of the test', parseId)],
    run: async () => (await import('./redeliver.ts')).redeliver,
  });
};
