import type { ManagedDelivery } from '@assay/domain';
import { oneLine, type Tone } from '../../output/text.ts';
import { whenUtc } from '../../output/when.ts';
import type { ListDeliveriesOptions } from '../deliveries.ts';
import { collect, remarkMore } from '../support/paging.ts';
import { type CommonOptions, openSession } from '../support/session.ts';
import type { World } from '../support/world.ts';

const order = { failed: 0, pending: 1, waiting: 2, delivered: 3 } as const satisfies Record<ManagedDelivery['state'], number>;
const tones = { failed: 'bad', pending: 'waiting', waiting: 'quiet', delivered: 'good' } as const satisfies Record<
  ManagedDelivery['state'],
  Tone
>;

export const listDeliveries = async (world: World, options: ListDeliveriesOptions): Promise<void> => {
  const { out, client, call } = await openSession(world, options);
  const { state, kind, test, invitation } = options;
  const filter = { state, kind, testId: test, testInvitationId: invitation };
  const found = await collect(options, out, async ({ limit, cursor }) => {
    const page = await client.listDeliveries({ ...filter, limit, cursor }, call);
    return { items: page.deliveries, nextCursor: page.nextCursor };
  });
  const deliveries = found.items.toSorted((one, other) => order[one.state] - order[other.state]);
  out.tell({
    json: { deliveries, more: found.more },
    ids: deliveries.map(({ deliveryId }) => deliveryId),
    text: () => {
      if (deliveries.length === 0)
        return Object.values(filter).every((value) => value === undefined)
          ? 'Nothing has been sent yet: invitations and completed attempts make deliveries.'
          : 'No delivery is like that. See all: assay deliveries list';
      return out.table(
        [
          { head: 'ID', cell: ({ deliveryId }) => deliveryId, right: true, whole: true },
          { head: 'STATE', cell: (one) => one.state, whole: true, tone: (one) => tones[one.state] },
          { head: 'KIND', cell: (one) => one.kind, whole: true },
          { head: 'INVITATION', spare: true, cell: ({ testInvitationId }) => testInvitationId, right: true, whole: true },
          { head: 'TO', cell: ({ destination }) => destination },
          { head: 'ATTEMPTS', spare: true, cell: ({ attemptsMade }) => attemptsMade, right: true, whole: true },
          { head: 'NEXT (UTC)', spare: true, cell: ({ nextAttemptAt }) => whenUtc(nextAttemptAt), whole: true },
          { head: 'LAST ERROR', cell: ({ lastError }) => lastError },
        ],
        deliveries,
      );
    },
  });
  remarkMore(out, found);
};

export const showDelivery = async (world: World, deliveryId: number, options: CommonOptions): Promise<void> => {
  const { out, client, call } = await openSession(world, options);
  const delivery = await client.getDelivery({ deliveryId }, call);
  out.tell({
    json: delivery,
    ids: [delivery.deliveryId],
    text: () =>
      [
        `${out.paint('strong', delivery.kind)} to ${oneLine(delivery.destination)}`,
        out.facts([
          ['Delivery', `${delivery.deliveryId} of invitation ${delivery.testInvitationId}, test ${delivery.testId}`],
          ['State', delivery.state],
          ['Message', delivery.messageId],
          ['Made', whenUtc(delivery.createdAt)],
          ['Next attempt', whenUtc(delivery.nextAttemptAt)],
          ['Settled', whenUtc(delivery.settledAt)],
          ['Last error', delivery.lastError],
        ]),
        '',
        delivery.attempts.length === 0
          ? 'No attempt was made yet.'
          : out.table(
              [
                { head: 'ATTEMPT', cell: ({ number }) => number, right: true, whole: true },
                { head: 'WHEN (UTC)', cell: ({ at }) => at.slice(0, 19).replace('T', ' '), whole: true },
                { head: 'OUTCOME', cell: ({ outcome }) => outcome, whole: true },
                { head: 'STATUS', cell: ({ status }) => status, right: true, whole: true },
                { head: 'MS', cell: ({ durationMilliseconds }) => durationMilliseconds, right: true, whole: true },
                { head: 'ERROR OR ANSWER', cell: ({ error, response }) => error ?? response },
              ],
              delivery.attempts,
            ),
        ...(delivery.state === 'failed' ? ['', `Send it again: assay deliveries redeliver ${delivery.deliveryId}`] : []),
      ].join('\n'),
  });
};
