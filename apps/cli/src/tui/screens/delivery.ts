import type { DeliveryDetail } from '@assay/domain';
import type { Scope } from '../core/bindings.ts';
import { type Dialog, dialogScopes, linesLeft, reduceOpenDialog } from '../core/dialog.ts';
import { type Env, go, notify, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { call } from '../services/services.ts';
import { redeliverDialog } from './deliveries.ts';

/** One delivery with its attempts; `top` is the first attempt on the screen. */
export type DeliveryState = {
  readonly screen: 'delivery';
  readonly deliveryId: number;
  readonly delivery: DeliveryDetail | null;
  readonly top: number;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

export const startDelivery = (deliveryId: number): Step<DeliveryState> =>
  step({ screen: 'delivery', deliveryId, delivery: null, top: 0, dialog: null, fault: null }, call('getDelivery', { deliveryId }));

export const deliveryScopes = (state: DeliveryState): readonly Scope[] =>
  state.dialog === null ? ['delivery', 'global'] : dialogScopes(state.dialog);

/** Lines for the error or the receiver's response of an attempt. */
export const reasonHeight = 2;

/** How many attempts fit: each has one line above its error or response. */
export const attemptsHeight = (state: DeliveryState, env: Env): number =>
  Math.max(1, Math.floor(linesLeft(state, env, 7) / (1 + reasonHeight)));

export const reduceDelivery = (state: DeliveryState, event: ScreenEvent, env: Env): Step<DeliveryState> => {
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
    case 'failed':
      return step({ ...state, fault: shown(event) });
    case 'command': {
      const last = Math.max(0, (delivery?.attempts.length ?? 0) - attemptsHeight(state, env));
      if (event.id === 'up') return step({ ...state, top: Math.max(0, state.top - 1) });
      if (event.id === 'down') return step({ ...state, top: Math.min(last, state.top + 1) });
      if (delivery === null) return step(state);
      if (event.id === 'redeliver') return step({ ...state, dialog: redeliverDialog(delivery) });
      return event.id === 'candidate' && delivery.testInvitationId !== null
        ? step(state, go({ screen: 'invitation', testInvitationId: delivery.testInvitationId }))
        : step(state);
    }
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};
