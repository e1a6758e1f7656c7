import { type Answer, checkBundle, graderVersion, type ReportBundle, readBundle } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { exportReportBundle } from '../answers/export-bundle.ts';
import { exportAnswersExcel } from '../answers/export-test-answers.ts';
import { listAnswers } from '../answers/list-answers.ts';
import { compareCandidates } from '../comparison/compare-candidates.ts';
import { addRegrades, regradeTest } from '../grading/regrade-test.ts';
import { getInvitationTimeline } from '../invitation/get-invitation.ts';
import { getTestStatistics } from '../statistics/get-test-statistics.ts';
import type { Context } from '../support/context.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { exportReportPdf } from './export-report.ts';
import { exportReportExcel } from './export-test-report.ts';
import { getInvitationReport } from './get-invitation-report.ts';
import { getSectionReports } from './get-report.ts';

const options = ['a', 'b', 'c', 'd'].map((text, index) => ({ text, correct: index < 2 }));
const picks = (more: object = {}) => ({ kind: 'multiple-choice', prompt: `Which? ${JSON.stringify(more)}`, marks: 2, options, ...more });
const fileOf = (...questions: object[]) => ({ key: 'picks', sections: [{ name: 'Picks', questions }] });
const [all, half, none] = [['a', 'b'], ['a'], ['a', 'c']];

