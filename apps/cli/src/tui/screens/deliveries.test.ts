import { describe, expect, it } from 'vitest';
import { rowsBetween } from '../core/paged-rows.ts';
import { go } from '../core/screen.ts';
import { call, callsOf, noticesOf, opened, press, succeeded } from '../testing/given.ts';
import { delivery, deliveryDetail } from '../testing/samples.ts';
import { deliveriesScreen } from './deliveries.tsx';
import { deliveryScreen } from './delivery.tsx';
import { invitationScreen } from './invitation.tsx';

const first = { testId: 7, cursor: null };
const list = opened(deliveriesScreen, { testId: 7 });
const failedOnes = succeeded('readDeliveries', first, { deliveries: [delivery(), delivery({ deliveryId: 890 })], nextCursor: '1:' });
const pending = succeeded(
  'readDeliveries',
  { testId: 7, cursor: '1:' },
  { deliveries: [delivery({ deliveryId: 990, state: 'pending' })], nextCursor: '2:' },
);

describe('deliveries', () => {
  it('failed ones come first, however old, then the next state', () => {
    const { state, effects } = list.when(failedOnes, pending);
    expect(rowsBetween(state.list, 0, 10).map(({ row }) => row?.deliveryId)).toEqual([900, 890, 990]);
    expect(effects).toEqual([call('readDeliveries', { testId: 7, cursor: '2:' })]);
  });

  it('sending again needs a yes, then refreshes the list', () => {
    const prompted = list.when(failedOnes, press('redeliver'));
    expect(prompted.effects).toEqual([]);
    const sent = prompted.when(press('yes'));
    expect(sent.effects).toEqual([call('redeliverDelivery', { deliveryId: 900 })]);
    const after = sent.when(succeeded('redeliverDelivery', { deliveryId: 900 }, delivery({ state: 'pending' })));
    expect(callsOf(after.effects)).toContainEqual(call('readDeliveries', first));
  });

  it('sending all failed ones again shows why some were not sent', () => {
    const result = {
      results: [
        { deliveryId: 900, redelivered: true, error: null },
        { deliveryId: 890, redelivered: false, error: 'is being made at this moment' },
      ],
      more: false,
    };
    const { effects } = list.when(failedOnes, succeeded('redeliverFailed', { testId: 7 }, result));
    expect(noticesOf(effects)).toEqual(['1 delivery on the way. 1 not: is being made at this moment']);
  });
});

describe('a delivery', () => {
  it('opens the invitation it belongs to', () => {
    const one = opened(deliveryScreen, { deliveryId: 900 }).when(
      succeeded('getDelivery', { deliveryId: 900 }, deliveryDetail()),
      press('candidate'),
    );
    expect(one.effects).toEqual([go(invitationScreen, { testInvitationId: 501 })]);
  });
});
