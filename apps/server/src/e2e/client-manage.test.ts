import { AssayRefusal, type Client } from '@assay/client';
import { until } from '@assay/testing';
import { describe, expect } from 'vitest';
import { picture } from '../testing/images.ts';
import { candidateAt } from './support/candidate.ts';
import { everyKind, itemsOf, methodsOf, recordingClient } from './support/client.ts';
import { answerAll, completeAll, generatedReport } from './support/client-candidate.ts';
import { mailsTo } from './support/mails.ts';
import { type Service, serviceIt } from './support/service.ts';

// It searches the whole account, changes it and rotates its secrets.
const it = serviceIt();

const refused = (statuscode: string) => expect.objectContaining({ name: 'AssayRefusal', statuscode });
const idsOf = (list: readonly { readonly testId: number }[]) => list.map(({ testId }) => testId);

/** Import, versions, export, copy, archive. Returns the test, which is active. */
const walkTests = async (client: Client): Promise<number> => {
  const file = { ...everyKind, key: 'every-kind' };
  const made = await client.importTest({ ...file, status: 'Inactive' });
  const { testId } = made;
  expect(made).toMatchObject({ key: 'every-kind', status: 'Inactive', version: 1, questions: 4, totalScore: '7', outcome: 'created' });
  const who = { testId, emailId: 'ana@example.com', fullName: 'Ana' };
  await expect(client.registerCandidate(who)).rejects.toEqual(refused('409.1'));
  expect(await client.setTestStatus({ testId, status: 'Active' })).toMatchObject({ testId, status: 'Active' });

  expect(await client.importTest({ ...file, name: 'Every kind, again' })).toMatchObject({ testId, version: 2, outcome: 'updated' });
  const { versions } = await client.listTestVersions({ testId });
  expect(versions.map(({ version, testName }) => [version, testName])).toEqual([
    [2, 'Every kind, again'],
    [1, 'Every kind'],
  ]);
  // What is exported can be imported as it is, and is what is there already.
  const exported = await client.exportTest({ testId });
  expect(exported).toMatchObject({ key: 'every-kind', name: 'Every kind, again' });
  expect(await client.importTest(exported)).toMatchObject({ testId, version: 2, outcome: 'unchanged' });
  expect(await client.exportTest({ testId, version: 1 })).toMatchObject({ name: 'Every kind' });

  expect(await client.regradeTest({ testId, dryRun: true })).toEqual({ testId, version: 2, programs: 0, dryRun: true });
  expect(await client.previewRegrade({ testId, ...exported })).toMatchObject({ testId, examined: 0, reports: [], nextCursor: null });
  expect(await client.getRegrade({ testId })).toEqual({ testId, regrade: null, reports: [], nextCursor: null, total: 0 });

  expect(await client.listSimilarSubmissions({ testId, atLeast: 0.5 })).toMatchObject({ questionId: null, questions: [], pairs: [] });

  const copy = await client.duplicateTest({ testId, name: 'A copy', key: 'a-copy' });
  expect(copy).toMatchObject({ key: 'a-copy', testName: 'A copy', status: 'Inactive', totalScore: '7', outcome: 'created' });
  const nameless = await client.duplicateTest({ testId });
  expect(nameless).toMatchObject({ key: null, testName: 'Copy of Every kind, again' });
  for (const one of [copy, nameless]) await client.setTestStatus({ testId: one.testId, status: 'Archived' });
  expect(await client.getManagedTest({ testId: copy.testId })).toMatchObject({ testName: 'A copy', status: 'Archived' });
  const archived = (await client.listManagedTests({ status: 'Archived' })).tests;
  expect(idsOf(archived)).toEqual([nameless.testId, copy.testId]);
  const found = (await client.listManagedTests({ search: 'every kind' })).tests;
  expect(found).toMatchObject([{ testId, counts: { invited: 0, started: 0, completed: 0 } }]);

  const preview = await client.previewTest({ testId });
  expect(preview.questions.map(({ kind }) => kind)).toEqual(['single-choice', 'multiple-choice', 'numeric', 'text']);
  expect(JSON.stringify(preview)).not.toMatch(/correct|Paris|12\.5/);
  return testId;
};

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