describe('what came of the answers', () => {
  const service = useService();

  const complete = async (file: Record<string, unknown>, answers: Record<number, Answer>) => {
    const { ctx, testId } = await service.mint(file);
    const { id, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate, answers);
    await service.generate();
    return { ctx, testId, id };
  };
  type Completed = Awaited<ReturnType<typeof complete>>;

  /** As it would be stored had version 1 graded it; `score`: where it gave another one, of the only question. */
  const formerly = async ({ ctx, id }: Completed, outcomes: readonly string[], score?: string) => {
    await service.assay.store.write(async (tx) => {
      const at = tx.kysely.selectFrom('reports').select(['figures', 'content']).where('account_id', '=', ctx.accountId);
      const { figures, content } = await at.where('invitation_id', '=', Number(id)).executeTakeFirstOrThrow();
      const stored = { ...JSON.parse(content ?? ''), grader: 1 };
      const scored = score === undefined ? {} : { score };
      const questions = stored.questions.map((one: object, index: number) => ({ ...one, ...scored, outcome: outcomes[index] }));
      const sections = stored.sections.map((one: object) => (score === undefined ? one : { ...one, candidateScore: score }));
      const change = tx.kysely.updateTable('reports').set({
        figures: JSON.stringify({ ...JSON.parse(figures ?? ''), ...scored }),
        content: JSON.stringify({ ...stored, sections, questions }),
      });
      await change.where('account_id', '=', ctx.accountId).where('invitation_id', '=', Number(id)).execute();
    });
  };

  const eachOf = async <One>(walk: AsyncIterable<One>): Promise<One[]> => {
    const found: One[] = [];
    for await (const one of walk) found.push(one);
    return found;
  };

  /** The outcomes of the questions, and how many are right, partly right, wrong and blank, by everything that says so. */
  const toldBy = async ({ ctx, testId, id }: Completed) => {
    const input = { testInvitationId: id };
    const pdf = await value(exportReportPdf({ ctx, input }));
    const answers = await value(listAnswers({ ctx, input: { ...input, query: {} } }));
    const comparison = await value(compareCandidates({ ctx, input: { testId, query: { invitations: id } } }));
    const [excel] = await eachOf((await value(exportReportExcel({ ctx, input: { testId } }))).candidates());
    const [answering] = await eachOf((await value(exportAnswersExcel({ ctx, input: { testId } }))).candidates());
    const report = await value(getInvitationReport({ ctx, input }));
    const [section] = await value(getSectionReports({ ctx, input }));
    const { questions } = await value(getTestStatistics({ ctx, input: { testId } }));
    const countsOf = ({ right, partial, wrong, blank }: Record<'right' | 'partial' | 'wrong' | 'blank', number>) => [
      right,
      partial,
      wrong,
      blank,
    ];
    return {
      score: report.score,
      outcomes: {
        pdf: pdf.sections.flatMap((one) => one.questions.map(({ outcome }) => outcome)),
        answers: answers.questions.map(({ outcome }) => outcome),
        comparison: comparison.candidates[0]?.questions.map(({ outcome }) => outcome),
        excel: excel?.report?.questions.map(({ outcome }) => outcome),
        answersExcel: [...(answering?.answers.values() ?? [])].map(({ outcome }) => outcome),
      },
      counts: {
        report: countsOf(report.counts),
        section: report.sections.map(({ counts }) => countsOf(counts)).at(0),
        statistics: questions.map(countsOf).reduce((sum, one) => sum.map((many, index) => many + (one[index] ?? 0))),
      },
      v2: [section?.noOfQuestionsInSection, section?.noOfAnsweredQuestions, section?.noOfCorrectQuestions, section?.noOfWrongQuestions],
    };
  };
  const everywhere = <One>(names: readonly string[], one: One) => Object.fromEntries(names.map((name) => [name, one]));
  const places = { outcomes: ['pdf', 'answers', 'comparison', 'excel', 'answersExcel'], counts: ['report', 'section', 'statistics'] };

  const bundleOf = async (ctx: Context, testInvitationId: string): Promise<ReportBundle> => {
    const file = Buffer.concat((await value(exportReportBundle({ ctx, input: { testInvitationId } }))).file).toString();
    const read = readBundle(Buffer.from(JSON.parse(file).payload, 'base64').toString());
    if (!read.ok) throw new Error(read.error);
    return read.value;
  };

  const regrade = async ({ ctx, testId }: Completed) => {
    await value(regradeTest({ ctx, input: { testId, body: {} } }));
    while ((await addRegrades({ assay: service.assay })) > 0);
  };

  const four = fileOf(picks(), picks({ skills: ['a'] }), picks({ skills: ['b'] }), picks({ skills: ['c'] }));
  const told = {
    score: '3',
    outcomes: everywhere(places.outcomes, ['right', 'partial', 'wrong', 'blank']),
    counts: everywhere(places.counts, [1, 1, 1, 1]),
    v2: [4, 3, 1, 1],
  };

  it('follows from their marks, and is the same everywhere', async () => {
    expect(await toldBy(await complete(four, { 1: all, 2: half, 3: none }))).toEqual(told);
  });

  it('of a report that version 1 graded is told as of a new one, and its bundle names version 1 until it is regraded', async () => {
    const completed = await complete(four, { 1: all, 2: half, 3: none });
    const { ctx, id } = completed;
    await formerly(completed, ['right', 'partial', 'partial', 'blank']);
    expect(await toldBy(completed)).toEqual(told);
    const before = await bundleOf(ctx, id);
    expect(before).toMatchObject({ grader: 1, result: { figures: { score: '3' } } });
    expect(before.result.content.questions.map(({ outcome }) => outcome)).toEqual(['right', 'partial', 'partial', 'blank']);
    expect(checkBundle(before)).toMatchObject({ graded: true, differences: [] });
    await regrade(completed);
    expect(await toldBy(completed)).toEqual(told);
    const after = await bundleOf(ctx, id);
    expect(after).toMatchObject({ grader: graderVersion, test: { version: 1 }, result: { content: { grader: graderVersion } } });
    expect(checkBundle(after)).toMatchObject({ graded: true, differences: [] });
    // Nothing that it says has changed.
    const { timeline } = await value(getInvitationTimeline({ ctx, input: { testInvitationId: id, query: {} } }));
    expect(timeline.map(({ type }) => type)).not.toContain('report.regraded');
  });

  it('of a text from a Japanese keyboard is right, and where version 1 graded it wrong after a regrade', async () => {
    const capital = { kind: 'text', prompt: 'Which street?', marks: 2, answer: 'Paris 10' };
    const completed = await complete(fileOf(capital), { 1: 'Ｐａｒｉｓ　１０' });
    const { ctx, id } = completed;
    const report = () => value(getInvitationReport({ ctx, input: { testInvitationId: id } }));
    expect(await report()).toMatchObject({ score: '2', totalScore: '2', counts: { right: 1 } });
    await formerly(completed, ['wrong'], '0');
    const before = await bundleOf(ctx, id);
    expect(before).toMatchObject({ grader: 1, result: { figures: { score: '0' } } });
    expect(checkBundle(before)).toMatchObject({ graded: true, differences: [] });
    await regrade(completed);
    expect(await report()).toMatchObject({ score: '2', counts: { right: 1 } });
    const after = await bundleOf(ctx, id);
    expect(after).toMatchObject({ grader: 2, result: { figures: { score: '2' } } });
    expect(checkBundle(after)).toMatchObject({ graded: true, differences: [] });
    const { timeline } = await value(getInvitationTimeline({ ctx, input: { testInvitationId: id, query: {} } }));
    expect(timeline.map(({ type }) => type)).toContain('report.regraded');
  });

  it('of void questions is in no count', async () => {
    const voids = fileOf(picks(), picks({ void: 'not-counted' }), picks({ void: 'full-marks' }), picks({ skills: ['c'] }));
    const { counts, v2, outcomes } = await toldBy(await complete(voids, { 1: all, 2: none, 4: none }));
    expect(counts).toEqual(everywhere(places.counts, [1, 0, 1, 0]));
    expect(v2).toEqual([2, 2, 1, 1]);
    expect(outcomes.answersExcel).toEqual(['right', null, null, 'wrong']);
  });
});
