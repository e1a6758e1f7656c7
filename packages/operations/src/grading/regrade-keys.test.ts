import type { Answer, RegradePreview, RegradeProgress } from '@assay/domain';
import { deliveries, reports } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { minute } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { exportTest } from '../assessment/export-test.ts';
import { importTest } from '../assessment/import-test.ts';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import { messageIdOf } from '../delivery/managed-delivery.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { getInvitationTimeline } from '../invitation/get-invitation.ts';
import { getReport } from '../report/get-report.ts';
import type { Context } from '../support/context.ts';
import { newReceiver } from '../testing/outbound.ts';
import { value } from '../testing/outcomes.ts';
import { type Invited, useService } from '../testing/service.ts';
import { getRegrade } from './get-regrade.ts';
import { previewRegrade } from './preview-regrade.ts';
import { addRegrades, regradeTest } from './regrade-test.ts';

type Json = { readonly [field: string]: unknown };

const colours = ['red', 'green', 'blue', 'black'];
const choice = (kind: string, right: string, change: Json = {}): Json => ({
  kind,
  prompt: `Which ${kind}?`,
  marks: 2,
  penalty: 0.5,
  options: colours.map((text) => ({ text, correct: right.includes(text) })),
  ...change,
});
const numeric = (change: Json = {}): Json => ({ kind: 'numeric', prompt: 'How many?', marks: 1, answer: 10, tolerance: 1, ...change });
const text = (change: Json = {}): Json => ({ kind: 'text', prompt: 'Where?', marks: 3, penalty: 1, answers: ['Rome'], ...change });

const single = choice('single-choice', 'red');
const multiple = choice('multiple-choice', 'red green');
const fileOf = (...questions: Json[]) => ({ key: 'keys', name: 'Keys', duration: 60, sections: [{ name: 'One', questions }] });
const before = fileOf(single, multiple, numeric(), text());

