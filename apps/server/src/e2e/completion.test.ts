import { until } from '@assay/testing';
import { describe, expect } from 'vitest';
import { apiOf, type RegisteredByLink, receiptSent } from './support/api.ts';
import { candidateAt } from './support/candidate.ts';
import { completeTest } from './support/complete.ts';
import { call } from './support/http.ts';
import { mailsIn, mailsTo } from './support/mails.ts';
import { verifiedBody } from './support/receiver.ts';
import { it } from './support/server-process.ts';
import { smallTestFile } from './support/small-test.ts';

const apiKey = 'completion-completion-completion';

/** What a browser gets that has no API key. */
const openPdf = async (url: string): Promise<string> => {
  const response = await fetch(url);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return Buffer.from(await response.arrayBuffer())
    .subarray(0, 5)
    .toString('latin1');
};

describe('what a completion sets off', { concurrent: true }, () => {
  it('is a signed callback, a mail with the score, a PDF behind both, and a redirect that names the invitation', async ({
    servers,
    expect,
  }) => {
    const directory = await servers.directory();
    const receiver = await servers.receiver();
    const server = await servers.start({ ASSAY_DATA_DIR: directory, ASSAY_API_KEY: apiKey, ASSAY_CALLBACK_ALLOW: '127.0.0.0/8' });
    const api = apiOf(server, apiKey);
    await api.receiptsForAll();
    const { testId } = await api.importTest(smallTestFile(2));
    const { testLinkId } = await api.createLink(testId, {
      testLinkName: 'Autumn',
      accessTime: 0,
      timeZoneId: 190,
      emailToStakeholder: 'boss@example.com',
    });
    const { testInvitationId, testUrl } = await api.post<RegisteredByLink>(`/v2/org/tests/${testId}/testlinks/${testLinkId}/register`, {
      emailId: 'Ana.Núñez@example.com',
      fullName: 'Ana Núñez',
      callbackURL: receiver.url,
      redirectURL: 'https://ats.example/done?job=a%20b&id={testInvitationId}',
    });
    const candidate = candidateAt(server, testUrl);
    await candidate.start();
    await candidate.save(1, 1);
    await candidate.save(2, 99);
    expect((await candidate.submit()).redirectURL).toBe(`https://ats.example/done?job=a%20b&id=${testInvitationId}`);

    const callback = await until('the callback', () => receiver.received[0]);
    const report = await api.report(testInvitationId);
    expect(report).toMatchObject({ score: '1.5', totalScore: '4', reportStatus: 'Generated' });
    const body = verifiedBody(await api.callbackSecret(), callback);
    expect(body).toEqual({
      CandidateEmailId: 'Ana.Núñez@example.com',
      AttemptedOn: report.attemptedOn,
      TotalScore: 4,
      CandidateScore: 1.5,
      ReportPDFUrl: expect.stringContaining(`${server.url}/report/`),
      TestInvitationId: testInvitationId,
    });
    expect(callback.headers).toMatchObject({ 'content-type': expect.stringContaining('application/json') });
    const secretOfNobody = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    expect(() => verifiedBody(secretOfNobody, callback)).toThrow(/signature/i);
    expect(() => verifiedBody('', { ...callback, text: callback.text.replace('1.5', '4') })).toThrow();
    expect(await openPdf(body.ReportPDFUrl)).toBe('%PDF-');

    const [mail] = await mailsTo(directory, 'boss@example.com');
    expect(mail?.to).toEqual([{ address: 'boss@example.com', name: '' }]);
    expect(mail?.subject).toBe('Ana Núñez completed Counting: 1.5 of 4');
    for (const part of [mail?.text, mail?.html]) expect(part).toContain('1.5');
    const [link = ''] = /http:\/\/\S+\/report\/[\w.-]+/.exec(mail?.text ?? '') ?? [];
    expect(mail?.html).toContain(link);
    expect(await openPdf(link)).toBe('%PDF-');

    // The candidate is told what arrived, and nothing of how it was.
    const [receipt] = await mailsTo(directory, 'Ana.Núñez@example.com');
    expect(receipt?.to).toEqual([{ address: 'Ana.Núñez@example.com', name: 'Ana Núñez' }]);
    for (const part of [receipt?.text, receipt?.html]) {
      expect(part).toContain('Counting');
      expect(part).not.toMatch(/1\.5|\/report\/|\/take\//);
    }

    const delivered = await until('all deliveries to be settled', async () => {
      const all = await api.deliveries(testId);
      return all.every(({ state }) => state === 'delivered') ? all : undefined;
    });
    expect(delivered.map(({ kind, attemptsMade }) => [kind, attemptsMade]).sort()).toEqual([
      ['callback', 1],
      ['receipt-email', 1],
      ['stakeholder-email', 1],
    ]);
    expect(receiver.received).toHaveLength(1);
    expect(await mailsIn(directory)).toHaveLength(2);
    const [registered, started, completed, generated, ...told] = await api.story(testInvitationId);
    expect([registered, started, completed, generated, ...told.sort()]).toEqual([
      'invitation.registered',
      'attempt.started',
      'attempt.completed',
      'report.generated',
      'delivery.delivered callback',
      receiptSent,
      'delivery.delivered stakeholder-email',
    ]);
    expect(server.errors).toEqual([]);
  });

  it('is no callback into a private network that ASSAY_CALLBACK_ALLOW does not name: the delivery has failed and says why', async ({
    servers,
    expect,
  }) => {
    const receiver = await servers.receiver();
    const server = await servers.start({ ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey });
    const api = apiOf(server, apiKey);
    const { testId } = await api.importTest(smallTestFile(1));
    const literal = { emailId: 'ana@example.com', fullName: 'Ana', callbackURL: receiver.url };
    expect(await call(`${server.url}/v2/org/tests/${testId}/register`, { method: 'POST', key: apiKey, body: literal })).toMatchObject({
      statuscode: '400.1',
      result: expect.stringMatching(/^callbackURL: the address of 127\.0\.0\.1 is not public; ASSAY_CALLBACK_ALLOW/),
    });
    // A name is looked up for each callback.
    const callbackURL = receiver.url.replace('127.0.0.1', 'localhost');
    await completeTest(server, apiKey, { testId, email: 'ana@example.com', callbackURL });
    const failed = await until('the delivery to fail', async () => {
      const [one] = await api.callbacks(testId);
      return one?.state === 'failed' ? one : undefined;
    });
    expect(failed).toMatchObject({ destination: callbackURL, attemptsMade: 1, lastError: expect.stringContaining('localhost') });
    expect(failed.lastError).toContain('ASSAY_CALLBACK_ALLOW');
    expect((await api.delivery(failed.deliveryId)).attempts).toMatchObject([{ outcome: 'final', status: null, error: failed.lastError }]);
    expect(receiver.received).toEqual([]);
    expect(server.errors).toEqual([]);
  });
});
