import { createSecretKey } from 'node:crypto';
import { formatInstant, formatUtcDateTime, minutesTaken } from '@assay/domain';
import { StoreUnavailable } from '@assay/store';
import { day, hour, minute, mixedAnswers, publicUrl, second, smallTest, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import { recordEvents } from '../attempt/record-events.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import type { Context } from '../support/context.ts';
import { reportPdfUrl } from '../support/tokens.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { statuses, useService } from '../testing/service.ts';
import { exportReportPdf, openReport } from './export-report.ts';
import { getInvitationReport } from './get-invitation-report.ts';
import { getReport, getSectionReports } from './get-report.ts';
import { reportGenerationOf } from './report-generation.ts';

describe('the document of a candidate report', () => {
  const service = useService();
  const exported = (ctx: Context, testInvitationId: string) => exportReportPdf({ ctx, input: { testInvitationId } });
  const tokenFor = async (ctx: Context, id: string, attempt = 1): Promise<string> => {
    const row = await service.row(ctx, id);
    const { accountId } = ctx;
    const issuedAt = service.clock.now;
    const token = { accountId, invitationId: Number(id), attempt, generation: reportGenerationOf(row), nonce: row.nonce, issuedAt };
    return reportPdfUrl(service.assay, token).slice(`${publicUrl}/report/`.length);
  };
  const open = (token: string, reportUrlDays?: number) => openReport({ assay: { ...service.assay, reportUrlDays }, token });

  const mintGenerated = async () => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const { id, candidate } = await service.register(ctx, testId, person);
    const startedAt = service.clock.advance(minute);
    await value(startAttempt({ candidate }));
    await service.answer(candidate, mixedAnswers);
    for (const type of ['left', 'returned']) {
      service.clock.advance(9 * second);
      const at = formatInstant(service.clock.now);
      await value(recordEvents({ candidate, input: { body: { sentAt: at, events: [{ type, at }] } } }));
    }
    const completedAt = service.clock.advance(2 * minute);
    await value(submitAttempt({ candidate }));
    const generatedAt = service.clock.advance(second);
    await service.generate();
    return { ctx, testId, id, person, candidate, startedAt, completedAt, generatedAt };
  };

  it('is read while the storage refuses writes: what is counted for the group is only kept for the next time', async () => {
    const { ctx, id } = await mintGenerated();
    const { store } = service.assay;
    const refused = () => Promise.reject(new StoreUnavailable('the storage of the database refuses writes'));
    const full: Context = { ...ctx, assay: { ...service.assay, store: { ...store, write: refused } } };
    expect(await value(exported(full, id))).toMatchObject({ score: expect.any(String), group: null });
    await value(exported(ctx, id));
    service.clock.advance(minute);
    expect(await value(exported(full, id))).toMatchObject({ score: expect.any(String), group: null });
  });

  it('says of candidate, test, times, score, sections, violations and each question what there is to say', async () => {
    const { ctx, id, person, startedAt, completedAt, generatedAt } = await mintGenerated();
    const question = (number: number, kind: string, marks: string, score: string, outcome: string) => ({
      number,
      kind,
      marks,
      score,
      outcome,
      late: false,
      skills: [],
      seconds: null,
    });
    expect(await value(exported(ctx, id))).toEqual({
      accountName: 'Acme',
      brand: { color: null, logo: null },
      candidate: person,
      testInvitationId: Number(id),
      testName: smallTest.name,
      attemptedOn: startedAt,
      completedAt,
      completedBy: 'candidate',
      generatedAt,
      zone: 'Asia/Kolkata',
      duration: 60,
      secondsTaken: 138,
      score: '2',
      totalScore: '7.5',
      passPercent: null,
      testResult: null,
      wv: 1,
      tv: 9,
      lateAnswers: 0,
      images: { count: 0, shown: [] },
      group: null,
      remarks: [],
      sections: [
        {
          sectionName: 'Choices',
          sectionType: 'general questions',
          sectionScore: '5',
          candidateScore: '0.5',
          seconds: null,
          questions: [question(1, 'single-choice', '2', '-0.5', 'wrong'), question(2, 'multiple-choice', '3', '1', 'partial')],
        },
        {
          sectionName: 'Words and numbers',
          sectionType: 'general questions',
          sectionScore: '2.5',
          candidateScore: '1.5',
          seconds: null,
          questions: [question(3, 'numeric', '1.5', '1.5', 'right'), question(4, 'text', '1', '0', 'blank')],
        },
      ],
    });
  });

  it('says what the report and the section report of API v2 say, also when the test has changed since', async () => {
    const { ctx, testId } = await service.mint({ key: 'documented' });
    const { id, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate, mixedAnswers);
    await service.generate();
    await service.importTest(ctx, { key: 'documented', name: 'Second edition', duration: 10, sections: smallTest.sections.slice(1) });
    const report = await value(getReport({ ctx, input: { testInvitationId: id } }));
    const sections = await value(getSectionReports({ ctx, input: { testInvitationId: id } }));
    const document = await value(exported(ctx, id));
    expect(report).toMatchObject({
      emailId: document.candidate.emailId,
      fullName: document.candidate.fullName,
      timeTaken: minutesTaken(document.secondsTaken),
      testName: document.testName,
      duration: document.duration,
      questions: document.sections.flatMap(({ questions }) => questions).length,
      attemptedOn: formatUtcDateTime(document.attemptedOn),
      totalScore: document.totalScore,
      score: document.score,
      wv: document.wv,
      tv: document.tv,
      testStatus: 'Completed',
      reportStatus: 'Generated',
    });
    expect(
      document.sections.map(({ sectionName, sectionScore, candidateScore }) => ({
        sectionName,
        sectionScore: Number(sectionScore),
        candidateScore: Number(candidateScore),
      })),
    ).toEqual(sections.map(({ sectionName, sectionScore, candidateScore }) => ({ sectionName, sectionScore, candidateScore })));
  });

  it('has what stands out as remarks, in numbers: no answers, and no ids of questions', async () => {
    const { ctx, id } = await mintGenerated();
    expect((await value(exported(ctx, id))).remarks).toEqual([]);
    const prompt = 'Which of these planets is the largest, by its mass and by its diameter? '.repeat(4);
    const options = [{ text: 'Mars' }, { text: 'Jupiter', correct: true }];
    const questions = Array.from({ length: 12 }, (_, index) => ({ kind: 'single-choice', prompt: `${index}. ${prompt}`, options }));
    const testId = await service.importTest(ctx, { sections: [{ name: 'Planets', questions }] });
    const { id: hasty, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate, Object.fromEntries(questions.map((_, index) => [index + 1, 'b'])));
    await service.generate();
    const { remarks } = await value(open(await tokenFor(ctx, hasty)));
    const shown = await value(getInvitationReport({ ctx, input: { testInvitationId: hasty } }));
    expect(shown.remarks).toEqual(remarks.map(({ text }) => text));
    expect(remarks).toEqual([
      {
        kind: 'faster-than-reading',
        text: expect.stringContaining('12 questions of 708 words'),
        figures: expect.objectContaining({ words: 708 }),
      },
      { kind: 'burst', text: expect.stringContaining('12 of 12 answers came within 0.1 s;'), figures: expect.objectContaining({ of: 12 }) },
    ]);
  });

  it.each(statuses)('%s: is 409.1 before the report is generated, and says why', async (status) => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId, status);
    const refusal = await refusalOf(exported(ctx, id));
    expect(refusal).toMatchObject({
      statuscode: '409.1',
      message: expect.stringContaining(status === 'Completed' ? 'not generated' : status),
    });
    expect((await refusalOf(open(await tokenFor(ctx, id)))).statuscode).toBe('409.1');
    await service.generate();
  });

  it('after a reset it is 409.1, and the next completion has its own; a URL that was signed since opens either', async () => {
    const { ctx, id, candidate } = await mintGenerated();
    const first = await value(exported(ctx, id));
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    expect((await refusalOf(exported(ctx, id))).statuscode).toBe('409.1');
    await service.complete(candidate);
    await service.generate();
    expect(await value(exported(ctx, id))).toMatchObject({ score: '7.5' });
    expect(await value(open(await tokenFor(ctx, id)))).toEqual(first);
    expect(await value(open(await tokenFor(ctx, id, 2)))).toMatchObject({ score: '7.5' });
  });

  it('opens by its signed URL without a key and without end; where the setting gives days, so long from its issue, also if it is older', async () => {
    const { ctx, id } = await mintGenerated();
    const token = await tokenFor(ctx, id);
    expect(await value(open(token))).toEqual(await value(exported(ctx, id)));
    service.clock.advance(3 * day - 1);
    await value(open(token, 3));
    service.clock.advance(1);
    expect(await refusalOf(open(token, 3))).toMatchObject({ code: 'report.link-expired', statuscode: '410.1' });
    await value(open(token, 4));
    service.clock.advance(5000 * day);
    await value(open(token));
  });

  it('a signed URL with any part changed is 404.1, also one of an earlier generation', async () => {
    const { ctx, id } = await mintGenerated();
    const other = await service.invite(ctx, String((await service.row(ctx, id)).test_id), 'Completed');
    await service.generate();
    const token = await tokenFor(ctx, id);
    const [version = '', payload = '', signature = ''] = token.split('.');
    const parts = payload.split('-');
    const replaced = (index: number, part: string) => `${version}.${parts.with(index, part).join('-')}.${signature}`;
    const tampered = [
      replaced(0, (ctx.accountId + 1).toString(36)),
      replaced(1, Number(other.id).toString(36)),
      replaced(2, '2'),
      replaced(3, '2'),
      replaced(4, (service.clock.now + 2 * hour).toString(36)),
      `${payload}.${signature}`,
      `${parts.slice(0, 4).join('-')}.${signature}`,
      `0${token}`,
      `${version}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${version}.${payload}.${'A'.repeat(24)}`,
      `${version}.${payload}`,
      `${token}A`,
      '',
    ];
    for (const text of tampered) expect([text, (await refusalOf(open(text))).statuscode]).toEqual([text, '404.1']);
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    for (const text of tampered) expect((await refusalOf(open(text))).statuscode).toBe('404.1');
  });

  it('a take token is no report token, and neither is one that was signed with another secret', async () => {
    const { ctx, id, candidate } = await mintGenerated();
    expect((await refusalOf(open(candidate.token))).statuscode).toBe('404.1');
    const foreign = { ...service.assay, secret: createSecretKey(Buffer.alloc(32, 8)) };
    expect((await refusalOf(openReport({ assay: foreign, token: await tokenFor(ctx, id) }))).statuscode).toBe('404.1');
  });

  it('the candidate is named as at the time of asking', async () => {
    const { ctx, testId, id, person } = await mintGenerated();
    await service.register(ctx, testId, { ...person, fullName: 'Renamed' });
    expect(await value(exported(ctx, id))).toMatchObject({ candidate: { ...person, fullName: 'Renamed' } });
  });
});
