import type { CameraState } from '../attempt/camera.ts';
import type { RecordedKind } from '../attempt/recording-bounds.ts';
import type { DeliveryKind } from '../delivery/delivery-state.ts';
import type { TestResult } from '../report/report-status.ts';
import type { InvitationChange } from './invitation.ts';

/** Types of timeline entries. Readers accept any string: a database may hold entries that an older or newer version wrote. */
export const timelineTypes = [
  'invitation.registered',
  'invitation.updated',
  'invitation.renamed',
  'invitation.restored',
  'invitation.cancelled',
  'invitation.superseded',
  'invitation.reattempted',
  'invitation.reattempt-of',
  'attempt.started',
  'attempt.taken-over',
  'attempt.extended',
  'attempt.completed',
  'attempt.reset',
  'answer.late',
  'answer.set-aside',
  'answer.counted-late',
  'recording.stopped',
  'camera.granted',
  'camera.denied',
  'camera.lost',
  'report.generated',
  'report.failed',
  'report.regraded',
  'grading.failed',
  'report-url.revoked',
  'delivery.delivered',
  'delivery.failed',
] as const;
export type TimelineType = (typeof timelineTypes)[number];

type DeliveryData = { readonly deliveryId: number; readonly kind: DeliveryKind; readonly error?: string };

/** The data of an entry, by its type. Instants are milliseconds since 1970. */
type DataOf = { readonly [Change in InvitationChange as Change['type']]: Omit<Change, 'type'> } & {
  readonly [State in CameraState as `camera.${State}`]: { readonly attempt: number };
} & {
  readonly 'invitation.registered': { readonly emailId: string };
  /** Registering again changed the candidate's name; without a key the operator did. */
  readonly 'invitation.renamed': {
    readonly from: string;
    readonly to: string;
    readonly keyId: number | null;
    readonly keyName: string | null;
  };
  /** The new invitation. */
  readonly 'invitation.reattempted': { readonly testInvitationId: number };
  /** The first invitation. */
  readonly 'invitation.reattempt-of': { readonly testInvitationId: number };
  readonly 'attempt.taken-over': unknown;
  /** The first late answer to a question. Readers see the latest one with it: `answer` and `revision`. */
  readonly 'answer.late': { readonly attempt: number; readonly questionId: number };
  /** Two devices answered a question differently, or a late answer counts instead: the one that does not count is kept, and not shown here. */
  readonly 'answer.set-aside': { readonly attempt: number; readonly questionId: number };
  /** The first answer to a question that arrived after the grace period and counts, as a ticket shows that it was typed before the deadline. */
  readonly 'answer.counted-late': { readonly attempt: number; readonly questionId: number; readonly typedAt: number };
  /** The attempt has as much of this kind as `recordingBounds` allows; what comes later is not recorded. */
  readonly 'recording.stopped': { readonly attempt: number; readonly of: RecordedKind };
  readonly 'report.generated': { readonly attempt: number; readonly score: string; readonly totalScore: string };
  readonly 'report.failed': { readonly attempt: number };
  /** Graded again, with `testVersion` by the keys of that version. The maximum before and the results are there where they changed. */
  readonly 'report.regraded': {
    readonly attempt: number;
    readonly oldScore: string;
    readonly oldTotalScore?: string;
    readonly score: string;
    readonly totalScore: string;
    readonly oldTestResult?: TestResult | null;
    readonly testResult?: TestResult | null;
    readonly testVersion?: number;
    readonly reason?: string;
  };
  /** A program could not be run, which is no verdict; it is tried again. */
  readonly 'grading.failed': { readonly attempt: number; readonly questionId: number };
  readonly 'report-url.revoked': unknown;
  readonly 'delivery.delivered': DeliveryData;
  readonly 'delivery.failed': DeliveryData;
};

export type TimelineEvent = { [Type in TimelineType]: { readonly type: Type } & DataOf[Type] }[TimelineType];
