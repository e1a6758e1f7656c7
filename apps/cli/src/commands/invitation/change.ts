import type { CommandResult } from '../../output/output.ts';
import { canPrompt } from '../../support/context.ts';
import { explain } from '../../support/explain.ts';
import { PartlyFailed } from '../../support/failures.ts';
import { confirm } from '../../support/prompt.ts';
import { whenUtc } from '../../time/format-time.ts';
import type { CommonOptions, Session } from '../common/session.ts';

export type InvitationOptions = CommonOptions & { readonly yes?: boolean };
export type ExtendOptions = CommonOptions & { readonly minutes: number };

export type Change = 'cancel' | 'reset' | 'reattempt' | 'email' | 'revoke-report-url';
type Done = { readonly message: string; readonly id: number; readonly result: unknown };

const doOne: Readonly<Record<Change, (session: Session, testInvitationId: number) => Promise<Done>>> = {
  cancel: async ({ client, call }, testInvitationId) => {
    const result = await client.cancelInvitation({ testInvitationId }, call);
    return { message: `Invitation ${testInvitationId} is cancelled.`, id: testInvitationId, result };
  },
  reset: async ({ client, call }, testInvitationId) => {
    const result = await client.resetInvitation({ testInvitationId }, call);
    return {
      message: `Invitation ${testInvitationId} is reset: ${result.takeTestURL ?? 'its take URL'} starts again.`,
      id: testInvitationId,
      result,
    };
  },
  reattempt: async ({ client, call }, testInvitationId) => {
    const result = await client.reattemptInvitation({ testInvitationId }, call);
    return {
      message: `Invitation ${result.testInvitationId} is a new one after ${testInvitationId}: ${result.takeTestURL}`,
      id: result.testInvitationId,
      result,
    };
  },
  'revoke-report-url': async ({ client, call }, testInvitationId) => {
    const result = await client.revokeReportUrl({ testInvitationId }, call);
    return { message: `The report URLs of invitation ${testInvitationId} no longer open.`, id: testInvitationId, result };
  },
  email: async ({ client, call }, testInvitationId) => {
    const result = await client.sendInvitationEmail({ testInvitationId }, call);
    return {
      message: `The invitation is on its way to ${result.destination} (delivery ${result.deliveryId}).`,
      id: result.deliveryId,
      result,
    };
  },
};

const consequences: Partial<Record<Change, string>> = {
  cancel: 'the take URL stops working; only an attempt that has not been started can be cancelled',
  reset: 'the attempt and its answers are archived, report URLs end, and the same take URL starts again from the beginning',
  'revoke-report-url': 'report URLs in callbacks and mails that were sent so far stop working; a redelivery sends a new one',
};

/** Those of which there is a newer invitation. A key or a server that cannot tell does not keep the reattempt. */
const replaced = async ({ client, call }: Session, ids: readonly number[]): Promise<number[]> => {
  const found: number[] = [];
  for (const testInvitationId of ids) {
    const invitation = await client.getInvitation({ testInvitationId }, call).catch((error: unknown) => {
      if (explain(error) === undefined) throw error;
      return undefined;
    });
    if (invitation?.current === false) found.push(testInvitationId);
  }
  return found;
};

/** Asks a person always; a script, which needs no `--yes` for a first reattempt, only before another one. */
const confirmReattempt = async (session: Session, ids: readonly number[], named: string, options: InvitationOptions): Promise<void> => {
  if (options.yes === true) return;
  const { context } = session;
  const again = await replaced(session, ids);
  if (again.length === 0 && !canPrompt(context)) return;
  const newer =
    again.length === 0 ? '' : ` There is a newer invitation after ${again.join(', ')} already: if it is not started, it is cancelled.`;
  await confirm(context, options, `This will invite again after ${named}, with a new take URL; the former report stays.${newer}`);
};

const verbs: Partial<Record<Change, string>> = { 'revoke-report-url': 'revoke the report URLs of' };

/** Changes each invitation separately: when one is refused, the others are still changed. */
export const changeInvitations =
  (change: Change) =>
  async (session: Session, ids: readonly number[], options: InvitationOptions): Promise<void> => {
    const { out, context } = session;
    const consequence = consequences[change];
    const named = ids.length === 1 ? `invitation ${ids[0]}` : `${ids.length} invitations (${ids.join(', ')})`;
    if (change === 'reattempt') await confirmReattempt(session, ids, named, options);
    if (consequence !== undefined) await confirm(context, options, `This will ${verbs[change] ?? change} ${named}: ${consequence}.`);
    const results: (Done | { readonly id: number; readonly error: string })[] = [];
    for (const id of ids) {
      try {
        results.push(await doOne[change](session, id));
      } catch (error) {
        const explanation = context.interrupt.signal.aborted || ids.length === 1 ? undefined : explain(error);
        if (explanation === undefined) throw error;
        results.push({ id, error: explanation.message });
        out.remark(`${id}: ${explanation.message}`);
      }
    }
    const done = results.filter((one) => 'message' in one);
    out.print({
      json: {
        results: results.map((one) =>
          'message' in one ? { id: one.id, ok: true, result: one.result } : { id: one.id, ok: false, error: one.error },
        ),
      },
      ids: done.map(({ id }) => id),
      text: () => done.map(({ message }) => message).join('\n'),
    });
    if (done.length < results.length) throw new PartlyFailed(`${results.length - done.length} of ${results.length} failed`);
  };

export const extendInvitation = async (
  { client, call }: Session,
  testInvitationId: number,
  options: ExtendOptions,
): Promise<CommandResult> => {
  const invitation = await client.giveExtraTime({ testInvitationId, minutes: options.minutes }, call);
  return {
    json: invitation,
    ids: [invitation.testInvitationId],
    text: () =>
      `Invitation ${testInvitationId} has ${invitation.extraMinutes} extra minutes${
        invitation.deadline === null ? '' : `; its attempt ends ${whenUtc(invitation.deadline)}`
      }.`,
  };
};
