import { decode, InviteBody } from '@assay/domain';
import type { SharedFields } from '../../files/read-candidates.ts';
import type { CommandResult } from '../../output/output.ts';
import type { Context } from '../../support/context.ts';
import { UsageError } from '../../support/failures.ts';
import { type CommonOptions, openSession } from '../common/session.ts';
import { invitationText } from './show.ts';

export type InviteOptions = CommonOptions & {
  readonly link?: number;
  readonly callbackUrl?: string;
  readonly redirectUrl?: string;
  /** With `--no-email`. */
  readonly email?: false;
};
export type RegisterOptions = InviteOptions & { readonly to: string; readonly name: string };

/** Fields that the options give to every candidate. */
export const sharedFields = ({ link, callbackUrl, redirectUrl, email }: InviteOptions): SharedFields => ({
  ...(link === undefined ? {} : { testLinkId: link }),
  ...(callbackUrl === undefined ? {} : { callbackURL: callbackUrl }),
  ...(redirectUrl === undefined ? {} : { redirectURL: redirectUrl }),
  sendEmail: email !== false,
});

export const registerOne = async (context: Context, testId: number, options: RegisterOptions): Promise<CommandResult> => {
  const candidate = decode(InviteBody, { emailId: options.to, fullName: options.name, ...sharedFields(options) });
  if (!candidate.ok) throw new UsageError(candidate.error.message, '--to gives emailId, --name gives fullName.');
  const { out, client, call } = await openSession(context, options);
  const { invitation, email } = await client.inviteCandidate({ testId, ...candidate.value }, call);
  return {
    json: { invitation, email },
    ids: [invitation.testInvitationId],
    text: () =>
      [
        invitationText(invitation, out, context.now()),
        '',
        email === null ? 'No mail is sent: give the candidate the take URL.' : `The invitation is on its way to ${email.destination}.`,
      ].join('\n'),
  };
};
