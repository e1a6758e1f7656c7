import {
  type InvitationStatus,
  lateAnswersInWords,
  type ManagedInvitation,
  passMarkInWords,
  secondsTaken,
  timeTakenInWords,
  violationsInWords,
} from '@assay/domain';
import { eventDetails, eventText } from '../../output/event-text.ts';
import { needsInvite } from '../../output/join-url.ts';
import type { CommandResult, Output } from '../../output/output.ts';
import { scoreText } from '../../output/report-text.ts';
import type { Column } from '../../output/table.ts';
import { oneLine } from '../../output/text.ts';
import { invitationTones } from '../../output/tones.ts';
import { atUtc, whenUtc } from '../../time/format-time.ts';
import { collect, moreRemark, type PagingOptions } from '../common/paging.ts';
import type { CommonOptions, Session } from '../common/session.ts';

export type ListInvitationsOptions = CommonOptions & PagingOptions & { readonly search?: string; readonly status?: InvitationStatus };

const scoreCell = ({ score, totalScore }: ManagedInvitation): string | null => (score === null ? null : `${score} / ${totalScore ?? '?'}`);

/** Minutes left of an attempt in progress, never below zero. */
const minutesLeft = ({ status, deadline }: ManagedInvitation, now: number): string | null =>
  status !== 'In progress' || deadline === null ? null : `${Math.max(0, Math.ceil((Date.parse(deadline) - now) / 60_000))} min`;

const columns = (now: number): readonly Column<ManagedInvitation>[] => [
  { head: 'ID', cell: ({ testInvitationId }) => testInvitationId, right: true, whole: true },
  { head: 'NAME', cell: ({ fullName }) => fullName },
  { head: 'EMAIL', cell: ({ emailId }) => emailId },
  { head: 'STATUS', cell: ({ status }) => status, whole: true, tone: ({ status }) => invitationTones[status] },
  { head: 'LEFT', cell: (one) => minutesLeft(one, now), right: true, whole: true },
  { head: 'SCORE', cell: scoreCell, right: true, whole: true },
  { head: 'RESULT', spare: true, cell: ({ testResult }) => testResult, whole: true },
  { head: 'WV', cell: ({ wv }) => wv, right: true, whole: true },
  { head: 'LINK', spare: true, cell: ({ testLinkId }) => testLinkId, right: true, whole: true },
  { head: 'INVITED', spare: true, cell: ({ createdAt }) => whenUtc(createdAt), whole: true },
];

export const listInvitations = async (
  { context, out, client, call }: Session,
  testId: number,
  options: ListInvitationsOptions,
): Promise<CommandResult> => {
  const { status, search } = options;
  const found = await collect(options, out, async ({ limit, cursor }) => {
    const page = await client.listInvitations({ testId, limit, cursor, status, search }, call);
    return { items: page.invitations, nextCursor: page.nextCursor };
  });
  const invitations = found.items;
  return {
    json: { invitations, more: found.more },
    ids: invitations.map(({ testInvitationId }) => testInvitationId),
    text: () => {
      if (invitations.length > 0) return out.table(columns(context.now()), invitations);
      return status === undefined && search === undefined
        ? `Nobody is invited yet. Invite one: assay invitations register ${testId} --to EMAIL --name NAME`
        : `No invitation is like that. See all: assay invitations list ${testId}`;
    },
    remark: moreRemark(found),
  };
};

const timeTakenText = ({ startedAt, completedAt }: ManagedInvitation): string | null =>
  startedAt === null || completedAt === null
    ? null
    : timeTakenInWords({ secondsTaken: secondsTaken(Date.parse(startedAt), Date.parse(completedAt)) });

/** An invitation as text. */
export const invitationText = (one: ManagedInvitation, { facts, paint }: Output, now: number): string =>
  [
    `${paint('strong', oneLine(one.fullName))} <${oneLine(one.emailId)}>`,
    facts([
      ['Invitation', `${one.testInvitationId} to test ${one.testId}${one.testLinkId === null ? '' : ` by link ${one.testLinkId}`}`],
      ['Status', one.current ? one.status : `${one.status} (a later invitation took its place)`],
      [one.origin === 'link' ? 'Registered' : 'Invited', `${whenUtc(one.createdAt)}${one.origin === 'link' ? ' on the join page' : ''}`],
      ['Started', whenUtc(one.startedAt)],
      ['Deadline', whenUtc(one.deadline)],
      ['Left', minutesLeft(one, now)],
      ['Completed', whenUtc(one.completedAt)],
      ['Time taken', timeTakenText(one)],
      ['Extra time', one.extraMinutes === 0 ? null : `${one.extraMinutes} min`],
      ['Score', scoreText(one)],
      ['Result', passMarkInWords(one) ?? null],
      ['Report', one.status === 'Completed' ? one.reportStatus : null],
      ['Proctoring', one.wv === 0 ? null : violationsInWords(one)],
      ['Late answers', one.lateAnswers === 0 ? null : lateAnswersInWords(one)],
      ['Take URL', one.takeTestURL ?? needsInvite],
    ]),
  ].join('\n');

export type ShowInvitationOptions = CommonOptions & PagingOptions;

export const showInvitation = async (
  { context, out, client, call }: Session,
  testInvitationId: number,
  options: ShowInvitationOptions,
): Promise<CommandResult> => {
  let invitation: ManagedInvitation | undefined;
  const found = await collect(options, out, async ({ limit, cursor }) => {
    const page = await client.getInvitationTimeline({ testInvitationId, limit, cursor }, call);
    invitation ??= page.invitation;
    return { items: page.timeline, nextCursor: page.nextCursor };
  });
  if (invitation === undefined) throw new Error('a timeline comes with its invitation');
  const shown = invitation;
  return {
    json: { invitation: shown, timeline: found.items, more: found.more },
    ids: [shown.testInvitationId],
    text: () =>
      [
        invitationText(shown, out, context.now()),
        '',
        out.table(
          [
            { head: 'WHEN (UTC)', cell: ({ at }) => atUtc(at), whole: true },
            { head: 'WHAT', cell: eventText, whole: true },
            { head: 'DETAIL', cell: eventDetails },
          ],
          found.items,
        ),
      ].join('\n'),
    remark: moreRemark(found),
  };
};
