import { CallbackBody, type ReportFigures } from '@assay/domain';
import { attemptKeyOf, deliveries, invitations, type reports, type Tx } from '@assay/store';
import { callbackLane } from '../support/callback-lane.ts';
import type { Services } from '../support/operation.ts';
import { isReportUrlOpen, reportUrl } from './report-url.ts';

type Report = Pick<reports.Report, 'account_id' | 'test_id' | 'invitation_id' | 'attempt' | 'started_at'> & {
  readonly figures: ReportFigures;
};
type Message = { readonly body: string; readonly sequence: number };

/**
 * The body and the number of a callback, which never change, so that one `webhook-id` has one body. The caller holds the lock of the
 * invitation, so that the greater number says the newer state. Numbers follow the clock, so that a restore does not bring them back.
 */
export const makeMessage = async (assay: Services, tx: Tx, invitation: invitations.Invitation, report: Report): Promise<Message> => {
  const now = await tx.now();
  const body = CallbackBody.encode({
    CandidateEmailId: invitation.email,
    AttemptedOn: report.started_at,
    TotalScore: Number(report.figures.totalScore),
    CandidateScore: Number(report.figures.score),
    ReportPDFUrl: reportUrl(assay, invitation, report.attempt, now).url,
    TestInvitationId: invitation.invitation_id,
  });
  return { body: JSON.stringify(body), sequence: await deliveries.nextSequence(tx, attemptKeyOf(report), now) };
};

/** Whether the report has another score than a message says, or the report URL of the message no longer opens. */
const isOutdated = (assay: Services, invitation: invitations.Invitation, { figures }: Report, body: string, now: number): boolean => {
  const said: Record<keyof CallbackBody, unknown> = JSON.parse(body);
  const isSame = said.TotalScore === Number(figures.totalScore) && said.CandidateScore === Number(figures.score);
  return !isSame || !isReportUrlOpen(assay, invitation, String(said.ReportPDFUrl), now);
};

type Newer = {
  /** Decides by the newest message of the attempt. One without a body waits for its report. */
  readonly when?: (newest: deliveries.Delivery) => boolean;
  /** The version that a regrade graded it by. A second message about it is sent only if the first one is outdated. */
  readonly regrade?: number;
};

/** Sends a further callback of the present attempt. */
const sendNewer = async (assay: Services, tx: Tx, report: Report, { when, regrade }: Newer): Promise<void> => {
  const { account_id, test_id, invitation_id, attempt } = report;
  const invitation = await invitations.find(tx, attemptKeyOf(report));
  if (invitation === undefined || invitation.attempt !== attempt || invitation.callback_url === null) return;
  const now = await tx.now();
  const isNeeded = async (): Promise<boolean> => {
    const newest = await deliveries.newestCallback(tx, attemptKeyOf(report));
    if (newest === undefined || newest.body === null || when?.(newest) === false) return false;
    return newest.state === 'failed' || isOutdated(assay, invitation, report, newest.body, now);
  };
  if (when !== undefined && !(await isNeeded())) return;
  const { callback_url: destination } = invitation;
  const message = await makeMessage(assay, tx, invitation, report);
  const of = { account_id, test_id, invitation_id, attempt, lane: callbackLane(destination), destination, ...message };
  const enqueue = (about: number) => deliveries.enqueue(tx, { ...of, kind: 'callback', state: 'pending', regrade: about }, now);
  // A regrade may be repeated after its message: by then a correction or other rules may have changed the score.
  if ((await enqueue(regrade ?? message.sequence)) === undefined && (await isNeeded())) await enqueue(message.sequence);
  tx.afterCommit(() => assay.wake('deliveries'));
};

/** Notifies the receiver of a regrade. */
export const sendRegraded = (assay: Services, tx: Tx, report: Report, regrade: number): Promise<void> =>
  sendNewer(assay, tx, report, { regrade });

/**
 * After a change that notifies nobody: a message that is still retried says the former state, and nothing would follow it. A receiver that
 * has accepted a message gets no other.
 */
export const replaceUndelivered = (assay: Services, tx: Tx, report: Report, regrade?: number): Promise<void> =>
  sendNewer(assay, tx, report, { when: ({ state }) => state === 'pending', ...(regrade === undefined ? {} : { regrade }) });

/** Beside a redelivery, which keeps its body: sends the present state, unless a message that has not failed says it. */
export const sendPresent = (assay: Services, tx: Tx, report: Report): Promise<void> => sendNewer(assay, tx, report, { when: () => true });
