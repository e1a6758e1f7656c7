import type { Entries } from '../entry.ts';

const again =
  'Registering the same address again does not make a second invitation: it returns the same `testInvitationId` and updates `fullName`, ' +
  '`callbackURL` and `redirectURL`. A cancelled or reset invitation becomes `Pending` again. Addresses are compared without regard to case.';

export const invitations = {
  registerCandidate: {
    description: `Invites a candidate to a test and returns the URL where they take it. Nothing is mailed: send the URL yourself, or use
[inviteCandidate](#inviteCandidate). ${again}

\`callbackURL\` receives the [completion callback](#completion). The candidate is sent to \`redirectURL\` after the test; \`{testInvitationId}\`
in it is replaced by the id.`,
    path: { testId: 1 },
    body: {
      emailId: 'ana@example.com',
      fullName: 'Ana Núñez',
      callbackURL: 'https://ats.example/assay/callback',
      redirectURL: 'https://ats.example/thanks?invitation={testInvitationId}',
    },
  },
  registerCandidateByLink: {
    description: `Like registering for the test, within the rules of a test link: the candidate can start only in its access window, and the
link's stakeholder is mailed. An invitation by a link and a direct one are two invitations. ${again}

A link whose window is over, or has not begun, still registers: it is the start that is refused.`,
    path: { testId: 1, testLinkId: 1 },
    body: { emailId: 'ben@example.com', fullName: 'Ben Okafor' },
  },
  cancelInvitation: {
    description: `Cancels an invitation that has not been started; its take URL stops working. Cancelling a cancelled one answers the same again.
An attempt that is in progress or completed is refused with \`403.4\`.`,
    path: { testInvitationId: 6 },
    query: { testId: '1' },
  },
  reattemptInvitation: {
    description: `Invites the candidate of a completed attempt once more, with a new id and a new take URL. Link, name, \`callbackURL\` and
\`redirectURL\` are copied; the completed attempt and its report stay. Any other invitation is refused with \`403.4\`.`,
    path: { testInvitationId: 1 },
  },
} satisfies Partial<Entries>;
