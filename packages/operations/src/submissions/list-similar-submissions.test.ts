import type { CodeAnswer } from '@assay/domain';
import type { Store } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { importTest } from '../assessment/import-test.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { listSimilarSubmissions } from './list-similar-submissions.ts';

const starter = `const lines = require('fs').readFileSync(0, 'utf8').split('\\n').map((line) => line.trim()).filter((line) => line !== '');
const [count, width] = lines[0].split(' ').map(Number);
`;
const coding = (changes: object = {}) => ({
  kind: 'coding',
  prompt: 'Count the words.\n\nOf a text.',
  languages: ['javascript', 'typescript'],
  starter: { javascript: starter },
  cases: [{ input: 'a', output: '1' }],
  ...changes,
});
const capital = { kind: 'text', prompt: 'Capital of France?', answers: ['Paris'] };
const fileOf = (...questions: object[]) => ({ key: 'words', sections: [{ name: 'Programs', type: 'Coding Questions', questions }] });

const counting = `const seen = new Map();
for (const line of lines.slice(1)) {
  for (const word of line.split(' ')) {
    if (word.length > width) continue;
    seen.set(word, (seen.get(word) ?? 0) + 1);
  }
}
const rows = [...seen].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
for (const [word, times] of rows.slice(0, count)) console.log(word + ' ' + times);
`;
const renamed = counting.replaceAll('seen', 'found').replaceAll('word', 'each').replaceAll('rows', 'best');
const other = `const tally = {};
let at = 1;
while (at < lines.length) {
  lines[at].split(' ').filter((one) => one.length <= width).forEach((one) => { tally[one] = tally[one] ? tally[one] + 1 : 1; });
  at += 1;
}
const order = Object.keys(tally);
order.sort();
order.sort((one, two) => tally[two] - tally[one]);
order.length = Math.min(order.length, count);
console.log(order.map((one) => one + ' ' + tally[one]).join('\\n'));
`;
const javascript = (source: string): CodeAnswer => ({ language: 'javascript', source: starter + source });

