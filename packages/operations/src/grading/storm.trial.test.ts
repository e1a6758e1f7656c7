import { setTimeout as pause } from 'node:timers/promises';
import { invitations } from '@assay/store';
import { testPostgresUrl } from '@assay/store/testing';
import { repetitions, smallTest, somebody, tellTrial } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { api, takeApi } from '../api.ts';
import { generateReports } from '../report/generate-reports.ts';
import type { Assay, Context, Outcome } from '../support/context.ts';
import { hangingReports } from '../testing/hanging-reports.ts';
import { newReceiver } from '../testing/outbound.ts';
import { value } from '../testing/outcomes.ts';
import { smallEssay } from '../testing/reviews.ts';
import { withTwoStores } from '../testing/two-stores.ts';
import { addRegrades } from './regrade-test.ts';

const choiceOf = (right: string) => ({
  kind: 'single-choice',
  prompt: 'Which?',
  options: ['a', 'b'].map((text) => ({ text, correct: text === right })),
});
const program = { language: 'javascript', source: 'print(1)' } as const;

/** The test with another key, other cases and other void essays, by turns. */
const fileOf = (turn: number) => ({
  ...smallTest,
  key: 'storm',
  sections: [
    {
      name: 'All',
      questions: [
        choiceOf(turn % 2 === 0 ? 'a' : 'b'),
        { ...smallEssay, ...(turn % 3 === 1 ? { void: 'full-marks' } : {}) },
        { ...smallEssay, prompt: 'Why not?', ...(turn % 3 > 0 ? { void: 'not-counted' } : {}) },
        { kind: 'coding', prompt: 'Print 1.', languages: ['javascript'], cases: [{ input: '', output: String(1 + (turn % 2)) }] },
      ],
    },
  ],
});

const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];

