import { decode, InviteBody } from '@assay/domain';
import type { InviteOptions, RegisterOptions } from '../invitations.ts';
import { UsageError } from '../support/failures.ts';
import { openSession } from '../support/session.ts';
import type { World } from '../support/world.ts';
import { invitationText } from './show.ts';

/** Fields that the options give to every candidate. */
export const sharedFields = ({ link, callbackUrl, redirectUrl, email }: InviteOptions) => ({
  ...(link === undefined ? {} : { testLinkId: link }),
  ...(callbackUrl === undefined ? {} : { callbackURL: callbackUrl }),
  ...(redirectUrl === undefined ? {} : { redirectURL: redirectUrl }),
  sendEmail: email,
});

export const registerOne = async (world: World, testId: number, options: RegisterOptions): Promise<void> => {
  const candidate = decode(InviteBody, { emailId: options.to, fullName: options.name, ...sharedFields(options) });
  if (!candidate.ok) throw new UsageError(candidate.error.message, '--to gives emailId, --name gives fullName.');
  const { out, client, call } = await openSession(world, options);
  const { invitation, email } = await client.inviteCandidate({ testId, ...candidate.value }, call);
  out.tell({
    json: { invitation, email },
    ids: [invitation.testInvitationId],
    text: () =>
      [
        invitationText(invitation, out, world.now()),
        '',
        email === null ? 'No mail is sent: give the candidate the take URL.' : `The invitation is on its way to ${email.destination}.`,
      ].join('\n'),
  });
};
