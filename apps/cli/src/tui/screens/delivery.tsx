import type { DeliveryDetail, ManagedDelivery } from '@assay/domain';
import { Box, Text } from 'ink';
import { oneLine, wrap } from '../../output/text.ts';
import { atUtc } from '../../time/format-time.ts';
import { type Dialog, linesLeft, reduceOpenDialog, unlessAsking } from '../core/dialog.ts';
import { globalKeys, type IdOf, keySet } from '../core/key-sets.ts';
import {
  defineScreen,
  type Env,
  go,
  notify,
  orFault,
  type ScreenEvent,
  type ShownFault,
  type Step,
  step,
  without,
} from '../core/screen.ts';
import { Body, Empty, type Fact, Facts, fact, freeLine, Lines } from '../parts/Parts.tsx';
import type { ToneName } from '../parts/Tone.tsx';
import { Tone } from '../parts/Tone.tsx';
import { call } from '../services/services.ts';
import { invitationScreen } from './invitation.tsx';

const keys = keySet({
  redeliver: { keys: ['s'], hint: 'send again', help: 'Send the delivery once more', needs: 'manage' },
  candidate: { keys: ['i'], hint: 'invitation', help: 'Invitation that the delivery tells of' },
  up: { keys: ['up', 'k'], help: 'Attempts above' },
  down: { keys: ['down', 'j'], help: 'Attempts below' },
});
type Id = IdOf<typeof keys>;

/** One delivery with its attempts; `top` is the first attempt on the screen. */
export type DeliveryState = {
  readonly deliveryId: number;
  readonly delivery: DeliveryDetail | null;
  readonly top: number;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

const start = ({ deliveryId }: { readonly deliveryId: number }): Step<DeliveryState> =>
  step({ deliveryId, delivery: null, top: 0, dialog: null, fault: null }, call('getDelivery', { deliveryId }));

/** Lines for the error or the receiver's response of an attempt. */
const reasonHeight = 2;

export const deliveryTone: Readonly<Record<ManagedDelivery['state'], ToneName>> = {
  failed: 'bad',
  pending: 'busy',
  waiting: 'plain',
  delivered: 'good',
};

/** All above the heading of the attempts. */
const factsOf = (delivery: DeliveryDetail): readonly Fact[] => [
  fact(
    'State',
    <>
      <Tone tone={deliveryTone[delivery.state]}>{delivery.state}</Tone>
      {delivery.nextAttemptAt === null ? '' : ` · next attempt ${atUtc(delivery.nextAttemptAt)} UTC`}
    </>,
  ),
  ['Kind', delivery.kind],
  ['To', oneLine(delivery.destination)],
  ['Message id', `${oneLine(delivery.messageId)}${delivery.sequence === null ? '' : ` · sequence ${delivery.sequence}`}`],
  ['Invitation', `${delivery.testInvitationId === null ? 'none,' : `${delivery.testInvitationId} of`} test ${delivery.testId}`],
  freeLine,
];

/** How many attempts fit: each has one line above its error or response. */
const attemptsHeight = (state: DeliveryState, env: Env): number => {
  const facts = state.delivery === null ? [] : factsOf(state.delivery);
  return Math.max(1, Math.floor(linesLeft(state, env, facts.length + 1) / (1 + reasonHeight)));
};

export const redeliverDialog = (row: ManagedDelivery): Dialog => ({
  kind: 'confirm',
  title: `Send delivery ${row.deliveryId} once more?`,
  lines: ['It keeps its id: the receiver can tell that it had it before.', `To ${row.destination}`],
  yes: call('redeliverDelivery', { deliveryId: row.deliveryId }),
});

const reduce = (state: DeliveryState, event: ScreenEvent<Id>, env: Env): Step<DeliveryState> => {
  const { deliveryId, delivery } = state;
  const inDialog = reduceOpenDialog(state, event);
  if (inDialog !== undefined) return inDialog;
  switch (event.type) {
    case 'refresh':
      return step(state, call('getDelivery', { deliveryId }));
    case 'succeeded':
      if (event.op === 'getDelivery') return step({ ...state, delivery: event.value, fault: without(state.fault, event.op) });
      return event.op === 'redeliverDelivery'
        ? step({ ...state, fault: null }, notify('The delivery is on its way.'), call('getDelivery', { deliveryId }))
        : step(state);
    case 'command': {
      const last = Math.max(0, (delivery?.attempts.length ?? 0) - attemptsHeight(state, env));
      if (event.id === 'up') return step({ ...state, top: Math.max(0, state.top - 1) });
      if (event.id === 'down') return step({ ...state, top: Math.min(last, state.top + 1) });
      if (delivery === null) return step(state);
      if (event.id === 'redeliver') return step({ ...state, dialog: redeliverDialog(delivery) });
      return event.id === 'candidate' && delivery.testInvitationId !== null
        ? step(state, go(invitationScreen, { testInvitationId: delivery.testInvitationId }))
        : step(state);
    }
    default:
      return orFault(state, event);
  }
};

const View = ({ state, env }: { readonly state: DeliveryState; readonly env: Env }) => {
  const { delivery } = state;
  if (delivery === null) return <Body env={env} fault={state.fault} reading="Reading the delivery…" />;
  const height = attemptsHeight(state, env);
  const top = Math.min(state.top, Math.max(0, delivery.attempts.length - height));
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      <Facts facts={factsOf(delivery)} />
      <Text bold>{`Attempts ${delivery.attempts.length}, UTC`}</Text>
      {delivery.attempts.length === 0 ? <Empty env={env} text="None yet." /> : null}
      {delivery.attempts.slice(top, top + height).map((attempt) => (
        <Box key={attempt.number} flexDirection="column" flexShrink={0}>
          <Text wrap="truncate">
            {`${String(attempt.number).padStart(3)}  ${atUtc(attempt.at)}  `}
            <Tone tone={attempt.outcome === 'delivered' ? 'good' : 'bad'}>{attempt.outcome}</Tone>
            {`${attempt.status === null ? '' : ` · HTTP ${attempt.status}`} · ${attempt.durationMilliseconds} ms`}
          </Text>
          <Lines texts={wrap(attempt.error ?? attempt.response ?? '', env.columns - 5).slice(0, reasonHeight)} first="     " tone="quiet" />
        </Box>
      ))}
    </Body>
  );
};

export const deliveryScreen = defineScreen({
  title: (state) => `Delivery ${state.deliveryId}`,
  keys,
  place: 'on a delivery',
  active: unlessAsking(keys, globalKeys),
  testIdOf: ({ delivery }) => delivery?.testId,
  start,
  reduce,
  View,
});