describe.skipIf(testPostgresUrl === undefined)('on PostgreSQL', () => {
  it('a storm of grades, corrections, regrades, submits, cancels, resets and reattempts on three candidates from two servers leaves no deadlock, and no report that hangs', async () => {
    const faults: unknown[] = [];
    const counts = { ok: 0, refused: 0 };
    const resets = new Set<string>();
    const deadlocks = await withTwoStores(async ({ service, first, second }) => {
      const ctx = await service.mintAccount();
      const testId = await service.importTest(ctx, fileOf(0));
      const people = [somebody(), somebody(), somebody()];
      for (const person of people) await service.register(ctx, testId, { ...person, callbackURL: newReceiver().url });
      let turn = 0;
      const count = async (outcome: Outcome<unknown>) => {
        const { ok } = await outcome;
        counts[ok ? 'ok' : 'refused'] += 1;
        return ok;
      };
      const inStatus = (status: string) =>
        service.assay.store.read((db) =>
          db.kysely
            .selectFrom('invitations')
            .selectAll()
            .where('account_id', '=', ctx.accountId)
            .where('status', '=', status as never)
            .execute(),
        );
      const actions: readonly ((by: Context) => Promise<unknown>)[] = [
        // A regrade by other keys.
        async (by) => {
          turn += 1;
          await count(api.importTest({ ctx: by, input: { body: fileOf(turn) } }));
          await count(api.regradeTest({ ctx: by, input: { testId, body: { notify: turn % 2 === 0 } } }));
        },
        // Start, answers and submit.
        async (by) => {
          const row = oneOf([...(await inStatus('Pending')), ...(await inStatus('Reset')), ...(await inStatus('In progress'))]);
          if (row === undefined) return;
          const candidate = { ...service.candidateOf(service.urlOf(row)), assay: by.assay };
          if (!(await count(takeApi.startAttempt({ candidate })))) return;
          const answers = Object.entries({
            1: 'a',
            2: 'Because.',
            3: Math.random() < 0.5 ? 'So.' : null,
            4: Math.random() < 0.5 ? program : null,
          });
          for (const [questionId, answer] of answers)
            await count(takeApi.saveAnswer({ candidate, input: { questionId, body: { answer, revision: 1 } } }));
          await count(takeApi.submitAttempt({ candidate }));
        },
        async (by) => {
          const row = oneOf(await inStatus('Completed'));
          if (row !== undefined) await count(api.reattemptInvitation({ ctx: by, input: { testInvitationId: String(row.invitation_id) } }));
        },
        async (by) => {
          const row = oneOf([...(await inStatus('Completed')), ...(await inStatus('In progress'))]);
          if (row !== undefined) await count(api.resetInvitation({ ctx: by, input: { testInvitationId: String(row.invitation_id) } }));
        },
        async (by) => {
          const row = oneOf([...(await inStatus('Pending')), ...(await inStatus('Reset'))]);
          if (row === undefined) return;
          await count(api.cancelInvitation({ ctx: by, input: { testInvitationId: String(row.invitation_id), query: {} } }));
          const person = people.find(({ emailId }) => emailId === row.email) ?? somebody();
          await count(api.registerCandidate({ ctx: by, input: { testId, body: person } }));
        },
        ...(['open', 'graded', 'graded'] as const).map((state) => async (by: Context) => {
          const { reviews } = await value(api.listReviews({ ctx: by, input: { query: { state } } }));
          const review = oneOf(reviews);
          if (review === undefined) return;
          const input = { reviewId: String(review.reviewId) };
          if (Math.random() < 0.3) await count(api.claimReview({ ctx: by, input }));
          const body = { marks: [Math.random() < 0.5 ? 0 : 1], ...(state === 'graded' ? { reason: 'Read again' } : {}) };
          await count(api.gradeReview({ ctx: by, input: { ...input, body } }));
        }),
        // Somebody looks at the statistics, so that there are sums to forget.
        async (by) => count(api.getTestStatistics({ ctx: by, input: { testId } })),
      ];
      // Who holds a lease is known by its end: with a clock that stands still, one that was lost and taken again would be the same.
      const begun = performance.now() - service.clock.now;
      const tick = setInterval(() => service.clock.advance(Math.floor(performance.now() - begun) - service.clock.now), 1);
      let acting = true;
      const work = async (assay: Assay): Promise<number> =>
        (await addRegrades({ assay })) +
        (await generateReports({ assay, onFailure: ({ error }) => faults.push(error) })) +
        (await service.grade(assay)).length;
      const loop = async (assay: Assay) => {
        while (acting) if ((await work(assay)) === 0) await pause(5);
      };
      const act = async (assay: Assay) => {
        for (let times = 0; times < repetitions(60, 500); times += 1) await oneOf(actions)?.({ ...ctx, assay });
      };
      const both = [first, second];
      const caught = (error: unknown) => void faults.push(error);
      const loops = both.flatMap((assay) => [loop(assay).catch(caught), loop(assay).catch(caught)]);
      await Promise.all([...both, ...both, ...both].map((assay) => act(assay).catch(caught)));
      acting = false;
      await Promise.all(loops);
      while ((await work(first)) > 0);
      clearInterval(tick);
      const rows = await service.assay.store.read((db) =>
        db.kysely.selectFrom('reports').select(['invitation_id', 'attempt']).where('account_id', '=', ctx.accountId).execute(),
      );
      for (const { invitation_id: invitationId, attempt } of rows) {
        const row = await service.assay.store.read((db) => invitations.find(db, { accountId: ctx.accountId, invitationId }));
        if (row?.attempt !== attempt || row.status !== 'Completed') resets.add(`${invitationId}/${attempt}`);
      }
      tellTrial(`${rows.length} reports, ${counts.ok} operations done and ${counts.refused} refused`);
      faults.push(...(await hangingReports(ctx, resets)));
    });
    expect({ deadlocks, faults }).toEqual({ deadlocks: 0, faults: [] });
    expect(counts.ok).toBeGreaterThan(0);
  }, 1_800_000);
});
