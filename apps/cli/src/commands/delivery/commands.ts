import { deliveryKinds } from '@assay/domain';
import type { Command } from 'commander';
import { listedDeliveryStates } from '../../output/tones.ts';
import type { Context } from '../../support/context.ts';
import { choice, parseId, parseIds } from '../common/arguments.ts';
import { defineRemote, withPaging } from '../common/define.ts';
import type { CommonOptions } from '../common/session.ts';
import type { RedeliverOptions } from './redeliver.ts';
import type { ListDeliveriesOptions } from './show.ts';

export const addDeliveryCommands = (program: Command, context: Context): void => {
  const deliveries = program.command('deliveries').description('Deliveries: callbacks and emails, their attempts, sending again');
  deliveries.addHelpText('after', '\nExample:\n  assay deliveries list --state failed');

  withPaging(
    defineRemote(deliveries, 'list', 'Callbacks and emails, failed ones first', [
      'assay deliveries list --state failed',
      'assay deliveries list --test 3 --kind callback --all --json',
    ]),
  )
    .addOption(choice('--state <state>', 'only those', listedDeliveryStates))
    .addOption(choice('--kind <kind>', 'only those', deliveryKinds))
    .option('--test <id>', 'only those of the test', parseId)
    .option('--invitation <id>', 'only those of the invitation', parseId)
    .action(async (options: ListDeliveriesOptions) => (await import('./show.ts')).listDeliveries(context, options));

  defineRemote(deliveries, 'show', 'One delivery with all its attempts', ['assay deliveries show 5'])
    .argument('<delivery>', 'id of the delivery', parseId)
    .action(async (id: number, options: CommonOptions) => (await import('./show.ts')).showDelivery(context, id, options));

  defineRemote(deliveries, 'redeliver', 'Send once more, with the same webhook-id', [
    'assay deliveries redeliver 5 6',
    'assay deliveries redeliver --failed-of 3',
  ])
    .argument('[deliveries...]', 'ids of deliveries', parseIds)
    .option('--failed-of <test>', 'all that failed of the test', parseId)
    .action(async (ids: number[] | undefined, options: RedeliverOptions) =>
      (await import('./redeliver.ts')).redeliver(context, ids ?? [], options),
    );
};
