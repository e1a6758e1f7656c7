import type { ManagedDelivery, ManagedInvitation, ManagedTestStatus, Scope } from '@assay/domain';
import type { Tone } from './paint.ts';

// The domain's own lists stand beside its schemas: taken from there they would load zod for `assay --help`. As records the compiler
// holds them complete; their order is the order in which lists and help show the members.

export const testTones = { Active: 'good', Inactive: 'waiting', Archived: 'quiet' } as const satisfies Record<ManagedTestStatus, Tone>;

export type InvitationStatus = ManagedInvitation['status'];
export const invitationTones = {
  Pending: 'waiting',
  'In progress': 'strong',
  Completed: 'good',
  Reset: 'waiting',
  Cancelled: 'quiet',
} as const satisfies Record<InvitationStatus, Tone>;

export type DeliveryState = ManagedDelivery['state'];
/** What needs somebody comes first. */
export const deliveryTones = { failed: 'bad', pending: 'waiting', waiting: 'quiet', delivered: 'good' } as const satisfies Record<
  DeliveryState,
  Tone
>;

export type DeliveryKind = ManagedDelivery['kind'];
const kinds = { callback: true, 'stakeholder-email': true, 'receipt-email': true, 'invitation-email': true } as const satisfies Record<
  DeliveryKind,
  true
>;

const scopeNames = { read: true, invite: true, manage: true } as const satisfies Record<Scope, true>;

// The cast holds: the records above are literals and have no other keys than their types say.
const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] => Object.keys(record) as Key[];

export const testStatuses = keysOf(testTones);
export const invitationStatuses = keysOf(invitationTones);
export const deliveryStates = keysOf(deliveryTones);
export const deliveryKinds = keysOf(kinds);
export const scopes = keysOf(scopeNames);