/** An essay waits for a grade, is kept for the key, and graded. */
const walkReviews = async (service: Service, client: Client) => {
  const levels = [
    { marks: 0, text: 'Nothing' },
    { marks: 3, text: 'All' },
  ];
  const questions = [{ kind: 'essay' as const, prompt: 'Why?', rubric: [{ criterion: 'Argument', levels }] }];
  const { testId } = await client.importTest({ name: 'Essays', duration: 30, sections: [{ name: 'Essays', questions }] });
  const { testInvitationId, takeTestURL } = await client.registerCandidate({ testId, emailId: 'eve@example.com', fullName: 'Eve' });
  const candidate = candidateAt(service.server, takeTestURL);
  await candidate.start();
  await candidate.save(1, 'Because.');
  await candidate.submit();
  const [waiting] = (await client.listReviews({ testId })).reviews;
  const reviewId = waiting?.reviewId ?? 0;
  expect(waiting).toMatchObject({ testId, state: 'waiting', given: 0 });
  expect(await client.getReview({ reviewId })).toMatchObject({ answer: 'Because.', claimedUntil: null });
  // A claim shows to other keys.
  expect(await client.claimReview({ reviewId })).toMatchObject({ reviewId, state: 'waiting', claimedUntil: null });
  expect(await client.gradeReview({ reviewId, marks: [3] })).toMatchObject({ state: 'graded', score: '3' });
  expect(await itemsOf(client.paginateReviews({ testId, state: 'graded' }))).toMatchObject([{ reviewId }]);
  expect(await generatedReport(client, testInvitationId)).toMatchObject({ score: '3', totalScore: '3' });
  await walkFiles(service, client, levels);
};