describe.each(testDialects)('a regrade by corrected keys on %s', (engine) => {
  const service = useService(engine);
  const complete = async (ctx: Context, testId: string, answers: Readonly<Record<number, Answer>>, callbackURL = newReceiver().url) => {
    const invited = await service.register(ctx, testId, { emailId: `c${Math.random()}@d.example`, fullName: 'C', callbackURL });
    await service.complete(invited.candidate, answers);
    return invited;
  };
  const mint = async (...answers: Readonly<Record<number, Answer>>[]) => {
    const { ctx, testId } = await service.mint(before);
    const invited: Invited[] = [];
    for (const one of answers) invited.push(await complete(ctx, testId, one));
    await service.generate();
    return { ctx, testId, ids: invited.map(({ id }) => id) };
  };
  const update = (ctx: Context, ...questions: Json[]) => value(importTest({ ctx, input: { body: fileOf(...questions) } }));
  const regrade = (ctx: Context, testId: string, body = {}) => value(regradeTest({ ctx, input: { testId, body } }));
  const walk = async () => {
    while ((await addRegrades({ assay: service.assay })) > 0);
  };
  const scores = async (ctx: Context, ids: readonly string[]) => {
    const found = [];
    for (const id of ids) {
      const { score, totalScore } = await value(getReport({ ctx, input: { testInvitationId: id } }));
      found.push(`${score}/${totalScore}`);
    }
    return found;
  };
  const changed = async (ctx: Context, testId: string) =>
    (await value(getRegrade({ ctx, input: { testId, query: { limit: '100' } } }))).reports.map(({ testInvitationId, oldScore, score }) => [
      String(testInvitationId),
      oldScore,
      score,
    ]);
  const preview = async (ctx: Context, testId: string, ...questions: Json[]) =>
    value(previewRegrade({ ctx, input: { testId, query: { limit: '100' }, body: fileOf(...questions) } }));
  const report = (ctx: Context, id: string, attempt = 1) =>
    service.assay.store.read((db) => reports.find(db, { accountId: ctx.accountId, invitationId: Number(id), attempt }));

  it.each([
    ['a key', [choice('single-choice', 'blue'), multiple, numeric(), text()], ['-0.5/8', '1.5/8', '0/8']],
    [
      'a key, with the options and the questions in another order',
      [
        text(),
        numeric(),
        multiple,
        { ...choice('single-choice', 'blue'), options: [...colours].reverse().map((one) => ({ text: one, correct: one === 'blue' })) },
      ],
      ['-0.5/8', '1.5/8', '0/8'],
    ],
    ['marks and penalty', [{ ...single, marks: 4, penalty: 2 }, multiple, numeric(), text()], ['4/10', '-2.5/10', '0/10']],
    ['a tolerance', [single, multiple, numeric({ tolerance: 0 }), text()], ['1/8', '-1/8', '0/8']],
    ['texts that are right', [single, multiple, numeric(), text({ answers: ['Rome', 'Roma'] })], ['6/8', '-1/8', '0/8']],
    ['several right options', [single, choice('multiple-choice', 'black'), numeric(), text()], ['2/8', '1.5/8', '0/8']],
    ['a void question that everybody gets', [{ ...single, void: 'full-marks' }, multiple, numeric(), text()], ['2/8', '1.5/8', '2/8']],
    ['a void question that counts for nobody', [{ ...single, void: 'not-counted' }, multiple, numeric(), text()], ['0/6', '-0.5/6', '0/6']],
  ] as const)('%s: as foreseen, with the score before, and again changes nothing', async (_, after, expected) => {
    const { ctx, testId, ids } = await mint({ 1: 'a', 3: 11, 4: 'Roma' }, { 1: 'c', 2: ['d'] }, {});
    expect(await scores(ctx, ids)).toEqual(['2/8', '-1/8', '0/8']);
    const foreseen = await preview(ctx, testId, ...after);
    await update(ctx, ...after);
    expect(await scores(ctx, ids)).toEqual(['2/8', '-1/8', '0/8']);
    service.clock.advance(minute);
    await regrade(ctx, testId, { reason: 'The key was wrong' });
    await walk();
    expect(await scores(ctx, ids)).toEqual(expected.map((one) => one));
    const now = await changed(ctx, testId);
    expect(foreseen.reports.map((one) => [String(one.testInvitationId), one.oldScore, one.score])).toEqual(now);
    expect(now).toEqual(
      ids.flatMap((id, index) => {
        const [was = '', is = ''] = [['2/8', '-1/8', '0/8'][index], expected[index]];
        return was === is ? [] : [[id, was.split('/')[0], is.split('/')[0]]];
      }),
    );
    const stored = await Promise.all(ids.map((id) => report(ctx, id)));
    for (let times = 0; times < 2; times += 1) {
      await regrade(ctx, testId);
      await walk();
    }
    expect(await Promise.all(ids.map((id) => report(ctx, id)))).toEqual(stored);
    expect((await preview(ctx, testId, ...after)).reports).toEqual([]);
  });

  it('reaches attempts that end after it, those without a report, and those that a reset archived', async () => {
    const { ctx, testId } = await service.mint(before);
    const archived = await complete(ctx, testId, { 1: 'c' });
    await service.generate();
    await value(resetInvitation({ ctx, input: { testInvitationId: archived.id } }));
    const pending = await complete(ctx, testId, { 1: 'c' });
    const running = await service.invite(ctx, testId, 'In progress');
    await update(ctx, choice('single-choice', 'blue'), multiple, numeric(), text());
    await regrade(ctx, testId);
    await walk();
    await service.answer(running.candidate, { 1: 'c' });
    await value(submitAttempt({ candidate: running.candidate }));
    await service.generate();
    expect(await scores(ctx, [pending.id, running.id])).toEqual(['2/8', '2/8']);
    expect((await report(ctx, archived.id))?.figures?.score).toBe('2');
  });

  it('that is killed at any step leaves each report wholly old or wholly new, and is finished by another worker', async () => {
    const count = 60;
    const { ctx, testId, ids } = await mint(...Array.from({ length: count }, () => ({ 1: 'c', 2: ['a', 'd'] })));
    await update(ctx, choice('single-choice', 'blue'), choice('multiple-choice', 'red black'), numeric(), text());
    await regrade(ctx, testId);
    const seen = new Set<number>();
    let killed = 0;
    const { store } = service.assay;
    // Each second step ends before its COMMIT, as that of a killed worker does.
    const dying = {
      ...service.assay,
      store: {
        ...store,
        read: store.read.bind(store),
        write: (run: Parameters<typeof store.write>[0]) =>
          store.write(async (tx) => {
            await run(tx);
            throw new Error('killed');
          }),
      },
    } as typeof service.assay;
    for (let step = 0; ; step += 1) {
      if (step % 2 === 0) {
        killed += 1;
        await addRegrades({ assay: dying }).catch((error: Error) => expect(error.message).toBe('killed'));
      } else if ((await addRegrades({ assay: service.assay })) === 0) break;
      const found = await Promise.all(ids.map((id) => report(ctx, id)));
      const isNew = found.map((one) => one?.key_version === 2);
      for (const [index, one] of found.entries()) {
        const whole = isNew[index] ? ['4', '4', '-0.5', 2] : ['-0.5', '-0.5', null, null];
        const questions = one?.content?.questions.reduce((sum, { score }) => sum + Number(score), 0);
        expect([one?.figures?.score, String(questions), one?.former_figures?.score ?? null, one?.regraded_version]).toEqual(whole);
      }
      seen.add(isNew.filter(Boolean).length);
    }
    expect(killed).toBeGreaterThan(2);
    expect([...seen].sort((a, b) => a - b)).toEqual([0, 25, 50, 60]);
  });

  // What follows is about neither locks nor SQL.
  if (engine !== 'sqlite') return;

  it('says who passes and who failed, as foreseen, by the pass mark of the version that was taken', async () => {
    const file = (passPercent: number, ...questions: Json[]) => ({ ...fileOf(...questions), passPercent });
    const { ctx, testId } = await service.mint(file(50, single, numeric()));
    const ids: number[] = [];
    for (const answers of [{ 1: 'a', 2: 10 }, { 1: 'b' }, { 2: 10 }]) ids.push(Number((await complete(ctx, testId, answers)).id));
    await service.generate();
    const after = file(90, choice('single-choice', 'green'), numeric());
    const foreseen = await value(previewRegrade({ ctx, input: { testId, query: { limit: '100' }, body: after } }));
    expect(foreseen).toMatchObject({ results: { before: { pass: 1, fail: 2 }, after: { pass: 1, fail: 2 } }, keptPassMarks: [1] });
    await value(importTest({ ctx, input: { body: after } }));
    await regrade(ctx, testId);
    await walk();
    const { reports: listed } = await value(getRegrade({ ctx, input: { testId, query: { limit: '100' } } }));
    const figuresOf = ({
      testInvitationId,
      oldScore,
      oldTotalScore,
      score,
      totalScore,
      oldTestResult,
      testResult,
    }: (typeof listed)[number]) => [testInvitationId, `${oldScore}/${oldTotalScore}`, `${score}/${totalScore}`, oldTestResult, testResult];
    expect(listed.map(figuresOf)).toEqual([
      [ids[0], '3/3', '0.5/3', 'Pass', 'Fail'],
      [ids[1], '-0.5/3', '2/3', 'Fail', 'Pass'],
    ]);
    expect(foreseen.reports.map(({ testResult, oldTestResult }) => [oldTestResult, testResult])).toEqual([
      ['Pass', 'Fail'],
      ['Fail', 'Pass'],
    ]);
    const { timeline } = await value(getInvitationTimeline({ ctx, input: { testInvitationId: String(ids[1]) } }));
    expect(timeline.at(-1)?.data).toEqual({
      attempt: 1,
      oldScore: '-0.5',
      score: '2',
      totalScore: '3',
      oldTestResult: 'Fail',
      testResult: 'Pass',
      testVersion: 2,
    });
    const again = await value(previewRegrade({ ctx, input: { testId, query: { limit: '100' }, body: after } }));
    expect(again).toMatchObject({ reports: [], results: foreseen.results });
  });

  it('tells of a result that changed where the score did not, as a section was passed', async () => {
    const file = (...rights: [string, string]) => ({
      key: 'keys',
      name: 'Keys',
      duration: 60,
      sections: rights.map((right, index) => ({
        name: `Section ${index + 1}`,
        ...(index === 0 ? { passPercent: 100 } : {}),
        questions: [choice('single-choice', right, { prompt: `Which ${index}?`, penalty: 0 })],
      })),
    });
    const { ctx, testId } = await service.mint(file('red', 'red'));
    const { id } = await complete(ctx, testId, { 1: 'a', 2: 'b' });
    await service.generate();
    await value(importTest({ ctx, input: { body: file('green', 'green') } }));
    await regrade(ctx, testId);
    await walk();
    const { reports: listed } = await value(getRegrade({ ctx, input: { testId, query: { limit: '100' } } }));
    expect(listed).toMatchObject([{ testInvitationId: Number(id), oldScore: '2', score: '2', oldTestResult: 'Pass', testResult: 'Fail' }]);
  });

  it('leaves alone what candidates read otherwise, and says so', async () => {
    const { ctx, testId, ids } = await mint({ 1: 'a', 2: ['a'], 3: 10, 4: 'Rome' });
    const { sections } = await value(exportTest({ ctx, input: { testId, query: {} } }));
    const named = sections[0]?.questions.map(({ id }) => id) ?? [];
    const other = ['pink', ...colours.slice(1)];
    const after = [
      { ...choice('single-choice', 'blue'), id: named[0], prompt: 'Which one?' },
      { ...multiple, id: named[1], options: other.map((one) => ({ text: one, correct: one === 'pink' })) },
      { kind: 'text', id: named[2], prompt: 'How many?', answer: '9' },
    ];
    const { kept, reports: foreseen } = await preview(ctx, testId, ...after);
    expect(kept.map(({ questionId, id, reason }) => [questionId, id, reason])).toEqual([
      [1, named[0], 'prompt'],
      [2, named[1], 'options'],
      [3, named[2], 'kind'],
      [4, named[3], 'removed'],
    ]);
    expect(foreseen).toEqual([]);
    await update(ctx, ...after);
    await regrade(ctx, testId);
    await walk();
    expect(await scores(ctx, ids)).toEqual(['7/8']);
  });

  it('voids a question whatever candidates read, and takes it back', async () => {
    const { ctx, testId, ids } = await mint({ 1: 'b' });
    const { sections } = await value(exportTest({ ctx, input: { testId, query: {} } }));
    const id = sections[0]?.questions[0]?.id;
    await update(ctx, { ...single, id, prompt: 'Another', void: 'full-marks' }, multiple, numeric(), text());
    await regrade(ctx, testId);
    await walk();
    expect(await scores(ctx, ids)).toEqual(['2/8']);
    expect((await report(ctx, ids[0] ?? ''))?.content?.questions[0]).toMatchObject({ outcome: 'right', void: 'full-marks' });
    await update(ctx, { ...single, id }, multiple, numeric(), text());
    await regrade(ctx, testId);
    await walk();
    expect(await scores(ctx, ids)).toEqual(['-0.5/8']);
  });

  it('keeps reason, scores and version in the timeline of those whom it changes', async () => {
    const { ctx, testId, ids } = await mint({ 1: 'c' }, { 3: 10 });
    await update(ctx, choice('single-choice', 'blue'), multiple, numeric(), text());
    await regrade(ctx, testId, { reason: 'Blue is right' });
    await walk();
    const entries = async (id = '') =>
      (await value(getInvitationTimeline({ ctx, input: { testInvitationId: id } }))).timeline.filter(
        ({ type }) => type === 'report.regraded',
      );
    const data = { attempt: 1, oldScore: '-0.5', score: '2', totalScore: '8', testVersion: 2, reason: 'Blue is right' };
    expect(await entries(ids[0])).toMatchObject([{ data }]);
    expect(await entries(ids[1])).toEqual([]);
    expect(await report(ctx, ids[0] ?? '')).toMatchObject({
      former_figures: { score: '-0.5' },
      regraded_version: 2,
      key_version: 2,
      version: 1,
    });
    const { regrade: last } = await value(getRegrade({ ctx, input: { testId, query: {} } }));
    expect(last).toMatchObject({ version: 2, status: 'done', reason: 'Blue is right', notify: false });
  });

  it('sends callbacks again only when it is told to: one for each changed score, under an id of its own', async () => {
    const { ctx, testId } = await service.mint(before);
    const receiver = newReceiver();
    const right = await complete(ctx, testId, { 1: 'c' }, receiver.url);
    await complete(ctx, testId, { 3: 10 }, receiver.url);
    await service.generate();
    await service.deliver();
    const callbacks = async () =>
      (await service.assay.store.read((db) => deliveries.listPage(db, { accountId: ctx.accountId, testId: Number(testId), limit: 50 })))
        .filter(({ kind }) => kind === 'callback')
        .map((row) => ({ id: messageIdOf(row), invitation: row.invitation_id, regrade: row.regrade, state: row.state }));
    const first = await callbacks();
    await update(ctx, choice('single-choice', 'blue'), multiple, numeric(), text());
    await regrade(ctx, testId);
    await walk();
    expect(await callbacks()).toEqual(first);
    for (let times = 0; times < 2; times += 1) {
      await regrade(ctx, testId, { notify: true });
      await walk();
      await service.deliver();
      const [again, ...rest] = await callbacks();
      expect(again).toMatchObject({ invitation: Number(right.id), regrade: 2, state: 'delivered' });
      expect(first.map(({ id }) => id)).not.toContain(again?.id);
      expect(rest).toEqual(first);
    }
  });
});

