import { type Answer, formatInstant } from '@assay/domain';
import { deliveries, gradings } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { minute } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { getInvitationTimeline } from '../invitation/get-invitation.ts';
import { getReport } from '../report/get-report.ts';
import { listSubmissions } from '../submissions/list-submissions.ts';
import type { Assay, CodeRunner, Context } from '../support/context.ts';
import { TestVersions } from '../support/test-versions.ts';
import { theDelivery } from '../testing/deliveries.ts';
import { newReceiver } from '../testing/outbound.ts';
import { value } from '../testing/outcomes.ts';
import { printingRunner } from '../testing/printing-runner.ts';
import { useService } from '../testing/service.ts';
import { getRegrade } from './get-regrade.ts';
import { previewRegrade } from './preview-regrade.ts';
import { addRegrades, regradeTest } from './regrade-test.ts';

const coding = (output: string, changes: object = {}) => ({
  kind: 'coding',
  prompt: 'Print one.',
  marks: 10,
  languages: ['python'],
  cases: [
    { input: 'a', output: '1', sample: true },
    { input: 'b', output },
  ],
  ...changes,
});
const fileOf = (...questions: object[]) => ({
  key: 'one',
  sections: [
    { name: 'Code', type: 'Coding Questions', questions: [...questions, { kind: 'text', prompt: 'Capital?', marks: 1, answer: 'Paris' }] },
  ],
});
/** The second case was wrong. */
const wrongFile = fileOf(coding('2'), coding('2'));
const correctFile = fileOf(coding('1'), coding('1', { marks: 4 }));
const one = { language: 'python', source: 'print(1)' } as const;
const two = { language: 'python', source: 'print(2)' } as const;

