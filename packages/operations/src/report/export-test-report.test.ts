import type { TestReportCandidate } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { hour, minute, mixedAnswers, smallTest, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { startAttempt } from '../attempt/start-attempt.ts';
import type { Context } from '../support/context.ts';
import { copyInvitations } from '../testing/deliveries.ts';
import { value } from '../testing/outcomes.ts';
import { statuses, useService } from '../testing/service.ts';
import { exportReportPdf } from './export-report.ts';
import { exportReportExcel, type TestReportExport } from './export-test-report.ts';

describe.each(testDialects)('the export of a test on %s', (engine) => {
  const service = useService(engine);
  const exported = (ctx: Context, testId: string) => value(exportReportExcel({ ctx, input: { testId } }));
  const walk = async ({ candidates }: TestReportExport) => {
    const walked: TestReportCandidate[] = [];
    for await (const candidate of candidates()) walked.push(candidate);
    return walked;
  };
  const candidatesOf = async (ctx: Context, testId: string) => walk(await exported(ctx, testId));

  it('tells the test with all its versions, newest first', async () => {
    const { ctx, testId } = await service.mint({ key: 'exported' });
    const question = { kind: 'numeric', prompt: 'How many?', marks: 0.1, answer: 1 };
    await service.importTest(ctx, {
      key: 'exported',
      name: 'Second edition',
      duration: 30,
      sections: [{ name: 'Only', questions: [question] }],
    });
    const { report } = await exported(ctx, testId);
    const asked = (questionId: number, kind: string, prompt: string, marks: string) => ({
      questionId,
      id: expect.stringMatching(/^q-/),
      number: questionId,
      kind,
      prompt,
      marks,
    });
    expect(report).toEqual({
      accountName: 'Acme',
      testId: Number(testId),
      statistics: expect.objectContaining({ candidates: 0, questions: [] }),
      testName: 'Second edition',
      testKey: 'exported',
      testStatus: 'Active',
      exportedAt: service.clock.now,
      versions: [
        {
          version: 2,
          duration: 30,
          totalScore: '0.1',
          sections: [
            {
              sectionName: 'Only',
              sectionType: 'general questions',
              sectionScore: '0.1',
              questions: [asked(1, 'numeric', 'How many?', '0.1')],
            },
          ],
        },
        {
          version: 1,
          duration: 60,
          totalScore: '7.5',
          sections: [
            {
              sectionName: 'Choices',
              sectionType: 'general questions',
              sectionScore: '5',
              questions: [
                asked(1, 'single-choice', 'Which planet is the largest?', '2'),
                asked(2, 'multiple-choice', 'Which numbers are prime?', '3'),
              ],
            },
            {
              sectionName: 'Words and numbers',
              sectionType: 'general questions',
              sectionScore: '2.5',
              questions: [asked(3, 'numeric', 'What is 25 / 2?', '1.5'), asked(4, 'text', 'What is the capital of France?', '1')],
            },
          ],
        },
      ],
    });
  });

  it('marks of a question are those it is graded with, to two decimals', async () => {
    const question = { kind: 'numeric', prompt: 'How many?', marks: 0.125, answer: 1 };
    const { ctx, testId } = await service.mint({ sections: [{ name: 'Only', questions: [question] }] });
    const { id, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate, { 1: 1 });
    await service.generate();
    const { sections } = await value(exportReportPdf({ ctx, input: { testInvitationId: id } }));
    expect(sections).toMatchObject([{ sectionScore: '0.12', questions: [{ marks: '0.12', score: '0.12' }] }]);
    const { report } = await exported(ctx, testId);
    expect(report.versions[0]?.sections).toMatchObject([{ sectionScore: '0.12', questions: [{ marks: '0.12' }] }]);
  });

  it('says of a generated report what the report says', async () => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId, { testLinkName: 'Autumn intake' });
    const person = somebody();
    const invitedOn = service.clock.now;
    const { id, candidate } = await service.registerByLink(ctx, { testId, testLinkId }, person);
    const attemptedOn = service.clock.advance(hour);
    await value(startAttempt({ candidate }));
    service.clock.advance(minute);
    await service.complete(candidate, mixedAnswers);
    const completedAt = service.clock.now;
    await service.generate();
    const document = await value(exportReportPdf({ ctx, input: { testInvitationId: id } }));
    const [told, ...others] = await candidatesOf(ctx, testId);
    expect(others).toEqual([]);
    expect(told).toEqual({
      testInvitationId: Number(id),
      ...person,
      testLinkName: 'Autumn intake',
      testStatus: 'Completed',
      reportStatus: 'Generated',
      version: 1,
      invitedOn,
      attemptedOn,
      completedAt,
      report: {
        secondsTaken: document.secondsTaken,
        score: '2',
        totalScore: '7.5',
        passPercent: null,
        testResult: null,
        wv: document.wv,
        tv: document.tv,
        lateAnswers: 0,
        sections: document.sections.map(({ sectionName, sectionScore, candidateScore }) => ({ sectionName, sectionScore, candidateScore })),
        questions: document.sections.flatMap(({ questions }) =>
          questions.map(({ number, score, outcome }) => expect.objectContaining({ questionId: number, score, outcome })),
        ),
      },
    });
  });

  it('has every invitation, newest first, in its status; what a report says is empty until it is generated', async () => {
    const { ctx, testId } = await service.mint();
    const ids: number[] = [];
    for (const status of statuses) ids.push(Number((await service.invite(ctx, testId, status)).id));
    const other = await service.importTest(ctx);
    await service.invite(ctx, other);
    const before = await candidatesOf(ctx, testId);
    expect(before.map(({ testInvitationId }) => testInvitationId)).toEqual([...ids].reverse());
    expect(before.map(({ testStatus }) => testStatus)).toEqual([...statuses].reverse());
    for (const candidate of before) {
      const started = candidate.testStatus === 'In progress' || candidate.testStatus === 'Completed';
      expect(candidate).toMatchObject({
        reportStatus: 'Pending',
        testLinkName: null,
        version: started ? 1 : null,
        attemptedOn: started ? service.clock.now : null,
        report: null,
      });
    }
    await service.generate();
    const after = await candidatesOf(ctx, testId);
    expect(after.filter(({ reportStatus }) => reportStatus === 'Generated').map(({ testStatus }) => testStatus)).toEqual(['Completed']);
  });

  it('a report that is generated after the export began stays out of it, however often it is walked', async () => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId, 'Completed');
    const export_ = await exported(ctx, testId);
    const first = await walk(export_);
    service.clock.advance(1);
    await service.generate();
    expect(await walk(export_)).toEqual(first);
    expect(first).toMatchObject([{ testInvitationId: Number(id), reportStatus: 'Pending', report: null }]);
    expect(await candidatesOf(ctx, testId)).toMatchObject([{ reportStatus: 'Generated', report: { score: '7.5' } }]);
  });

  it('a candidate who is invited after the export began stays out of it', async () => {
    const { ctx, testId } = await service.mint();
    await service.invite(ctx, testId);
    const export_ = await exported(ctx, testId);
    const first = await walk(export_);
    await service.invite(ctx, testId);
    expect(await walk(export_)).toEqual(first);
    expect(await candidatesOf(ctx, testId)).toHaveLength(2);
  });

  it.each([499, 500, 501, 1200])('walks %i invitations, each once, newest first, and twice the same', async (count) => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId);
    const ids = await copyInvitations(service.assay.store, await service.row(ctx, id), count - 1);
    const export_ = await exported(ctx, testId);
    const first = await walk(export_);
    expect(first.map(({ testInvitationId }) => testInvitationId)).toEqual([Number(id), ...ids].reverse());
    expect(await walk(export_)).toEqual(first);
  });

  it('a test without invitations has none', async () => {
    const { ctx, testId } = await service.mint({ name: smallTest.name });
    expect(await candidatesOf(ctx, testId)).toEqual([]);
  });
});
