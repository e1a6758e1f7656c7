/** Statuses of an invitation: the wire's `testStatus` (api-v2.md §3.3). */
export const invitationStatuses = ['Pending', 'In progress', 'Completed', 'Reset', 'Cancelled'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

/** Who completed an attempt: the candidate by submitting, or the deadline. */
export const completedByValues = ['candidate', 'deadline'] as const;
export type CompletedBy = (typeof completedByValues)[number];
