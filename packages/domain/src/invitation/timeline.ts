import type { Answer } from '../attempt/answer.ts';
import type { CameraState } from '../attempt/camera.ts';
import type { DeliveryKind } from '../delivery/delivery-state.ts';
import type { InvitationChange } from './invitation.ts';

/** What the timeline of an invitation holds. A reader takes any string: a database may hold entries of an older or newer version. */
export const timelineTypes = [
  'invitation.registered',
  'invitation.updated',
  'invitation.restored',
  'invitation.cancelled',
  'invitation.reattempted',
  'invitation.reattempt-of',
  'attempt.started',
  'attempt.taken-over',
  'attempt.extended',
  'attempt.completed',
  'attempt.reset',
  'answer.late',
  'camera.granted',
  'camera.denied',
  'camera.lost',
  'report.generated',
  'report.failed',
  'delivery.delivered',
  'delivery.failed',
] as const;
export type TimelineType = (typeof timelineTypes)[number];

type DeliveryFacts = { readonly deliveryId: number; readonly kind: DeliveryKind; readonly error?: string };

/** What an entry of each type says besides. Milliseconds since 1970 for instants. */
type Facts = { readonly [Change in InvitationChange as Change['type']]: Omit<Change, 'type'> } & {
  readonly [State in CameraState as `camera.${State}`]: { readonly attempt: number };
} & {
  readonly 'invitation.registered': { readonly emailId: string };
  /** The new invitation. */
  readonly 'invitation.reattempted': { readonly testInvitationId: number };
  /** The first invitation. */
  readonly 'invitation.reattempt-of': { readonly testInvitationId: number };
  readonly 'attempt.taken-over': unknown;
  readonly 'answer.late': { readonly attempt: number; readonly questionId: number; readonly answer: Answer; readonly revision: number };
  readonly 'report.generated': { readonly attempt: number; readonly score: string; readonly totalScore: string };
  readonly 'report.failed': { readonly attempt: number };
  readonly 'delivery.delivered': DeliveryFacts;
  readonly 'delivery.failed': DeliveryFacts;
};

export type TimelineEvent = { [Type in TimelineType]: { readonly type: Type } & Facts[Type] }[TimelineType];
