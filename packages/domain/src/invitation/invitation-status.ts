/** Statuses of an invitation: the wire's `testStatus` (api-v2.md §3.3). */
export const invitationStatuses = ['Pending', 'In progress', 'Completed', 'Reset', 'Cancelled'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

/** How an invitation came about: by API v2, by the management API, or the candidate registered with an access key. */
export const invitationOrigins = ['api', 'management', 'link'] as const;
export type InvitationOrigin = (typeof invitationOrigins)[number];

/** Who completed an attempt: the candidate by submitting, or the deadline. */
export const completedByValues = ['candidate', 'deadline'] as const;
export type CompletedBy = (typeof completedByValues)[number];
