import {
  BulkInviteBody,
  BulkInviteResult,
  ExtraTimeBody,
  InvitationPage,
  InvitationTimeline,
  InviteBody,
  InviteResult,
  ManagedInvitation,
  TimelineEntry,
} from '@assay/domain';
import { named } from '../named-schema.ts';

const inviteRow = {
  testLinkId: 'Invite by this link of the test; left out for a direct invitation.',
  sendEmail: 'Whether the take URL is mailed; by default it is.',
  redirectURL: 'Where the candidate is sent after completing the test.',
} as const;

export const invitationsSchemas = {
  ManagedInvitation: named(ManagedInvitation, 'An invitation with status, times and figures.', {
    origin: '`api`: made by API v2, `management`: by the management API, `link`: the candidate registered with an access key.',
    status: 'Status of the invitation; API v2 names it `testStatus`.',
    current: 'False when a reattempt took its place.',
    startedAt: 'When the present attempt was started; null before.',
    deadline: 'When the present attempt ends; null before the start.',
    completedAt: 'When the attempt was completed; null before.',
    extraMinutes: 'Minutes added to the duration of the test.',
    reportStatus: 'Whether the figures are there yet.',
    totalScore: 'Maximum score: an exact decimal in text; null until the report is generated.',
  }),
  InvitationPage: named(
    InvitationPage,
    'A page of invitations. A search may give pages with fewer rows than `limit`, or none, before the last.',
    {
      invitations: 'The invitations, newest first.',
    },
  ),
  TimelineEntry: named(TimelineEntry, 'Something that happened to an invitation.', {
    at: 'When it happened.',
    type: 'What happened, for example `attempt.started`.',
    data: 'Particulars, by the type. Instants in it are milliseconds since 1970.',
  }),
  Particulars: named(TimelineEntry.shape.data, 'Fields by the type of the entry. A later version may add some.'),
  JsonValue: named(TimelineEntry.shape.data.valueType, 'Any JSON value.'),
  InvitationTimeline: named(InvitationTimeline, 'What happened to an invitation.', { timeline: 'The entries of this page, oldest first.' }),
  ExtraTimeBody: named(ExtraTimeBody, 'How much time to give.', { minutes: 'Minutes to add; they add up over several requests.' }),
  InviteBody: named(InviteBody, 'A candidate to invite.', inviteRow),
  InviteResult: named(InviteResult, 'The invitation, and its mail.', { email: 'The delivery of the mail; null if none is sent.' }),
  BulkInviteBody: named(BulkInviteBody, 'Candidates to invite.', { candidates: 'The candidates, each read by itself.' }),
  BulkInviteRow: named(BulkInviteBody.shape.candidates.element, 'A candidate to invite.', inviteRow),
  BulkInviteResult: named(BulkInviteResult, 'A result for each candidate.', { results: 'In the order in which they were sent.' }),
  BulkInviteRowResult: named(BulkInviteResult.shape.results.element, 'What came of one candidate.', {
    index: 'Place in the list that was sent, from 0.',
    ok: 'Whether the candidate is invited now.',
    outcome: 'What the candidate was before, or `invalid`. `already-invited` with an `email`: mailed once more.',
    finished: 'True: the candidate has completed the test, and was left unchanged, as `rename` was not set.',
    invitation: 'The invitation; null if there is none.',
    email: 'The delivery of the mail; null if none is sent.',
    error: 'Why the candidate was not invited; null if they were.',
  }),
};
