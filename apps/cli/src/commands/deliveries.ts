import type { ManagedDelivery } from '@assay/domain';
import type { Command } from 'commander';
import { choice, parseId, parseIds } from './support/arguments.ts';
import type { PagingOptions } from './support/paging.ts';
import type { CommonOptions } from './support/session.ts';
import { paged, remote } from './support/verb.ts';
import type { World } from './support/world.ts';

type State = ManagedDelivery['state'];
type Kind = ManagedDelivery['kind'];
const states = ['failed', 'waiting', 'pending', 'delivered'] as const satisfies readonly State[];
const kinds = ['callback', 'stakeholder-email', 'receipt-email', 'invitation-email'] as const satisfies readonly Kind[];

export type ListDeliveriesOptions = CommonOptions &
  PagingOptions & { readonly state?: State; readonly kind?: Kind; readonly test?: number; readonly invitation?: number };
export type RedeliverOptions = CommonOptions & { readonly failedOf?: number };

export const registerDeliveries = (program: Command, world: World): void => {
  const deliveries = program.command('deliveries').description('Deliveries: callbacks and emails, their attempts, sending again');
  deliveries.addHelpText('after', '\nExample:\n  assay deliveries list --state failed');

  paged(
    remote(deliveries, 'list', 'Callbacks and emails, failed ones first', [
      'assay deliveries list --state failed',
      'assay deliveries list --test 3 --kind callback --all --json',
    ]),
  )
    .addOption(choice('--state <state>', 'only those', states))
    .addOption(choice('--kind <kind>', 'only those', kinds))
    .option('--test <id>', 'only those of the test', parseId)
    .option('--invitation <id>', 'only those of the invitation', parseId)
    .action(async (options: ListDeliveriesOptions) => (await import('./deliveries/show.ts')).listDeliveries(world, options));

  remote(deliveries, 'show', 'One delivery with all its attempts', ['assay deliveries show 5'])
    .argument('<delivery>', 'id of the delivery', parseId)
    .action(async (id: number, options: CommonOptions) => (await import('./deliveries/show.ts')).showDelivery(world, id, options));

  remote(deliveries, 'redeliver', 'Send once more, with the same webhook-id', [
    'assay deliveries redeliver 5 6',
    'assay deliveries redeliver --failed-of 3',
  ])
    .argument('[deliveries...]', 'ids of deliveries', parseIds)
    .option('--failed-of <test>', 'all that failed of the test', parseId)
    .action(async (ids: number[] | undefined, options: RedeliverOptions) =>
      (await import('./deliveries/redeliver.ts')).redeliver(world, ids ?? [], options),
    );
};
