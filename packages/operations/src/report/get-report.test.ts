import { formatUtcDateTime } from '@assay/domain';
import { minute, mixedAnswers, mixedScore, rightAnswers, second, smallTest, somebody, totalScore } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import { savePlace } from '../attempt/save-place.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { getInvitation } from '../invitation/get-invitation.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { statuses, useService } from '../testing/service.ts';
import { exportReportPdf, openReport } from './export-report.ts';
import { getReport, getSectionReports, getSkillReports } from './get-report.ts';

describe('candidate report', () => {
  const service = useService();
  const report = (ctx: Context, testInvitationId: string) => value(getReport({ ctx, input: { testInvitationId } }));
  const sections = (ctx: Context, testInvitationId: string) => getSectionReports({ ctx, input: { testInvitationId } });

  it('api-v2 §2.5: carries every field once the report is generated', async () => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const { id, candidate } = await service.register(ctx, testId, person);
    const started = service.clock.advance(minute);
    await value(startAttempt({ candidate }));
    await service.answer(candidate, mixedAnswers);
    service.clock.advance(90 * second);
    await value(submitAttempt({ candidate }));
    await service.generate();
    expect(await report(ctx, id)).toEqual({
      ...person,
      timeTaken: 2,
      testName: smallTest.name,
      duration: 60,
      questions: 4,
      attemptedOn: formatUtcDateTime(started),
      totalScore,
      score: mixedScore,
      wv: 0,
      tv: 0,
      testStatus: 'Completed',
      reportStatus: 'Generated',
      testResult: null,
      testCutOffPercent: null,
      candidatePercent: 26.67,
      reportPDFUrl: expect.stringContaining('/report/'),
      proctoringImagesCount: 0,
      violatedProctoringImages: 0,
    });
  });

  it('later fields: the result by the pass mark, and a URL that opens this report, once it is generated', async () => {
    const { ctx, testId } = await service.mint({
      passPercent: 27,
      sections: [{ ...smallTest.sections[0], passPercent: 0 }, smallTest.sections[1]],
    });
    const { id, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate, mixedAnswers);
    expect(await report(ctx, id)).toMatchObject({ testResult: null, testCutOffPercent: null, candidatePercent: null, reportPDFUrl: null });
    await service.generate();
    const { reportPDFUrl, ...generated } = await report(ctx, id);
    expect(generated).toMatchObject({ testResult: 'Fail', testCutOffPercent: 27, candidatePercent: 26.67 });
    expect(await value(openReport({ assay: service.assay, token: reportPDFUrl?.split('/report/')[1] ?? '' }))).toMatchObject({
      testInvitationId: Number(id),
    });
  });

  it('later fields: skills of sections and questions, each question in full for each of its skills', async () => {
    const [choices, words] = smallTest.sections;
    const [single, multiple] = choices?.questions ?? [];
    const { ctx, testId } = await service.mint({
      sections: [
        { ...choices, skills: ['Choosing'], questions: [{ ...single, skills: ['Reading', 'choosing'] }, multiple] },
        { ...words, skills: ['Reading'] },
      ],
    });
    const skills = (testInvitationId: string) => getSkillReports({ ctx, input: { testInvitationId } });
    const { id, candidate } = await service.invite(ctx, testId);
    expect((await refusalOf(skills(id))).statuscode).toBe('409.1');
    await service.complete(candidate, mixedAnswers);
    await service.generate();
    const first = { sectionId: 1, sectionName: 'Choices' };
    expect(await value(skills(id))).toEqual({
      testInvitationId: Number(id),
      testId: Number(testId),
      testName: smallTest.name,
      candidateScore: 2,
      totalTestScore: 7.5,
      skills: [
        { skillId: 1, skillName: 'choosing', candidateSkillScore: 0.5, totalSkillScore: 5, ...first },
        { skillId: 2, skillName: 'Reading', candidateSkillScore: -0.5, totalSkillScore: 2, ...first },
        {
          skillId: 2,
          skillName: 'Reading',
          candidateSkillScore: 1.5,
          totalSkillScore: 2.5,
          sectionId: 2,
          sectionName: 'Words and numbers',
        },
      ],
    });
    const plain = await service.mint();
    const without = await service.invite(plain.ctx, plain.testId, 'Completed');
    await service.generate();
    expect(await value(getSkillReports({ ctx: plain.ctx, input: { testInvitationId: without.id } }))).toMatchObject({ skills: [] });
  });

  it.each(statuses)('%s: testStatus as such; score and timeTaken are null until Generated, totalScore is always there', async (status) => {
    const { ctx, testId } = await service.mint();
    const started = formatUtcDateTime(service.clock.now);
    const { id } = await service.invite(ctx, testId, status);
    expect(await report(ctx, id)).toMatchObject({
      testStatus: status,
      reportStatus: 'Pending',
      score: null,
      timeTaken: null,
      totalScore,
      attemptedOn: status === 'In progress' || status === 'Completed' ? started : null,
    });
    await service.generate();
    const generated = await report(ctx, id);
    expect(generated).toMatchObject(
      status === 'Completed' ? { reportStatus: 'Generated', score: totalScore, timeTaken: 0 } : { reportStatus: 'Pending', score: null },
    );
  });

  it.each([
    [1, 1],
    [minute, 1],
    [minute + 1, 2],
    [59 * minute + 1, 60],
  ])('timeTaken rounds %i ms up to %i minutes', async (taken, minutes) => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId, 'In progress');
    service.clock.advance(taken);
    await value(submitAttempt({ candidate }));
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ timeTaken: minutes });
  });

  it.each([
    ['all right', rightAnswers, '7.5'],
    ['all wrong: the score can be negative', { 1: 'a', 2: ['c'], 3: 12, 4: 'Rome' }, '-1.75'],
    ['all blank', { 1: null, 2: [], 3: null, 4: '  ' }, '0'],
    ['nothing saved', {}, '0'],
    ['mixed', mixedAnswers, '2'],
  ])('grades exactly: %s', async (_, answers, score) => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate, answers);
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ score, totalScore });
  });

  it('sums of tenths are exact', async () => {
    const question = { kind: 'numeric', prompt: 'How much?', marks: 0.1, answer: 1 };
    const { ctx, testId } = await service.mint({ sections: [{ name: 'Tenths', questions: [question, question, question] }] });
    const { id, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate, { 1: 1, 2: 1, 3: 1 });
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ score: '0.3', totalScore: '0.3' });
    expect(await value(sections(ctx, id))).toMatchObject([{ sectionName: 'Tenths', sectionScore: 0.3, candidateScore: 0.3 }]);
  });

  it.each(statuses)('%s: the section report before Generated is 409.1', async (status) => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId, status);
    expect((await refusalOf(sections(ctx, id))).statuscode).toBe('409.1');
    await service.generate();
    if (status !== 'Completed') expect((await refusalOf(sections(ctx, id))).statuscode).toBe('409.1');
  });

  it('api-v2 §2.6: the section report is an array with numbers', async () => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate, mixedAnswers);
    await service.generate();
    expect(await value(sections(ctx, id))).toEqual([
      {
        sectionName: 'Choices',
        sectionScore: 5,
        candidateScore: 0.5,
        noOfQuestionsInSection: 2,
        noOfAnsweredQuestions: 2,
        noOfNotAnsweredQuestions: 0,
        noOfSkippedQuestions: 0,
        noOfCorrectQuestions: 0,
        noOfWrongQuestions: 1,
        negativeMarks: 0.5,
        sectionTime: 1800,
        candidateTimeTaken: null,
      },
      {
        sectionName: 'Words and numbers',
        sectionScore: 2.5,
        candidateScore: 1.5,
        noOfQuestionsInSection: 2,
        noOfAnsweredQuestions: 1,
        noOfNotAnsweredQuestions: 1,
        noOfSkippedQuestions: 1,
        noOfCorrectQuestions: 1,
        noOfWrongQuestions: 0,
        negativeMarks: 0,
        sectionTime: null,
        candidateTimeTaken: null,
      },
    ]);
  });

  it('tells how long the questions of each section were on the screen, in API and documents, where that was recorded', async () => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId, 'In progress');
    for (const questionId of [2, 3, 1]) {
      service.clock.advance(20 * second);
      await value(savePlace({ candidate, input: { body: { questionId, flags: [] } } }));
    }
    service.clock.advance(5 * second);
    await value(submitAttempt({ candidate }));
    await service.generate();
    expect((await value(sections(ctx, id))).map(({ candidateTimeTaken }) => candidateTimeTaken)).toEqual([45, 20]);
    const document = await value(exportReportPdf({ ctx, input: { testInvitationId: id } }));
    expect(document.sections.map(({ seconds, questions }) => [seconds, ...questions.map((one) => one.seconds)])).toEqual([
      [45, 25, 20],
      [20, 20, null],
    ]);
  });

  it('tells the test as the attempt started on it; one not started follows the test', async () => {
    const { ctx, testId } = await service.mint({ key: 'told' });
    const done = await service.invite(ctx, testId, 'Completed');
    const waiting = await service.invite(ctx, testId);
    await service.generate();
    const before = await report(ctx, done.id);
    const question = { kind: 'numeric', prompt: 'How many?', marks: 4, answer: 1 };
    await service.importTest(ctx, {
      key: 'told',
      name: 'Second edition',
      duration: 30,
      sections: [{ name: 'Only', questions: [question] }],
    });
    expect(await report(ctx, done.id)).toEqual(before);
    expect(await report(ctx, waiting.id)).toMatchObject({ testName: 'Second edition', duration: 30, questions: 1, totalScore: '4' });
  });

  it('is graded by the version the attempt started on, also when a new one came while it ran', async () => {
    const { ctx, testId } = await service.mint({ key: 'graded' });
    const { id, candidate } = await service.invite(ctx, testId, 'In progress');
    await service.importTest(ctx, { key: 'graded', sections: smallTest.sections.slice(1), duration: 10 });
    await service.answer(candidate, rightAnswers);
    await value(submitAttempt({ candidate }));
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ score: '7.5', totalScore: '7.5', duration: 60 });
  });

  it('keeps the pass mark of the version that was taken, when a later one has another', async () => {
    const marked = (passPercent: number) => ({ ...smallTest, key: 'marked', passPercent });
    const { ctx, testId } = await service.mint(marked(100));
    const { id } = await service.invite(ctx, testId, 'Completed');
    await service.generate();
    await service.importTest(ctx, marked(10));
    const later = await service.invite(ctx, testId);
    await service.complete(later.candidate, mixedAnswers);
    await service.generate();
    const shown = (testInvitationId: string) => value(getInvitation({ ctx, input: { testInvitationId } }));
    expect(await shown(id)).toMatchObject({ passPercent: '100', testResult: 'Pass' });
    expect(await shown(later.id)).toMatchObject({ score: mixedScore, passPercent: '10', testResult: 'Pass' });
  });

  it('registering a completed candidate again changes the name in the report and nothing else', async () => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const { id, candidate } = await service.register(ctx, testId, person);
    await service.complete(candidate);
    await service.generate();
    const before = await report(ctx, id);
    await service.register(ctx, testId, { ...person, fullName: 'Renamed' });
    expect(await report(ctx, id)).toEqual({ ...before, fullName: 'Renamed' });
  });
});
