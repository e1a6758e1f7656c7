import type { DeliveryKind, DeliveryState } from '@assay/domain';
import type { CommandResult } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import { deliveryTones, listedDeliveryStates } from '../../output/tones.ts';
import { atUtc, whenUtc } from '../../time/format-time.ts';
import { collect, moreRemark, type PagingOptions } from '../common/paging.ts';
import type { CommonOptions, Session } from '../common/session.ts';

export type ListDeliveriesOptions = CommonOptions &
  PagingOptions & { readonly state?: DeliveryState; readonly kind?: DeliveryKind; readonly test?: number; readonly invitation?: number };

export const listDeliveries = async ({ out, client, call }: Session, options: ListDeliveriesOptions): Promise<CommandResult> => {
  const { state, kind, test, invitation } = options;
  const filter = { state, kind, testId: test, testInvitationId: invitation };
  const found = await collect(options, out, async ({ limit, cursor }) => {
    const page = await client.listDeliveries({ ...filter, limit, cursor }, call);
    return { items: page.deliveries, nextCursor: page.nextCursor };
  });
  const deliveries = found.items.toSorted(
    (one, other) => listedDeliveryStates.indexOf(one.state) - listedDeliveryStates.indexOf(other.state),
  );
  return {
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
          { head: 'STATE', cell: (one) => one.state, whole: true, tone: (one) => deliveryTones[one.state] },
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
    remark: moreRemark(found),
  };
};

export const showDelivery = async ({ out, client, call }: Session, deliveryId: number): Promise<CommandResult> => {
  const delivery = await client.getDelivery({ deliveryId }, call);
  return {
    json: delivery,
    ids: [delivery.deliveryId],
    text: () =>
      [
        `${out.paint('strong', delivery.kind)} to ${oneLine(delivery.destination)}`,
        out.facts([
          [
            'Delivery',
            `${delivery.deliveryId} of ${delivery.testInvitationId === null ? '' : `invitation ${delivery.testInvitationId}, `}test ${delivery.testId}`,
          ],
          ['State', delivery.state],
          ['Message', delivery.messageId],
          ['Sequence', delivery.sequence],
          ['Body', delivery.body === null ? null : oneLine(delivery.body)],
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
                { head: 'WHEN (UTC)', cell: ({ at }) => atUtc(at), whole: true },
                { head: 'OUTCOME', cell: ({ outcome }) => outcome, whole: true },
                { head: 'STATUS', cell: ({ status }) => status, right: true, whole: true },
                { head: 'MS', cell: ({ durationMilliseconds }) => durationMilliseconds, right: true, whole: true },
                { head: 'ERROR OR ANSWER', cell: ({ error, response }) => error ?? response },
              ],
              delivery.attempts,
            ),
        ...(delivery.state === 'failed' ? ['', `Send it again: assay deliveries redeliver ${delivery.deliveryId}`] : []),
      ].join('\n'),
  };
};
