import type { DeliveryState, InvitationStatus, TestStatus } from '@assay/domain';
import type { RowState } from './import-text.ts';
import type { Tone } from './paint.ts';

export const testTones = { Active: 'good', Inactive: 'waiting', Archived: 'quiet' } as const satisfies Record<TestStatus, Tone>;

export const invitationTones = {
  Pending: 'waiting',
  'In progress': 'strong',
  Completed: 'good',
  Reset: 'waiting',
  Cancelled: 'quiet',
} as const satisfies Record<InvitationStatus, Tone>;

export const rowTones = {
  invited: 'good',
  'already-invited': 'quiet',
  finished: 'quiet',
  cancelled: 'waiting',
  revived: 'good',
  invalid: 'bad',
  unconfirmed: 'bad',
  'not-sent': 'waiting',
} as const satisfies Record<RowState, Tone>;

export const deliveryTones = { failed: 'bad', pending: 'waiting', waiting: 'quiet', delivered: 'good' } as const satisfies Record<
  DeliveryState,
  Tone
>;

/** The order in which deliveries are listed: what needs somebody first. The cast holds: the record has no other keys. */
export const listedDeliveryStates = Object.keys(deliveryTones) as readonly DeliveryState[];
