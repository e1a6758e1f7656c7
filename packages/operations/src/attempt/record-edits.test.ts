import { applyEdits, typingBounds } from '@assay/domain';
import { typedTexts } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { hour } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import type { Candidate } from './open-invitation.ts';
import { recordEdits } from './record-edits.ts';
import { startAttempt } from './start-attempt.ts';

const cases = [{ output: '1' }];
const sections = [
  {
    name: 'Programs',
    questions: [
      { kind: 'coding', prompt: 'Print 1.', languages: ['javascript', 'python'], starter: { python: '# here\n' }, cases },
      { kind: 'coding', prompt: 'Print 1 again.', languages: ['javascript'], cases },
      { kind: 'sql', prompt: 'Select.', schema: 'create table t (x int);', data: [''], solution: 'select 1' },
      { kind: 'text', prompt: 'Name it.', answers: ['it'] },
    ],
  },
];
type SentEdit = { questionId: number; language: string; at: number; change: object[]; pasted?: number };
const insert = (questionId: number, language: string, from: number, inserted: string, at = 0): SentEdit => ({
  questionId,
  language,
  at,
  change: [{ from, removed: 0, inserted }],
});

describe.each(testDialects)('what is typed into programs, on %s', (engine) => {
  const service = useService(engine);
  const mintRunning = async () => {
    const { ctx, testId } = await service.mint({ sections });
    const invited = await service.invite(ctx, testId, 'In progress');
    service.clock.advance(hour / 2);
    const key = { accountId: ctx.accountId, invitationId: Number(invited.id), attempt: 1 };
    const record = () =>
      service.assay.store.read(async (db) => {
        const texts = await typedTexts.listCounts(db, key);
        return Promise.all(
          texts.map(async ({ count: _, ...text }) => ({ ...text, edits: await typedTexts.findEdits(db, { ...key, ...text }) })),
        );
      });
    return { ...invited, record };
  };
  const send = (candidate: Candidate, batch: number, edits: SentEdit[], sessionId?: string) =>
    recordEdits({ candidate, input: { body: { batch, edits, sessionId } } });

  it('is recorded by question and language, from the starter on', async () => {
    const { candidate, record } = await mintRunning();
    const first = [
      insert(1, 'python', 7, 'print(1)', 1_000),
      insert(1, 'javascript', 0, 'x', 2_000),
      insert(3, 'sql', 0, 'select 1', 3_000),
    ];
    expect(await value(send(candidate, 1, first))).toEqual({ recorded: 3 });
    const paste = { ...insert(1, 'python', 15, '\npasted', 9_000), pasted: 7 };
    expect(await value(send(candidate, 2, [paste]))).toEqual({ recorded: 1 });
    const texts = await record();
    expect(texts.map(({ questionId, language, edits }) => [questionId, language, edits.length])).toEqual([
      [1, 'javascript', 1],
      [1, 'python', 2],
      [3, 'sql', 1],
    ]);
    expect(applyEdits('# here\n', texts[1]?.edits ?? [])).toBe('# here\nprint(1)\npasted');
    expect(texts[1]?.edits[1]).toMatchObject({ at: 9_000, pasted: 7 });
  });

  it('is recorded once, however often a batch is sent', async () => {
    const { candidate, record } = await mintRunning();
    await value(startAttempt({ candidate, input: { body: { sessionId: 'first-page' } } }));
    const edits = [insert(1, 'javascript', 0, 'a')];
    expect(await value(send(candidate, 1, edits, 'first-page'))).toEqual({ recorded: 1 });
    expect(await value(send(candidate, 1, edits, 'first-page'))).toEqual({ recorded: 0 });
    expect(await value(send(candidate, 2, [insert(1, 'javascript', 1, 'b')], 'first-page'))).toEqual({ recorded: 1 });
    expect(await value(send(candidate, 1, edits, 'first-page'))).toEqual({ recorded: 0 });
    await value(startAttempt({ candidate, input: { body: { sessionId: 'second-page' } } }));
    expect(await statuscodeOf(send(candidate, 3, edits, 'first-page'))).toBe('403.19');
    expect(await value(send(candidate, 1, [insert(1, 'javascript', 2, 'c')], 'second-page'))).toEqual({ recorded: 1 });
    expect(applyEdits('', (await record())[0]?.edits ?? [])).toBe('abc');
  });

  it('an edit of another text, question or language is left out, and the others are recorded', async () => {
    const { candidate, record } = await mintRunning();
    const edits = [
      insert(1, 'javascript', 5, 'gap'),
      insert(1, 'go', 0, 'x'),
      insert(3, 'python', 0, 'x'),
      insert(4, 'python', 0, 'x'),
      insert(99, 'python', 0, 'x'),
      insert(2, 'javascript', 0, 'y'),
    ];
    expect(await value(send(candidate, 1, edits))).toEqual({ recorded: 1 });
    expect((await record()).filter((text) => text.edits.length > 0)).toMatchObject([{ questionId: 2, language: 'javascript' }]);
  });

  it('was not typed after now, whatever the page’s clock says', async () => {
    const { candidate, record } = await mintRunning();
    await value(send(candidate, 1, [insert(1, 'javascript', 0, 'x', Number.MAX_SAFE_INTEGER)]));
    expect((await record())[0]?.edits[0]?.at).toBe(hour / 2);
  });

  it('of two pages at once nothing is lost', async () => {
    const { candidate, record } = await mintRunning();
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        value(send(candidate, index + 1, [insert(1, 'javascript', 0, 'x'), insert(2, 'javascript', 0, 'y')])),
      ),
    );
    const texts = await record();
    const recorded = sent.reduce((sum, one) => sum + one.recorded, 0);
    const typed = texts.reduce((sum, { edits }) => sum + (applyEdits('', edits)?.length ?? 0), 0);
    expect(typed).toBe(recorded);
  });

  it('has at most 5,000 edits: the text with the most is thinned, and all texts stay', async () => {
    const { candidate, record } = await mintRunning();
    const typed = (questionId: number, from: number, count: number) =>
      Array.from({ length: count }, (_, index) => insert(questionId, 'javascript', from + index, 'x', (from + index) * 300));
    // Pastes are not joined as they come.
    const pasted = (edits: SentEdit[]) => edits.map((edit) => ({ ...edit, pasted: 1 }));
    await value(send(candidate, 1, pasted(typed(2, 0, 200))));
    for (let batch = 0; batch < 25; batch += 1) await value(send(candidate, batch + 2, pasted(typed(1, batch * 200, 200))));
    const texts = await record();
    expect(texts.reduce((sum, { edits }) => sum + edits.length, 0)).toBeLessThanOrEqual(typingBounds.edits);
    expect(texts.map(({ edits }) => applyEdits('', edits)?.length)).toEqual([5_000, 200]);
    expect(texts[1]?.edits).toHaveLength(200);
  });
});