/** Grades by the words of docs/test-files.md, in hundredths, knowing nothing of the program. */
const hundredths = (
  answers: Readonly<Record<number, unknown>>,
  key: {
    readonly single: string;
    readonly multiple: string;
    readonly number: readonly [number, number];
    readonly texts: readonly string[];
  },
): number => {
  const { 1: one, 2: many, 3: number, 4: words } = answers;
  let sum = 0;
  if (typeof one === 'string') sum += one === key.single ? 200 : -50;
  if (Array.isArray(many) && many.length > 0) {
    const right = many.filter((picked) => key.multiple.includes(String(picked))).length;
    sum += right === 0 ? -50 : Math.max(0, ((2 * right - many.length) * 200) / key.multiple.length);
  }
  if (typeof number === 'number') sum += Math.abs(number - key.number[0]) <= key.number[1] ? 100 : 0;
  if (typeof words === 'string') sum += key.texts.includes(words) ? 300 : -100;
  return sum;
};

type Key = Parameters<typeof hundredths>[1];

describe.each(testDialects)('a regrade of many attempts on %s', (engine) => {
  const service = useService(engine);

  it('changes those and only those whom an independent calculation finds, as the preview says', async () => {
    let seed = 20261123;
    // Of the upper bits: the lower ones of such a generator repeat soon.
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const { ctx, testId } = await service.mint(before);
    const given = new Map<number, Readonly<Record<number, Answer>>>();
    const count = 60;
    for (let index = 0; index < count; index += 1) {
      const answers: Record<number, Answer> = {};
      if (random(5) > 0) answers[1] = 'abcd'[random(4)] ?? 'a';
      if (random(5) > 0) answers[2] = [...'abcd'].filter(() => random(2) > 0);
      if (random(5) > 0) answers[3] = 7 + random(6);
      if (random(5) > 0) answers[4] = ['Rome', 'Roma', 'Oslo'][random(3)] ?? 'Rome';
      const { id, candidate } = await service.register(ctx, testId);
      await service.complete(candidate, answers);
      given.set(Number(id), answers);
    }
    await service.generate();
    type Change = { readonly id: number; readonly was: number; readonly is: number };
    const changeOf = (one: { testInvitationId: number; oldScore: string; score: string }): Change => ({
      id: one.testInvitationId,
      was: Number(one.oldScore),
      is: Number(one.score),
    });
    const foreseenBy = async (after: Json): Promise<Change[]> => {
      const foreseen: Change[] = [];
      for (let cursor: string | null = '0'; cursor !== null; ) {
        const query: Record<string, string> = { limit: '10', cursor };
        const page: RegradePreview = await value(previewRegrade({ ctx, input: { testId, query, body: after } }));
        foreseen.push(...page.reports.map(changeOf));
        cursor = page.nextCursor;
      }
      return foreseen;
    };
    const regradeBy = async (after: Json): Promise<Change[]> => {
      await value(importTest({ ctx, input: { body: after } }));
      await value(regradeTest({ ctx, input: { testId, body: {} } }));
      const walk = () => addRegrades({ assay: service.assay });
      while ((await Promise.all([walk(), walk()])).some((walked) => walked > 0));
      const changed: Change[] = [];
      for (let cursor: string | null = '0'; cursor !== null; ) {
        const query: Record<string, string> = { limit: '10', cursor };
        const page: RegradeProgress = await value(getRegrade({ ctx, input: { testId, query } }));
        changed.push(...page.reports.map(changeOf));
        cursor = page.nextCursor;
      }
      return changed;
    };
    const first: Key = { single: 'a', multiple: 'ab', number: [10, 1], texts: ['Rome'] };
    const oneKey: Key = { ...first, single: 'c' };
    const allKeys: Key = { single: 'c', multiple: 'abd', number: [9, 2], texts: ['Rome', 'Roma'] };
    const blue = choice('single-choice', 'blue');
    const others = [
      choice('multiple-choice', 'red green black'),
      numeric({ answer: 9, tolerance: 2 }),
      text({ answers: ['Rome', 'Roma'] }),
    ];
    for (const [old, corrected, after] of [
      [first, oneKey, fileOf(blue, multiple, numeric(), text())],
      [oneKey, allKeys, fileOf(blue, ...others)],
    ] as const) {
      const expected = [...given].flatMap(([id, answers]) => {
        const [was, is] = [hundredths(answers, old), hundredths(answers, corrected)];
        return Math.abs(was - is) < 0.5 ? [] : [{ id, was, is }];
      });
      const foreseen = await foreseenBy(after);
      const changed = await regradeBy(after);
      expect(changed).toEqual(foreseen);
      expect(changed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      for (const [index, { was, is }] of expected.entries()) {
        const found = changed[index];
        expect(found?.was).toBe(was / 100);
        // A third of the marks rounds to two decimals.
        expect(Math.abs((found?.is ?? 0) * 100 - is)).toBeLessThan(0.5);
      }
      expect(expected.length).toBeGreaterThan(count / 4);
      expect(expected.length).toBeLessThan(count);
    }
  });
});
