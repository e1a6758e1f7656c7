import type { invitations } from '@assay/store';

/** Milliseconds from the start of an attempt to `now`; never negative, although a clock was set back between them. */
export const sinceStart = ({ started_at }: Pick<invitations.Invitation, 'started_at'>, now: number): number =>
  Math.max(0, now - (started_at ?? now));
