import type { Client } from '@assay/client';
import { until } from '@assay/testing';
import { describe, expect } from 'vitest';
import { candidateAt } from './support/candidate.ts';
import { everyKind, itemsOf, recordingClient } from './support/client.ts';
import { answerAll, completeAll, generatedReport } from './support/client-candidate.ts';
import { mailsTo } from './support/mails.ts';
import { type Service, serviceIt } from './support/service.ts';

// It lists what the whole account has, and rotates its secrets.
const it = serviceIt();

const idsOf = (list: readonly { readonly testId: number }[]) => list.map(({ testId }) => testId);

/** Bulk, mail again, extra time, reset, and the list of them. */
const walkInvitations = async (service: Service, client: Client, testId: number) => {
  const invited = await client.inviteCandidate({ testId, emailId: 'ana@example.com', fullName: 'Ana Núñez' });
  const { testInvitationId } = invited.invitation;
  const takeTestURL = String(invited.invitation.takeTestURL);
  expect(invited).toMatchObject({ invitation: { status: 'Pending', emailId: 'ana@example.com' }, email: { kind: 'invitation-email' } });
  expect(await mailsTo(service.directory, 'ana@example.com')).toHaveLength(1);
  const { deliveryId } = await until('the first mail to be settled', async () => {
    const { deliveries } = await client.listDeliveries({ testInvitationId, state: 'delivered' });
    return deliveries[0];
  });
  const again = await client.sendInvitationEmail({ testInvitationId });
  expect(again).toMatchObject({ kind: 'invitation-email', testInvitationId, destination: 'ana@example.com' });
  expect(again.deliveryId).not.toBe(deliveryId);
  await until('the second mail', async () => (await mailsTo(service.directory, 'ana@example.com')).length === 2 || undefined);

  const { results } = await client.inviteCandidates({
    testId,
    candidates: [
      { emailId: 'bo@example.com', fullName: 'Bo', sendEmail: false },
      { emailId: 'no address', fullName: 'Nobody' },
      { emailId: 'cy@example.com', fullName: 'Cy', sendEmail: false },
    ],
  });
  expect(results).toMatchObject([
    { index: 0, ok: true, invitation: { emailId: 'bo@example.com' }, email: null, error: null },
    { index: 1, ok: false, invitation: null, email: null, error: expect.stringContaining('emailId') },
    { index: 2, ok: true, invitation: { emailId: 'cy@example.com' }, email: null, error: null },
  ]);
  const pending = await client.listInvitations({ testId, status: 'Pending' });
  expect(pending.invitations.map(({ emailId }) => emailId)).toEqual(['cy@example.com', 'bo@example.com', 'ana@example.com']);
  expect((await client.listInvitations({ testId, search: 'núñez' })).invitations).toMatchObject([{ testInvitationId }]);

  const candidate = candidateAt(service.server, takeTestURL);
  await candidate.start();
  const running = await client.getInvitation({ testInvitationId });
  expect(running).toMatchObject({ status: 'In progress', extraMinutes: 0 });
  const extended = await client.giveExtraTime({ testInvitationId, minutes: 10 });
  expect(extended).toMatchObject({ status: 'In progress', extraMinutes: 10 });
  expect(Date.parse(extended.deadline ?? '') - Date.parse(running.deadline ?? '')).toBe(600_000);
  expect((await candidate.attempt()).deadline).toBe(extended.deadline);

  expect(await client.revokeReportUrl({ testInvitationId })).toMatchObject({ status: 'In progress' });
  expect(await client.resetInvitation({ testInvitationId })).toMatchObject({ status: 'Reset', takeTestURL, startedAt: null });
  await answerAll(service, takeTestURL);
  const { invitation, timeline } = await client.getInvitationTimeline({ testInvitationId });
  // The report may be generated meanwhile, and is the last entry then.
  const paged = await itemsOf(client.paginateTimeline({ testInvitationId, limit: 2 }));
  expect(paged.slice(0, timeline.length)).toEqual(timeline);
  expect(invitation).toMatchObject({ testInvitationId, status: 'Completed' });
  const story = timeline.map(({ type }) => type).filter((type) => /^(invitation|attempt)\./.test(type));
  expect(story.at(0)).toBe('invitation.registered');
  // The test asks for no program; list-submissions.test.ts has one that does.
  expect(await client.listSubmissions({ testInvitationId })).toMatchObject({ attempt: 2, submissions: [], nextCursor: null });
  expect(await itemsOf(client.paginateSubmissions({ testInvitationId }))).toEqual([]);
  const programs = await client.exportSubmissionsPdf({ testInvitationId });
  expect(programs).toMatchObject({ contentType: 'application/pdf' });
  expect(
    Buffer.from(await programs.bytes())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(story).toEqual(expect.arrayContaining(['attempt.extended', 'attempt.reset', 'attempt.completed']));
  await generatedReport(client, testInvitationId);
  const answers = await client.listAnswers({ testInvitationId });
  expect(answers.questions.map(({ questionId }) => questionId)).toEqual([1, 2, 3, 4]);
  expect(await client.getInvitationReport({ testInvitationId })).toMatchObject({ testInvitationId });
  expect(await client.getTestStatistics({ testId })).toMatchObject({ testId });
  expect(await client.exportStatisticsPdf({ testId })).toMatchObject({ contentType: 'application/pdf' });
  const { candidates } = await client.compareCandidates({ testId, invitations: String(testInvitationId) });
  expect(candidates).toMatchObject([{ rank: 1, testInvitationId }]);
  const sideBySide = await client.exportComparisonPdf({ testId, invitations: String(testInvitationId) });
  expect(sideBySide).toMatchObject({ contentType: 'application/pdf' });
  expect(await client.exportAnswersPdf({ testInvitationId })).toMatchObject({ contentType: 'application/pdf' });
  expect((await client.exportAnswersExcel({ testId })).fileName).toMatch(/\.xlsx$/);
  const bundle = await client.exportReportBundle({ testInvitationId });
  expect(JSON.parse(Buffer.from(await bundle.bytes()).toString())).toMatchObject({ payload: expect.any(String) });
};

/** A receiver that is away, one delivery sent again, then all that failed; the secrets that sign, and a sample. */
const walkDeliveries = async (service: Service, client: Client, testId: number) => {
  let away = true;
  const receiver = await service.servers.receiver((response) => response.writeHead(away ? 410 : 204).end('what came back'));
  const failed = [];
  for (const emailId of ['dee@example.com', 'eve@example.com'])
    failed.push(await completeAll(service, client, { testId, emailId, fullName: 'Of the ATS', callbackURL: receiver.url }));
  const filter = { testId, kind: 'callback', state: 'failed' } as const;
  const listed = await until('both callbacks to fail', async () => {
    const { deliveries } = await client.listDeliveries(filter);
    return deliveries.length === 2 ? deliveries : undefined;
  });
  expect(listed.map((one) => one.testInvitationId).sort()).toEqual(failed.sort());
  const [one, other] = listed.map(({ deliveryId }) => deliveryId);
  if (one === undefined || other === undefined) throw new Error('two failed');
  const attempt = { number: 1, outcome: 'final', status: 410, response: 'what came back', destination: receiver.url };
  expect(await client.getDelivery({ deliveryId: one })).toMatchObject({ state: 'failed', attempts: [attempt] });

  away = false;
  const settled = (deliveryId: number) =>
    until(`delivery ${deliveryId}`, async () => {
      const delivery = await client.getDelivery({ deliveryId });
      return delivery.state === 'delivered' ? delivery : undefined;
    });
  expect(await client.redeliverDelivery({ deliveryId: one })).toMatchObject({ deliveryId: one, state: 'pending' });
  expect((await settled(one)).attempts).toHaveLength(2);
  expect(await client.redeliverFailed({ testId })).toEqual({
    results: [{ deliveryId: other, redelivered: true, error: null }],
    more: false,
  });
  await settled(other);
  expect((await client.listDeliveries(filter)).deliveries).toEqual([]);

  const before = await client.listCallbackSecrets();
  const after = await client.rotateCallbackSecret({ overlapHours: 2 });
  expect(before.secrets).toMatchObject([{ expiresAt: null }]);
  expect(after.secrets).toMatchObject([{ expiresAt: null }, { secret: before.secrets[0]?.secret, expiresAt: expect.any(String) }]);
  const sample = await client.sendSampleCallback({ url: receiver.url });
  expect(sample).toMatchObject({ delivered: true, status: 204, error: null });
  expect(receiver.received.at(-1)).toMatchObject({ webhookId: sample.webhookId, text: sample.body });
};

describe('the client and the management API of a real server', () => {
  it('invites, sends again and delivers what was refused, and the iterators come to their end', async ({ service }) => {
    const { client } = recordingClient(service);
    const { testId } = await client.importTest({ ...everyKind, key: 'every-kind' });
    await walkInvitations(service, client, testId);
    await walkDeliveries(service, client, testId);
    expect(idsOf(await itemsOf(client.paginateTests()))).toContain(testId);
    expect(idsOf(await itemsOf(client.paginateManagedTests()))).toContain(testId);
    expect(idsOf(await itemsOf(client.paginateInvitations({ testId })))).toContain(testId);
    expect(idsOf(await itemsOf(client.paginateDeliveries()))).toContain(testId);
    expect(await itemsOf(client.paginateReviews())).toEqual([]);
    expect(service.server.errors).toEqual([]);
  });
});
