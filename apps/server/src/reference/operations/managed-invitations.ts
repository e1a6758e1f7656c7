import type { Entries } from '../entry.ts';

export const managedInvitations = {
  listInvitations: {
    description: 'The invitations of a test with status, times and figures. `search` finds parts of names and addresses.',
    path: { testId: 1 },
    query: { limit: '50', status: 'Completed', search: 'ana' },
  },
  inviteCandidate: {
    description: `Registers a candidate as API v2 does and mails the take URL unless \`sendEmail\` is false. With \`testLinkId\` the rules of that link apply.
\`email\` is the delivery of the mail: follow it at [getDelivery](#getDelivery).`,
    path: { testId: 1 },
    body: { emailId: 'chen@example.com', fullName: 'Chen Wei', callbackURL: 'https://gone.example/callback' },
  },
  inviteCandidates: {
    description: `Up to 500 candidates in one request, each a write of its own: a wrong row does not keep the others out, and its result says why. With an
\`Idempotency-Key\`, sending the same list again invites only those whom the first request did not reach. \`dryRun\` says what would happen.`,
    path: { testId: 1 },
    body: {
      candidates: [
        { emailId: 'dana@example.com', fullName: 'Dana Levi' },
        { emailId: 'not an address', fullName: 'Somebody' },
      ],
      dryRun: false,
    },
  },
  getInvitation: {
    description: 'One invitation with status, times and figures.',
    path: { testInvitationId: 1 },
  },
  getInvitationTimeline: {
    description: `Everything that happened to an invitation: registrations, starts, late answers, the camera, completion, the report, deliveries. Instants
within \`data\` are milliseconds since 1970. A later version may add types: ignore those that you do not know.`,
    path: { testInvitationId: 1 },
    query: { limit: '50' },
  },
  resetInvitation: {
    description: `Archives a running or completed attempt; the candidate starts anew with the same take URL. Earlier report URLs end. A second completion
sends a callback of its own. An invitation without an attempt is refused with \`409.1\`.`,
    path: { testInvitationId: 2 },
  },
  giveExtraTime: {
    description: `Adds minutes to an invitation that is not completed. A running attempt's deadline moves at once, but never beyond the end of its access
window. After the deadline it is refused with \`403.16\`: reset the invitation instead.`,
    path: { testInvitationId: 2 },
    body: { minutes: 15 },
  },
  revokeReportUrl: {
    description: 'Every report URL that was sent for the invitation answers `410.1` from now on. What is sent later carries a new one.',
    path: { testInvitationId: 1 },
  },
  sendInvitationEmail: {
    description:
      'Queues the mail with the take URL. `409.1` if the candidate could not use it: completed, cancelled, or replaced by a reattempt.',
    path: { testInvitationId: 3 },
  },
} satisfies Partial<Entries>;