const walkFiles = async (service: Service, client: Client, levels: { readonly marks: number; readonly text: string }[]) => {
  const questions = [
    { kind: 'file' as const, id: 'plan', prompt: 'Upload it.', accept: ['text' as const], rubric: [{ criterion: 'Order', levels }] },
  ];
  const { testId } = await client.importTest({ name: 'Files', duration: 30, sections: [{ name: 'Files', questions }] });
  const { testInvitationId, takeTestURL } = await client.registerCandidate({ testId, emailId: 'eve@example.com', fullName: 'Eve' });
  const candidate = candidateAt(service.server, takeTestURL);
  await candidate.start();
  const plan = new TextEncoder().encode('Add, copy, switch, drop.');
  const file = await candidate.upload(1, 'Eve.txt', plan);
  await candidate.save(1, file);
  await candidate.submit();
  const [waiting] = (await client.listReviews({ testId })).reviews;
  const reviewId = waiting?.reviewId ?? 0;
  expect(waiting).toMatchObject({ kind: 'file', file: { name: 'plan.txt', type: 'text', bytes: 1000, sha256: null } });
  const inQueue = await client.getReviewFile({ reviewId });
  expect(inQueue).toMatchObject({ contentType: 'application/octet-stream', fileName: 'plan.txt' });
  expect(Buffer.from(plan).equals(await inQueue.bytes())).toBe(true);
  const named = await client.getAnswerFile({ testInvitationId, questionId: 1 });
  expect(named.fileName).toBe('Eve.txt');
  expect(Buffer.from(plan).equals(await named.bytes())).toBe(true);
  await client.gradeReview({ reviewId, marks: [3] });
  expect(await generatedReport(client, testInvitationId)).toMatchObject({ score: '3', totalScore: '3' });
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

const walkKeys = async (service: Service, client: Client) => {
  const made = await client.createApiKey({ name: 'ATS', scopes: ['read'] });
  const calling = (apiKey: string) => recordingClient(service, { apiKey }).client.listTests();
  await calling(made.apiKey);
  const next = await client.rotateApiKey({ keyId: made.keyId, overlapHours: 1 });
  expect(next).toMatchObject({ name: 'ATS', scopes: ['read'], revokedAt: null });
  expect(next.apiKey).not.toBe(made.apiKey);
  // For the overlap the old one goes on beside the new one.
  for (const key of [made.apiKey, next.apiKey]) await calling(key);
  const listed = (await client.listApiKeys()).keys.find(({ keyId }) => keyId === made.keyId);
  expect(Date.parse(listed?.revokedAt ?? '') - Date.parse(next.createdAt)).toBe(3_600_000);

  const last = await client.rotateApiKey({ keyId: next.keyId });
  await expect(calling(next.apiKey)).rejects.toEqual(refused('401.1'));
  await calling(last.apiKey);
  expect(await client.revokeApiKey({ keyId: last.keyId })).toMatchObject({ keyId: last.keyId, revokedAt: expect.any(String) });
  const { entries } = await client.listAudit({ limit: 3 });
  expect(entries.map(({ type, data }) => [type, data.keyId])).toEqual([
    ['key.revoked', last.keyId],
    ['key.rotated', last.keyId],
    ['key.rotated', next.keyId],
  ]);
  await expect(calling(last.apiKey)).rejects.toThrow(AssayRefusal);
  await calling(made.apiKey);
  await client.revokeApiKey({ keyId: made.keyId });
  await expect(calling(made.apiKey)).rejects.toEqual(refused('401.1'));
};

const walkAccount = async (client: Client) => {
  const { timeZones } = await client.listTimeZones();
  const kolkata = timeZones.find(({ zone }) => zone === 'Asia/Kolkata');
  expect(kolkata).toMatchObject({ timeZoneId: 190, name: 'India Standard Time' });
  const before = await client.getAccount();
  const changes = { name: 'Ätna 株式会社', email: 'hiring@aetna.example', support: 'Call us', privacy: null };
  const changed = await client.updateAccount({ ...changes, timeZoneId: 190 });
  expect(changed).toEqual({ ...before, ...changes, timeZone: 'Asia/Kolkata' });
  expect(await client.updateAccount({ support: null })).toEqual({ ...changed, support: null });
  expect(await client.getAccount()).toEqual({ ...changed, support: null });
  const { quotas } = await client.getAccountQuotas();
  expect(quotas).toContainEqual(expect.objectContaining({ quota: 'invitations', limit: 50_000, isDefault: true, window: 'day' }));
  await expect(client.getLogo()).rejects.toEqual(refused('404.1'));
  const logo = (await picture()).toString('base64');
  expect((await client.updateAccount({ logo, color: '#7a1f5c' })).logo).toMatch(/^[0-9a-f]{16}$/);
  expect(await client.getLogo()).toMatchObject({ contentType: 'image/jpeg', fileName: 'logo.jpg' });
  expect(await client.updateAccount({ logo: null, color: null })).toMatchObject({ logo: null, color: null });
};

const walkImages = async (service: Service, client: Client, testId: number) => {
  const link = { testLinkName: 'Watched', accessTime: 0, timeZoneId: 190, imageProctoring: 1 };
  const { testLinkId } = await client.createTestLink({ testId, ...link });
  const settings = await client.updateLinkSettings({ testLinkId, confirmEmail: 1 });
  expect(settings).toEqual({ testLinkId, confirmEmail: 1 });
  expect(await client.getLinkSettings({ testLinkId })).toEqual(settings);
  const who = { testId, testLinkId, emailId: 'fay@example.com', fullName: 'Fay' };
  const { testInvitationId, testUrl } = await client.registerCandidateByLink(who);
  await candidateAt(service.server, testUrl).start();
  const jpeg = await picture();
  const sent = await fetch(`${testUrl}/images`, { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(jpeg) });
  expect(sent.status).toBe(200);
  const { images } = await client.listImages({ testInvitationId });
  expect(images).toMatchObject([{ bytes: jpeg.length, width: 64, height: 48 }]);
  const imageId = images[0]?.imageId ?? 0;
  const image = await client.getImage({ testInvitationId, imageId });
  expect(image).toMatchObject({ contentType: 'image/jpeg', fileName: `image-${imageId}.jpg` });
  expect(jpeg.equals(await image.bytes())).toBe(true);
  await expect(client.getImage({ testInvitationId, imageId: imageId + 1 })).rejects.toEqual(refused('404.1'));
};

describe('the client and the management API of a real server', () => {
  it('every operation that is not of API v2 answers a value, and the iterators come to their end', async ({ service }) => {
    const { client, answered } = recordingClient(service);
    const testId = await walkTests(client);
    await walkInvitations(service, client, testId);
    await walkReviews(service, client);
    await walkDeliveries(service, client, testId);
    await walkKeys(service, client);
    await walkAccount(client);
    await walkImages(service, client, testId);
    expect(idsOf(await itemsOf(client.paginateTests()))).toContain(testId);
    expect(idsOf(await itemsOf(client.paginateManagedTests()))).toContain(testId);
    expect(idsOf(await itemsOf(client.paginateInvitations({ testId })))).toContain(testId);
    expect(idsOf(await itemsOf(client.paginateDeliveries()))).toContain(testId);

    const { others } = await methodsOf(service);
    expect(others.length).toBeGreaterThan(30);
    expect(others.filter((name) => !answered.has(name))).toEqual([]);
    expect(service.server.errors).toEqual([]);
  });
});