describe.each(testDialects)('a regrade on %s', (engine) => {
  const service = useService(engine);
  const assay = (): Assay => ({ ...service.assay, testVersions: new TestVersions(), runner: printingRunner });
  const report = (ctx: Context, id: string) => value(getReport({ ctx, input: { testInvitationId: id } }));
  const entries = async (ctx: Context, id: string, type: string) =>
    (await value(getInvitationTimeline({ ctx, input: { testInvitationId: id } }))).timeline.filter((entry) => entry.type === type);
  const rounds = async (ctx: Context, id: string) =>
    (await service.assay.store.read((db) => gradings.list(db, { accountId: ctx.accountId, invitationId: Number(id), attempt: 1 }))).map(
      ({ question_id, round, version, result }) => [question_id, round, version, result?.cases.map(({ verdict }) => verdict)],
    );
  const regrade = (ctx: Context, testId: string, body = {}) => value(regradeTest({ ctx, input: { testId, body } }));
  const walk = async () => {
    while ((await addRegrades({ assay: assay() })) > 0);
  };

  const complete = async (ctx: Context, testId: string, answers: Readonly<Record<number, Answer>>) => {
    const body = { emailId: `c${Math.random()}@d.example`, fullName: 'C', callbackURL: newReceiver().url };
    const { id, candidate } = await service.register(ctx, testId, body);
    await service.complete(candidate, answers);
    return id;
  };
  const mint = async (answers: Readonly<Record<number, Answer>> = { 1: one, 2: two, 3: 'Paris' }) => {
    const { ctx, testId } = await service.mint(wrongFile);
    const id = await complete(ctx, testId, answers);
    await service.grade(assay());
    await service.generate();
    return { ctx, testId, id };
  };

  it('lists those whom it changed page by page', async () => {
    const { ctx, testId } = await service.mint(wrongFile);
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.push(Number(await complete(ctx, testId, { 1: one })));
    await service.grade(assay());
    await service.generate();
    await service.importTest(ctx, correctFile);
    await regrade(ctx, testId);
    await walk();
    await service.grade(assay());
    const page = async (query: object) => {
      const { reports, nextCursor, total } = await value(getRegrade({ ctx, input: { testId, query } }));
      return [reports.map(({ testInvitationId }) => testInvitationId), nextCursor, total];
    };
    expect(await page({ limit: '2' })).toEqual([ids.slice(0, 2), String(ids[1]), 3]);
    expect(await page({ limit: '2', cursor: String(ids[1]) })).toEqual([ids.slice(2), null, null]);
  });

  it('goes on where it was broken off, and takes many attempts in steps', async () => {
    const { ctx, testId } = await service.mint(wrongFile);
    const ids = await Promise.all(Array.from({ length: 60 }, () => complete(ctx, testId, { 1: one, 2: one })));
    await service.grade(assay());
    await service.generate();
    await service.importTest(ctx, correctFile);
    await regrade(ctx, testId);
    // Two workers at once.
    await Promise.all([walk(), walk()]);
    await walk();
    expect(await service.grade(assay())).toHaveLength(120);
    for (const id of ids) {
      expect(await entries(ctx, id, 'report.regraded')).toHaveLength(1);
      expect(await report(ctx, id)).toMatchObject({ score: '14' });
    }
  });

  it('of an attempt that is not graded yet is waited for by its first report', async () => {
    const { ctx, testId } = await service.mint(wrongFile);
    const id = await complete(ctx, testId, { 1: one });
    await service.importTest(ctx, correctFile);
    await regrade(ctx, testId);
    await walk();
    await service.grade(assay());
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '10' });
    expect(await entries(ctx, id, 'report.generated')).toHaveLength(1);
    expect(await entries(ctx, id, 'report.regraded')).toEqual([]);
  });

  it('that another one overtakes writes and notifies by the last one alone, once its programs have run', async () => {
    const { ctx, testId, id } = await mint({ 1: one });
    await service.importTest(ctx, fileOf(coding('1'), coding('2')));
    await regrade(ctx, testId);
    await walk();
    await service.importTest(ctx, fileOf(coding('3', { marks: 20 }), coding('2')));
    await regrade(ctx, testId, { notify: true });
    const notified = async () =>
      (await service.assay.store.read((db) => deliveries.listPage(db, { accountId: ctx.accountId, limit: 50 }))).filter(
        (row) => row.regrade > 0,
      );
    await service.grade(assay());
    expect(await notified()).toEqual([]);
    expect(await report(ctx, id)).toMatchObject({ score: '5', totalScore: '21' });
    await walk();
    await service.grade(assay());
    expect(await notified()).toMatchObject([{ regrade: 3 }]);
    expect(await report(ctx, id)).toMatchObject({ score: '10', totalScore: '31' });
    const { reports } = await value(getRegrade({ ctx, input: { testId, query: {} } }));
    expect(reports).toMatchObject([{ oldScore: '5', score: '10' }]);
  });

  // What follows is about neither locks nor SQL.
  if (engine !== 'sqlite') return;

  it('runs the cases of the present version, and writes the report again when the round of the attempt is whole', async () => {
    const { ctx, testId, id } = await mint();
    expect(await report(ctx, id)).toMatchObject({ score: '11', totalScore: '21' });
    await service.deliver();
    const delivery = await theDelivery(ctx);
    await service.importTest(ctx, correctFile);
    service.clock.advance(minute);
    expect(await regrade(ctx, testId)).toEqual({ testId: Number(testId), version: 2, programs: 2, dryRun: false });
    await walk();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '11' });
    expect(await service.grade(assay())).toEqual(['graded', 'graded']);
    // The marks are those of the present version; a program that is wrong now loses them.
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '11', totalScore: '15' });
    const right = ['accepted', 'accepted'];
    expect(await rounds(ctx, id)).toEqual([
      [1, 1, 1, ['accepted', 'wrong-answer']],
      [1, 2, 2, right],
      [2, 1, 1, ['wrong-answer', 'accepted']],
      [2, 2, 2, ['wrong-answer', 'wrong-answer']],
    ]);
    expect(await entries(ctx, id, 'report.regraded')).toMatchObject([
      { at: formatInstant(service.clock.now), data: { attempt: 1, oldScore: '11', score: '11', totalScore: '15', testVersion: 2 } },
    ]);
    // Nobody is notified again.
    expect(await theDelivery(ctx)).toEqual(delivery);
  });

  it('changes the score of those whom it concerns', async () => {
    const { ctx, testId, id } = await mint({ 1: one });
    expect(await report(ctx, id)).toMatchObject({ score: '5' });
    await service.importTest(ctx, correctFile);
    await regrade(ctx, testId);
    await walk();
    await service.grade(assay());
    expect(await report(ctx, id)).toMatchObject({ score: '10' });
    expect(await entries(ctx, id, 'report.regraded')).toMatchObject([{ data: { oldScore: '5', score: '10' } }]);
  });

  it('runs what was left out after a case that lost all marks, and counts it where each case has marks now', async () => {
    const ends = { a: 'time-limit-exceeded', b: 'ended' } as const;
    const asked: number[] = [];
    /** Its program is over its time for the first input. */
    const runner: CodeRunner = {
      ...printingRunner,
      run: async ({ tasks, source }, _, signal, ran) => {
        const runs = tasks.map((task) => {
          const end = ends[task.mode === 'stdio' && task.input === 'a' ? 'a' : 'b'];
          return { end, stdout: source.replace(/\D/g, ''), stderr: '', seconds: 0.1, memory: 8 };
        });
        asked.push(0);
        for (const [index, run] of runs.entries()) {
          if (signal?.aborted) return { refused: 'aborted', message: 'Nobody waits' };
          asked[asked.length - 1] = index + 1;
          ran?.(index, run);
        }
        return { runs };
      },
    };
    const { ctx, testId } = await service.mint(fileOf(coding('1', { allOrNothing: true })));
    const id = await complete(ctx, testId, { 1: one });
    const grade = () => service.grade({ ...assay(), runner });
    const shown = async () => (await value(listSubmissions({ ctx, input: { testInvitationId: id, query: {} } }))).submissions[0];
    expect(await grade()).toEqual(['graded']);
    await service.generate();
    const [late, left] = [{ verdict: 'time-limit-exceeded' }, { verdict: 'time-limit-exceeded', leftOut: true, seconds: 0 }];
    expect(await shown()).toMatchObject({
      score: 0,
      cases: [late, left],
      rounds: [{ verdicts: { 'time-limit-exceeded': 1 }, leftOut: 1 }],
    });
    expect((await shown())?.cases[0]).not.toHaveProperty('leftOut');
    await service.importTest(ctx, fileOf(coding('1')));
    await regrade(ctx, testId);
    await walk();
    expect(await grade()).toEqual(['graded']);
    expect(await shown()).toMatchObject({
      score: 5,
      cases: [late, { verdict: 'accepted' }],
      rounds: [{ leftOut: 1 }, { verdicts: { accepted: 1 } }],
    });
    expect(await report(ctx, id)).toMatchObject({ score: '5', totalScore: '11' });
    expect(asked).toEqual([1, 2]);
  });

  it('shows how far it is, and whose score changed from what to what', async () => {
    const { ctx, testId, id } = await mint({ 1: one });
    const unchanged = await complete(ctx, testId, { 1: { language: 'python', source: 'print(4)' } });
    await service.grade(assay());
    await service.generate();
    const progress = (query = {}) => value(getRegrade({ ctx, input: { testId, query } }));
    expect(await progress()).toEqual({ testId: Number(testId), regrade: null, reports: [], nextCursor: null, total: 0 });
    await service.importTest(ctx, fileOf(coding('3'), coding('2')));
    await regrade(ctx, testId);
    expect(await progress()).toMatchObject({ regrade: { version: 2, status: 'running', programsLeft: 0 }, reports: [] });
    await walk();
    expect(await progress()).toMatchObject({ regrade: { status: 'running', programsLeft: 2 }, reports: [] });
    await service.importTest(ctx, fileOf(coding('1'), coding('1')));
    await regrade(ctx, testId);
    await walk();
    await service.grade(assay());
    const changed = { testInvitationId: Number(id), attempt: 1, fullName: 'C', oldScore: '5', score: '10', totalScore: '21' };
    expect(await progress()).toMatchObject({ regrade: { version: 3, status: 'done', programsLeft: 0 }, reports: [changed], total: 1 });
    expect(await report(ctx, unchanged)).toMatchObject({ score: '0' });
    // What the next regrade leaves as it is was changed by the one before.
    await service.importTest(ctx, fileOf(coding('1', { prompt: 'Print 1.' }), coding('1')));
    await regrade(ctx, testId);
    await walk();
    await service.grade(assay());
    expect(await progress()).toMatchObject({ regrade: { version: 4, status: 'done' }, reports: [], total: 0 });
  });

  it('again changes nothing; a dry run counts and does nothing', async () => {
    const { ctx, testId, id } = await mint({ 1: one });
    await service.importTest(ctx, correctFile);
    expect(await regrade(ctx, testId, { dryRun: true })).toMatchObject({ programs: 1, dryRun: true });
    await walk();
    expect(await rounds(ctx, id)).toHaveLength(1);
    for (let times = 0; times < 2; times += 1) await regrade(ctx, testId);
    await walk();
    await service.grade(assay());
    await regrade(ctx, testId);
    await walk();
    expect(await service.grade(assay())).toEqual([]);
    expect(await rounds(ctx, id)).toHaveLength(2);
    expect(await entries(ctx, id, 'report.regraded')).toHaveLength(1);
  });

  it('leaves a program alone that the present question is not for', async () => {
    const { ctx, testId, id } = await mint({ 1: one, 2: one });
    await service.importTest(ctx, fileOf(coding('1'), coding('1', { languages: ['javascript'] })));
    await regrade(ctx, testId);
    await walk();
    expect(await service.grade(assay())).toEqual(['graded']);
    expect(await report(ctx, id)).toMatchObject({ score: '15' });
  });

  it('is foreseen by the cases that were run last, and not by those of the version that was taken', async () => {
    const { ctx, testId } = await mint({ 1: one });
    const programs = async (body: object) =>
      (await value(previewRegrade({ ctx, input: { testId, query: {}, body: { name: 'One', duration: 60, ...body } } }))).reports.map(
        (row) => row.programs,
      );
    const changedFile = fileOf(coding('1'), coding('2'));
    expect(await programs(wrongFile)).toEqual([]);
    expect(await programs(changedFile)).toEqual([1]);
    await service.importTest(ctx, changedFile);
    await regrade(ctx, testId);
    await walk();
    await service.grade(assay());
    expect(await programs(changedFile)).toEqual([]);
    expect(await programs(wrongFile)).toEqual([1]);
  });

  it('of a test without programs finds none', async () => {
    const { ctx, testId } = await service.mint();
    expect(await regrade(ctx, testId)).toMatchObject({ programs: 0 });
    await walk();
  });
});
