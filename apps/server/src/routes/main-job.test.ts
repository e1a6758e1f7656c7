import {
  AttemptState,
  type CallbackSecrets,
  CameraResult,
  type DeliveryPage,
  EventsResult,
  ImageResult,
  type InviteResult,
  JoinResult,
  JoinState,
  type ProctoringImages,
  SaveAnswerResult,
  SubmitResult,
} from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { minute, zone } from '@assay/testing';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { picture } from '../testing/images.ts';
import { apiOperations, pathOf, urlOf } from '../testing/routes.ts';
import { expectRefusal, resultOf, tokenOf, useService } from '../testing/service.ts';
import { mixedAnswers, testFile } from '../testing/test-file.ts';

/** Checks that a result has only fields of its schema: decoding would drop any other. */
const checked = <Schema extends z.core.$ZodType>(schema: Schema, response: LightMyRequestResponse): z.input<Schema> => {
  const wire = resultOf<z.input<Schema>>(response);
  expect(z.encode(schema, z.decode(schema, wire))).toMatchObject(wire as object);
  return wire;
};

// PGlite is PostgreSQL with another driver; the tests of operations cover it.
describe.each(testDialects.filter((engine) => engine !== 'pglite'))('the main job over HTTP on %s', (engine) => {
  const service = useService({ engine });
  const seen = new Set<string>();
  let key: string;
  const ids: Record<string, string> = {};
  let token: string;

  const request = (operationId: string, { query, body }: { query?: string; body?: unknown } = {}) => {
    const route = apiOperations.find((one) => one.name === operationId);
    if (route === undefined) throw new Error(`no route ${operationId}`);
    return {
      route,
      sent: service.send({
        method: route.method,
        url: query === undefined ? urlOf(route, ids) : `${pathOf(route.path, ids)}${query}`,
        key,
        body,
      }),
    };
  };

  /** Calls an operation and checks its result against the contract. */
  const call = async (operationId: string, options: { query?: string; body?: unknown } = {}): Promise<Record<string, unknown>> => {
    const { route, sent } = request(operationId, options);
    if (typeof route.result === 'string') throw new Error(`${operationId} sends a file`);
    seen.add(operationId);
    // The cast holds because every result in the contract is an object or an array.
    return checked(route.result, await sent) as Record<string, unknown>;
  };

  it('imports a test', async () => {
    key = await service.mintKey(await service.mintAccount());
    const imported = await call('importTest', { body: { key: 'everything', ...testFile } });
    expect(imported).toMatchObject({ outcome: 'created', version: 1, totalScore: '7.5', questions: 4, status: 'Active' });
    ids.testId = String(imported.testId);
    expect(await call('importTest', { body: { key: 'everything', ...testFile } })).toMatchObject({ outcome: 'unchanged' });
  });

  it('shows it in list and details', async () => {
    const summary = { testId: Number(ids.testId), testName: testFile.name, duration: 60, questions: 4, testStatus: 'Active' };
    expect(await call('listTests')).toEqual({ tests: [{ ...summary, accessKey: expect.any(String) }], testsCount: 1 });
    expect(await call('listTests', { query: '?page_size=1&page_no=2' })).toEqual({ tests: [], testsCount: 1 });
    expect(await call('getTest')).toEqual({
      ...summary,
      accessKey: expect.any(String),
      sections: [
        { sectionName: 'Choices', sectionType: 'General Questions', questions: 2, duration: 30 },
        { sectionName: 'Words and numbers', sectionType: 'General Questions', questions: 2, duration: 0 },
      ],
    });
    expect(await call('getManagedTest')).toMatchObject({ key: 'everything', version: 1 });
    expect(await call('listTestVersions')).toMatchObject({ versions: [{ version: 1, totalScore: '7.5' }] });
  });

  it('creates, reads, updates and lists a test link', async () => {
    const body = { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone, startDateTime: '', endDateTime: '' };
    const created = await call('createTestLink', { body });
    expect(created).toEqual({
      testLinkId: expect.any(Number),
      testId: Number(ids.testId),
      testLinkName: 'Spring',
      testLinkAccessKey: expect.any(String),
      accessTime: 0,
      startDateTime: null,
      endDateTime: null,
      timeZoneId: zone,
      inviteCandidateOnly: 0,
      imageProctoring: 0,
      emailToStakeholder: 'hiring@acme.example',
      testLinkStatus: 1,
    });
    ids.testLinkId = String(created.testLinkId);
    const dates = { startDateTime: '2026-03-02T09:00:00', endDateTime: '2026-03-03T10:30:00' };
    const bound = { ...body, accessTime: 1, ...dates, emailToStakeholder: '', imageProctoring: 1 };
    const updated = { ...created, accessTime: 1, ...dates, emailToStakeholder: null, imageProctoring: 1 };
    expect(await call('updateTestLink', { body: bound })).toEqual(updated);
    expect(await call('getTestLink')).toEqual(updated);
    expect(await call('listTestLinks')).toEqual({ testLinks: [updated] });
    const settings = { testLinkId: Number(ids.testLinkId), confirmEmail: 0 };
    expect(await call('updateLinkSettings', { body: { confirmEmail: 0 } })).toEqual(settings);
    expect(await call('getLinkSettings')).toEqual(settings);
  });

  it('registers a candidate, directly and by link', async () => {
    const urls = { redirectURL: 'https://ats.example/thanks', callbackURL: 'https://ats.example/hook' };
    const body = { emailId: 'ana@example.com', fullName: 'Ana Example', ...urls };
    const direct = await call('registerCandidate', { body });
    expect(direct.takeTestURL).toMatch(/^https:\/\/assay\.example\/tests\/take\/[\w.-]+$/);
    const byLink = await call('registerCandidateByLink', { body });
    expect(byLink.testInvitationId).not.toBe(direct.testInvitationId);
    expect(byLink.testAccessTime).toBe(
      'Assessment link is valid from 02-Mar-2026 02:30 PM to 03-Mar-2026 04:00 PM in (India Standard Time)',
    );
    ids.testInvitationId = String(byLink.testInvitationId);
    token = tokenOf(String(byLink.testUrl));
  });

  it('reports a candidate who has not started', async () => {
    expect(await call('getReport')).toEqual({
      emailId: 'ana@example.com',
      fullName: 'Ana Example',
      timeTaken: null,
      testName: testFile.name,
      duration: 60,
      questions: 4,
      attemptedOn: null,
      totalScore: '7.5',
      score: null,
      wv: 0,
      tv: 0,
      testStatus: 'Pending',
      reportStatus: 'Pending',
      testResult: null,
      testCutOffPercent: null,
      candidatePercent: null,
      reportPDFUrl: null,
      proctoringImagesCount: 0,
      violatedProctoringImages: 0,
    });
    expectRefusal(await request('getSectionReports').sent, '409.1');
  });

  it('lets the candidate take the test', async () => {
    const state = async (status: string) => {
      const read = checked(AttemptState, await service.take(token, { method: 'GET', path: 'attempt' }));
      expect(read).toMatchObject({
        status,
        organization: 'Acme',
        support: null,
        privacy: null,
        fullName: 'Ana Example',
        imageProctoring: 1,
      });
      return read;
    };
    const pending = await state('Pending');
    expect(pending.answered).toBeNull();
    expect(pending).not.toHaveProperty('questions');
    const started = checked(AttemptState, await service.start(token));
    expect(started).toMatchObject({ status: 'In progress', startedAt: '2026-03-02T10:00:00.000Z', deadline: '2026-03-02T11:00:00.000Z' });
    for (const [questionId, answer] of Object.entries(mixedAnswers))
      expect(checked(SaveAnswerResult, await service.save(token, questionId, answer))).toMatchObject({ accepted: true });
    const running = await state('In progress');
    expect(running.questions?.map(({ questionId }) => questionId)).toEqual([1, 2, 3, 4]);
    expect(running.answers).toHaveLength(4);

    const camera = await service.take(token, { method: 'POST', path: 'camera', body: { state: 'granted' } });
    expect(checked(CameraResult, camera)).toEqual({ recorded: true });
    expect(checked(ImageResult, await service.sendImage(token, await picture()))).toEqual({ accepted: true, count: 1 });

    const at = (minutes: number) => new Date(service.clock.now + minutes * minute).toISOString();
    const left = { eventId: 'e1', type: 'left', at: at(0) };
    const events = (body: unknown) => service.take(token, { method: 'POST', path: 'events', body });
    service.clock.advance(minute);
    expect(checked(EventsResult, await events({ sentAt: at(0), events: [{ ...left, at: at(-1) }] }))).toEqual({ recorded: 1 });
    expect(checked(EventsResult, await events({ sentAt: at(0), events: [left, { type: 'returned', at: at(0) }] }))).toEqual({
      recorded: 1,
    });
    service.clock.advance(9 * minute + 1);
    expect(checked(SubmitResult, await service.submit(token))).toEqual({
      status: 'Completed',
      completedAt: '2026-03-02T10:10:00.001Z',
      redirectURL: 'https://ats.example/thanks',
    });
    const completed = await state('Completed');
    // A blank answer does not count.
    expect(completed.answered).toBe(3);
    expect(completed).not.toHaveProperty('questions');
  });

  it('reports score, section scores, violations and time taken', async () => {
    await service.generate();
    expect(await call('getReport')).toMatchObject({
      testStatus: 'Completed',
      reportStatus: 'Generated',
      attemptedOn: '2026-03-02T10:00:00',
      timeTaken: 11,
      score: '2',
      totalScore: '7.5',
      wv: 1,
      tv: 60,
      proctoringImagesCount: 1,
    });
    expect(await call('compareCandidates')).toMatchObject({ candidates: [{ rank: 1 }] });
    expect(await call('getSkillReports')).toMatchObject({ candidateScore: 2, totalTestScore: 7.5, skills: [] });
    expect(await call('getInvitationReport')).toMatchObject({
      score: '2',
      testResult: null,
      secondsTaken: 601,
      counts: { right: 1, partial: 1, wrong: 1, blank: 1 },
      group: null,
    });
    expect(await call('getSectionReports')).toMatchObject([
      { sectionName: 'Choices', sectionScore: 5, candidateScore: 0.5 },
      { sectionName: 'Words and numbers', sectionScore: 2.5, candidateScore: 1.5 },
    ]);
  });

  it('shows the webcam images', async () => {
    const { images } = (await call('listImages')) as ProctoringImages;
    expect(images).toEqual([
      { imageId: expect.any(Number), takenAt: '2026-03-02T10:00:00.000Z', bytes: expect.any(Number), width: 64, height: 48 },
    ]);
    ids.imageId = String(images[0]?.imageId);
  });

  it.each(['exportReportPdf', 'exportComparisonPdf', 'exportStatisticsPdf', 'exportReportExcel', 'exportAnswersExcel', 'getImage'])(
    '%s sends a file to a valid key for an existing resource',
    async (operationId) => {
      const { route, sent } = request(operationId);
      const file = await sent;
      expect([file.statusCode, file.headers['content-type']]).toEqual([200, route.result]);
      expect(file.rawPayload.length).toBeGreaterThan(operationId === 'getImage' ? 100 : 1000);
      const url = urlOf(route, {}, '999999');
      expectRefusal(await service.send({ method: 'GET', url, key }), '404.1');
      expectRefusal(await service.send({ method: 'GET', url }), '401.1');
    },
  );

  it('sends the callback and records its delivery', async () => {
    const waiting = await call('listDeliveries', { query: '?state=pending' });
    expect(waiting).toMatchObject({
      deliveries: [{ kind: 'callback', attemptsMade: 0 }],
      nextCursor: null,
    });
    await service.deliver();
    const [callback] = service.outbound.callbacks;
    expect(JSON.parse(callback?.body ?? '')).toEqual({
      CandidateEmailId: 'ana@example.com',
      AttemptedOn: '2026-03-02T10:00:00',
      TotalScore: 7.5,
      CandidateScore: 2,
      ReportPDFUrl: expect.stringMatching(/^https:\/\/assay\.example\/tests\/report\/[\w.-]+$/),
      TestInvitationId: Number(ids.testInvitationId),
    });
    const { deliveries } = (await call('listDeliveries', { query: '?state=delivered&kind=callback' })) as DeliveryPage;
    ids.deliveryId = String(deliveries[0]?.deliveryId);
    expect(await call('getDelivery')).toMatchObject({
      messageId: callback?.webhookId,
      destination: 'https://ats.example/hook',
      testInvitationId: Number(ids.testInvitationId),
      attempts: [{ number: 1, outcome: 'delivered', status: 204, error: null }],
    });
    expect(await call('redeliverDelivery')).toMatchObject({ state: 'pending', attemptsMade: 1, messageId: callback?.webhookId });
    await service.deliver();
    expect(service.outbound.callbacks.map(({ webhookId }) => webhookId)).toEqual([callback?.webhookId, callback?.webhookId]);
    expect(await call('redeliverFailed')).toEqual({ results: [], more: false });
  });

  it('lists and rotates the callback secrets, and sends a sample callback', async () => {
    const [inUse] = ((await call('listCallbackSecrets')) as CallbackSecrets).secrets;
    expect(service.outbound.callbacks[0]?.secrets).toEqual([inUse?.secret]);
    const { secrets } = (await call('rotateCallbackSecret', { body: { overlapHours: 1 } })) as CallbackSecrets;
    expect(secrets).toHaveLength(2);
    expect(secrets[1]).toMatchObject({ secret: inUse?.secret, expiresAt: new Date(service.clock.now + 60 * minute).toISOString() });
    const url = 'https://ats.example/try';
    expect(await call('sendSampleCallback', { body: { url } })).toMatchObject({ delivered: true, status: 204, error: null });
    expect(service.outbound.callbacks.at(-1)).toMatchObject({ url, secrets: secrets.map(({ secret }) => secret) });
  });

  it('invites by mail, and sends the mail again', async () => {
    const body = { emailId: 'bea@example.com', fullName: 'Bea Example' };
    const { invitation, email } = (await call('inviteCandidate', { body })) as InviteResult;
    expect(email).toMatchObject({ kind: 'invitation-email', state: 'pending', destination: 'bea@example.com' });
    await service.deliver();
    const completed = ids.testInvitationId;
    ids.testInvitationId = String(invitation.testInvitationId);
    const again = await call('sendInvitationEmail');
    expect(again.deliveryId).not.toBe(email?.deliveryId);
    await service.deliver();
    ids.testInvitationId = completed ?? '';
    const mails = service.outbound.emails.map((mail) => [mail.to, mail.kind === 'invitation-email' ? mail.takeTestURL : mail.kind]);
    expect(mails).toEqual([
      ['bea@example.com', invitation.takeTestURL],
      ['bea@example.com', invitation.takeTestURL],
    ]);
  });

  it('creates a reattempt and cancels it', async () => {
    const again = await call('reattemptInvitation');
    expect(again.testInvitationId).not.toBe(Number(ids.testInvitationId));
    const completed = ids.testInvitationId;
    ids.testInvitationId = String(again.testInvitationId);
    expect(await call('cancelInvitation', { query: `?testId=${ids.testId}` })).toEqual({
      testInvitationId: again.testInvitationId,
      status: 'cancelled',
    });
    ids.testInvitationId = completed ?? '';
    for (const operationId of ['cancelInvitation', 'reattemptInvitation']) {
      const { sent } = request(operationId);
      const response = await sent;
      if (operationId === 'cancelInvitation') expectRefusal(response, '403.4');
      else resultOf(response);
    }
  });

  it('lets a visitor join', async () => {
    const link = await call('createTestLink', { body: { testLinkName: 'Open', accessTime: 0, timeZoneId: zone } });
    const url = `/join/${link.testLinkAccessKey}`;
    const read = await service.send({ method: 'GET', url, headers: { accept: 'application/json' } });
    expect(checked(JoinState, read)).toEqual({
      organization: 'Acme',
      support: null,
      privacy: null,
      test: { testName: testFile.name, duration: 60, questions: 4 },
      access: { state: 'open', closesAt: null },
      inviteCandidateOnly: 0,
    });
    checked(JoinResult, await service.send({ method: 'POST', url, body: { emailId: 'visitor@example.com', fullName: 'Visitor' } }));
  });

  it('manages invitations, timeline, extra time, reset, status, keys and time zones', async () => {
    const page = await call('listInvitations', { query: '?limit=1' });
    expect(page).toMatchObject({ invitations: [expect.anything()], nextCursor: expect.any(String) });
    expect(await call('listInvitations', { query: '?status=Completed&search=ANA' })).toMatchObject({
      invitations: [{ testInvitationId: Number(ids.testInvitationId), score: '2' }],
      nextCursor: null,
    });
    expect(await call('getInvitation')).toMatchObject({ status: 'Completed', wv: 1, tv: 60, score: '2', totalScore: '7.5' });
    expect(await call('listAnswers')).toMatchObject({ attempt: 1, questions: Array(4).fill({ key: expect.anything() }), nextCursor: null });
    expect(await call('listSubmissions')).toMatchObject({ attempt: 1, submissions: [], nextCursor: null });
    const { timeline } = (await call('getInvitationTimeline')) as { timeline: { type: string }[] };
    expect(timeline.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['invitation.registered', 'attempt.started', 'attempt.completed', 'report.generated']),
    );
    expect(await call('revokeReportUrl')).toMatchObject({ status: 'Completed' });
    expect(await call('resetInvitation')).toMatchObject({ status: 'Reset' });
    expect(await call('giveExtraTime', { body: { minutes: 15 } })).toMatchObject({ extraMinutes: 15 });
    expect(await call('setTestStatus', { body: { status: 'Inactive' } })).toMatchObject({ status: 'Inactive' });
    const created = await call('createApiKey', { body: { name: 'reader', scopes: ['read'] } });
    expect(created).toMatchObject({ scopes: ['read'], apiKey: expect.stringMatching(/^assay_/) });
    ids.keyId = String(created.keyId);
    expect(JSON.stringify(await call('listApiKeys'))).not.toContain(String(created.apiKey));
    expect(await call('revokeApiKey')).toMatchObject({ keyId: created.keyId, revokedAt: expect.any(String) });
    const { timeZones } = (await call('listTimeZones')) as { timeZones: unknown[] };
    expect(timeZones).toContainEqual({ timeZoneId: 190, name: 'India Standard Time', zone: 'Asia/Kolkata' });
  });

  it('manages tests with counts, export, copy, preview, bulk invitations, keys and account', async () => {
    expect(await call('listManagedTests', { query: '?search=little' })).toMatchObject({
      tests: [{ testId: Number(ids.testId), counts: { invited: expect.any(Number), started: expect.any(Number) } }],
      nextCursor: null,
    });
    const file = await call('exportTest');
    expect(file).toMatchObject({ key: 'everything', name: testFile.name, status: 'Inactive' });
    expect(await call('importTest', { body: file })).toMatchObject({ outcome: 'unchanged' });
    expect(await call('duplicateTest')).toMatchObject({ testName: `Copy of ${testFile.name}`, status: 'Inactive', outcome: 'created' });
    expect(await call('previewRegrade', { body: testFile })).toMatchObject({ nextCursor: null });
    expect(await call('regradeTest')).toMatchObject({ programs: 0, dryRun: false });
    expect(await call('getRegrade')).toMatchObject({ regrade: { version: 1 }, reports: [], nextCursor: null });
    expect(await call('getTestStatistics')).toMatchObject({ isComplete: true });
    expect(await call('listSimilarSubmissions')).toMatchObject({ questionId: null, compared: 0, pairs: [] });
    const preview = await call('previewTest');
    expect(preview.questions).toHaveLength(4);
    expect(JSON.stringify(preview)).not.toContain('correct');
    await call('setTestStatus', { body: { status: 'Active' } });
    const candidates = [{ emailId: 'bulk@example.com', fullName: 'Bulk', sendEmail: false }, { emailId: 'nonsense' }];
    expect(await call('inviteCandidates', { body: { candidates } })).toMatchObject({
      results: [
        { index: 0, ok: true, invitation: { emailId: 'bulk@example.com' }, email: null, error: null },
        { index: 1, ok: false, invitation: null, error: expect.stringContaining('emailId') },
      ],
    });
    const created = await call('createApiKey', { body: { name: 'rotated', scopes: ['read'] } });
    ids.keyId = String(created.keyId);
    const rotated = await call('rotateApiKey', { body: { overlapHours: 1 } });
    expect(rotated).toMatchObject({ name: 'rotated', scopes: ['read'] });
    for (const apiKey of [created.apiKey, rotated.apiKey])
      resultOf(await service.send({ method: 'GET', url: '/v2/org/tests', key: String(apiKey) }));
    const logo = (await picture({ format: 'png' })).toString('base64');
    const changed = await call('updateAccount', { body: { support: 'help@acme.example', color: '#7A1F5C', logo } });
    expect(changed).toMatchObject({ support: 'help@acme.example', color: '#7a1f5c', logo: expect.stringMatching(/^[0-9a-f]{16}$/) });
    const shown = await request('getLogo').sent;
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const audit = await call('listAudit');
    expect(audit).toMatchObject({ entries: expect.arrayContaining([expect.objectContaining({ type: 'key.rotated' })]) });
    expect(JSON.stringify(audit)).not.toContain(String(rotated.apiKey));
    expect(await call('getAccount')).toMatchObject({ name: 'Acme', support: 'help@acme.example', privacy: null });
    expect(await call('getAccountQuotas')).toMatchObject({
      quotas: expect.arrayContaining([expect.objectContaining({ quota: 'invitations' })]),
    });
  });

  it('grades an essay', async () => {
    ids.reviewId = await service.openReview(key);
    expect(await call('listReviews')).toMatchObject({ reviews: [{ reviewId: Number(ids.reviewId) }], nextCursor: null });
    expect(await call('claimReview')).toMatchObject({ reviewId: Number(ids.reviewId) });
    expect(await call('gradeReview', { body: { marks: [1], comment: 'Well argued' } })).toMatchObject({ state: 'graded', score: '1' });
    expect(await call('getReview')).toMatchObject({ state: 'graded', grades: [{ comment: 'Well argued' }] });
  });

  it('has called every operation with a JSON result', () => {
    const json = apiOperations.filter(({ result }) => typeof result !== 'string').map(({ name }) => name);
    expect([...seen].sort()).toEqual(json.sort());
  });
});