describe.each(testDialects)('programs that are alike, on %s', (engine) => {
  const service = useService(engine);
  const mint = async (...questions: object[]) => {
    const ctx = await service.mintAccount();
    return { ctx, testId: await service.importTest(ctx, fileOf(...questions)) };
  };
  const list = (ctx: Context, testId: string, query: Record<string, string> = {}) =>
    value(listSimilarSubmissions({ ctx, input: { testId, query } }));
  const complete = async (ctx: Context, testId: string, answers: Readonly<Record<number, CodeAnswer>>, body = somebody()) => {
    const { id, candidate } = await service.register(ctx, testId, body);
    await service.complete(candidate, answers);
    return Number(id);
  };
  const invitationsOf = ({ pairs }: Awaited<ReturnType<typeof list>>) =>
    pairs.map(({ left, right }) => [left.testInvitationId, right.testInvitationId]);

  it('are listed with a measure and the lines where they are', async () => {
    const { ctx, testId } = await mint(capital, coding());
    const somebodyElse = somebody();
    const first = await complete(ctx, testId, { 2: javascript(counting) }, somebodyElse);
    await complete(ctx, testId, { 2: javascript(other) });
    const last = await complete(ctx, testId, { 2: javascript(`// Mine.\n${renamed}`) });
    const { candidate } = await service.register(ctx, testId);
    await service.complete(candidate, {});
    const listed = await list(ctx, testId);
    const side = { attempt: 1, testVersion: 1, fingerprints: expect.any(Number), share: 1, completedAt: expect.any(String) };
    expect(listed).toEqual({
      testId: Number(testId),
      questionId: 2,
      questions: [{ questionId: 2, prompt: 'Count the words.' }],
      compared: 3,
      tooShort: 0,
      older: 0,
      found: 1,
      pairs: [
        {
          language: 'javascript',
          similarity: 1,
          shared: expect.any(Number),
          longest: expect.any(Number),
          left: { ...side, testInvitationId: last, emailId: expect.any(String), fullName: expect.any(String) },
          right: { ...side, testInvitationId: first, ...somebodyElse },
          parts: [{ tokens: expect.any(Number), left: { from: 1, to: 12 }, right: { from: 1, to: 11 } }],
        },
      ],
    });
    expect(await list(ctx, testId, { questionId: '2', language: 'typescript' })).toMatchObject({ compared: 0, older: 0, pairs: [] });
    const refused = (query: Record<string, string>) => refusalOf(listSimilarSubmissions({ ctx, input: { testId, query } }));
    for (const questionId of ['0', '1', '3'])
      expect(await refused({ questionId })).toMatchObject({ statuscode: '400.1', message: expect.stringMatching(/^questionId: must be/) });
    for (const query of [{ language: 'python' }, { language: 'sql', questionId: '2' }])
      expect(await refused(query)).toMatchObject({ statuscode: '400.1', message: expect.stringMatching(/^language: .* question 2 /) });
    expect((await list(ctx, testId, { atLeast: '0.1', limit: '1' })).pairs).toEqual(listed.pairs);
  });

  it('are those of present, completed attempts, in one language, of different people', async () => {
    const { ctx, testId } = await mint(coding(), coding());
    const both = { 1: javascript(counting), 2: { language: 'typescript', source: counting } } as const;
    const first = await complete(ctx, testId, both);
    const again = await complete(ctx, testId, { 1: javascript(counting), 2: javascript(counting) });
    expect(invitationsOf(await list(ctx, testId))).toEqual([[again, first]]);
    expect(invitationsOf(await list(ctx, testId, { questionId: '2' }))).toEqual([]);
    await value(resetInvitation({ ctx, input: { testInvitationId: String(again) } }));
    expect(await list(ctx, testId)).toMatchObject({ compared: 1, pairs: [] });

    const twice = await mint(coding());
    const person = somebody();
    const link = await service.createLink(twice.ctx, twice.testId);
    await complete(twice.ctx, twice.testId, { 1: javascript(counting) }, person);
    const byLink = await service.registerByLink(twice.ctx, { testId: twice.testId, testLinkId: link }, person);
    await service.complete(byLink.candidate, { 1: javascript(renamed) });
    expect(await list(twice.ctx, twice.testId)).toMatchObject({ compared: 2, found: 0, pairs: [] });
  });

  it('are compared across versions where the question asks the same', async () => {
    const { ctx, testId } = await mint(coding());
    const change = (question: object) => value(importTest({ ctx, input: { body: { ...fileOf(question), name: 'Words', duration: 60 } } }));
    const first = await complete(ctx, testId, { 1: javascript(counting) });
    await change(coding({ cases: [{ input: 'b', output: '1' }] }));
    const second = await complete(ctx, testId, { 1: javascript(counting) });
    await change(coding({ prompt: 'Count the letters.' }));
    const third = await complete(ctx, testId, { 1: javascript(counting) });
    const fourth = await complete(ctx, testId, { 1: javascript(renamed) });
    const listed = await list(ctx, testId);
    // The present version asks for no program any more: those of earlier ones are still compared.
    await change(capital);
    expect(invitationsOf(await list(ctx, testId, { questionId: '1' }))).toHaveLength(2);
    expect(invitationsOf(listed)).toEqual([
      [fourth, third],
      [second, first],
    ]);
    expect(listed.pairs.map(({ left, right }) => [left.testVersion, right.testVersion])).toEqual([
      [3, 3],
      [2, 1],
    ]);
  });

  it('are one comparison at a time of an account', async () => {
    const { ctx, testId } = await mint(coding());
    const { store } = ctx.assay;
    let goOn = (): void => undefined;
    const goesOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let begin = (): void => undefined;
    const begins = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const held: Store = {
      engine: store.engine,
      read: (work) => store.read(work),
      readSlice: async (accountId, work) => {
        begin();
        await goesOn;
        return store.readSlice(accountId, work);
      },
      write: (work) => store.write(work),
      migrate: () => store.migrate(),
      ping: () => store.ping(),
      close: () => store.close(),
    };
    const call = () => listSimilarSubmissions({ ctx: { ...ctx, assay: { ...ctx.assay, store: held } }, input: { testId, query: {} } });
    const first = call();
    await begins;
    expect(await call()).toMatchObject({ ok: false, error: { code: 'service.unavailable' } });
    goOn();
    expect(await first).toMatchObject({ ok: true });
    expect(await call()).toMatchObject({ ok: true });
  });

  it('are none of another account, or of a test without programs', async () => {
    const { ctx, testId } = await mint(coding());
    await complete(ctx, testId, { 1: javascript(counting) });
    const stranger = await service.mintAccount();
    expect(await statuscodeOf(listSimilarSubmissions({ ctx: stranger, input: { testId, query: {} } }))).toMatch(/^404/);
    const text = await mint(capital);
    expect(await list(text.ctx, text.testId)).toMatchObject({ questionId: null, questions: [], compared: 0, pairs: [] });
    const inSql = listSimilarSubmissions({ ctx: text.ctx, input: { testId: text.testId, query: { language: 'sql' } } });
    expect(await refusalOf(inSql)).toMatchObject({ statuscode: '400.1', message: expect.stringMatching(/^language: /) });
  });
});
