import { type Answer, formatUtcDateTime, type Scope, scopes, type TestStatus } from '@assay/domain';
import { accounts, type invitations } from '@assay/store';
import { openTestStore, type TestEngine, type TestStore } from '@assay/store/testing';
import { afterAll, beforeAll } from 'vitest';
import { cancelInvitation } from '../invitations/cancel-invitation.ts';
import { resetInvitation } from '../invitations/change-invitation.ts';
import { registerCandidate, registerCandidateByLink } from '../invitations/register-candidate.ts';
import { createTestLink } from '../links/create-test-link.ts';
import { generateReports } from '../reports/generate-reports.ts';
import type { Assay, Context } from '../support/context.ts';
import { TestVersions } from '../support/test-versions.ts';
import { submitAttempt } from '../take/complete-attempt.ts';
import type { Candidate } from '../take/open-invitation.ts';
import { saveAnswer } from '../take/save-answer.ts';
import { startAttempt } from '../take/start-attempt.ts';
import { importTest } from '../tests/import-test.ts';
import { Clock, day, hour } from './clock.ts';
import { value } from './outcomes.ts';
import { rightAnswers, smallTest } from './test-files.ts';

export const publicUrl = 'https://assay.example/tests';

const accountEmail = 'hiring@acme.example';
/** India Standard Time */
export const zone = 190;

export const tokenOf = (takeTestUrl: string): string => {
  const prefix = `${publicUrl}/take/`;
  if (!takeTestUrl.startsWith(prefix)) throw new Error(`${takeTestUrl} is no take URL`);
  return takeTestUrl.slice(prefix.length);
};

let people = 0;
/** A candidate whom nobody has seen yet. */
export const somebody = () => {
  people += 1;
  return { emailId: `candidate-${people}@example.com`, fullName: `Candidate ${people}` };
};

export type Invited = { readonly id: string; readonly url: string; readonly candidate: Candidate };

/** A store of its own for a suite, its clock, and what one needs to bring an invitation where a test wants it. */
export const useService = (engine: TestEngine) => {
  const clock = new Clock();
  const woken: string[] = [];
  let opened: TestStore | undefined;
  let assay: Assay | undefined;

  beforeAll(async () => {
    opened = await openTestStore(engine, () => clock.now);
    const secret = Buffer.alloc(32, 7);
    assay = { store: opened, secret, publicUrl, testVersions: new TestVersions(), wake: (loop) => woken.push(loop) };
  });
  afterAll(() => opened?.dispose());

  const service = {
    clock,
    woken,
    get assay(): Assay {
      if (assay === undefined) throw new Error('the store is opened by beforeAll');
      return assay;
    },

    /** A new account with no rows of its own, and a context with these scopes. */
    mintAccount: async (granted: readonly Scope[] = scopes): Promise<Context> => {
      const row = { name: 'Acme', email: accountEmail, time_zone_id: zone, created_at: clock.now };
      const account = await service.assay.store.write((tx) => accounts.insert(tx, row));
      return { assay: service.assay, accountId: account.account_id, scopes: new Set(granted) };
    },

    importTest: async (ctx: Context, changes: Record<string, unknown> = {}): Promise<string> =>
      String((await value(importTest({ ctx, input: { file: { ...smallTest, ...changes } } }))).testId),

    /** A new account with the small test. */
    mint: async (changes: Record<string, unknown> = {}) => {
      const ctx = await service.mintAccount();
      return { ctx, testId: await service.importTest(ctx, changes) };
    },

    createLink: async (ctx: Context, testId: string, changes: Record<string, unknown> = {}): Promise<string> => {
      const body = { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone, ...changes };
      return String((await value(createTestLink({ ctx, input: { testId, body } }))).testLinkId);
    },

    candidateOf: (url: string): Candidate => ({ assay: service.assay, token: tokenOf(url) }),

    register: async (ctx: Context, testId: string, body: Record<string, unknown> = somebody()): Promise<Invited> => {
      const { testInvitationId, takeTestURL } = await value(registerCandidate({ ctx, input: { testId, body } }));
      return { id: String(testInvitationId), url: takeTestURL, candidate: service.candidateOf(takeTestURL) };
    },

    registerByLink: async (
      ctx: Context,
      ids: { testId: string; testLinkId: string },
      body: Record<string, unknown> = somebody(),
    ): Promise<Invited> => {
      const { testInvitationId, testUrl } = await value(registerCandidateByLink({ ctx, input: { ...ids, body } }));
      return { id: String(testInvitationId), url: testUrl, candidate: service.candidateOf(testUrl) };
    },

    answer: async (candidate: Candidate, answers: Readonly<Record<number, Answer>>, revision = 1): Promise<void> => {
      for (const [questionId, answer] of Object.entries(answers))
        await value(saveAnswer({ candidate, input: { questionId, body: { answer, revision } } }));
    },

    /** Starts, answers and submits. */
    complete: async (candidate: Candidate, answers: Readonly<Record<number, Answer>> = rightAnswers): Promise<void> => {
      await value(startAttempt({ candidate }));
      await service.answer(candidate, answers);
      await value(submitAttempt({ candidate }));
    },

    /** Generates until nothing is due. A failure fails the test. */
    generate: async (by: Assay = service.assay): Promise<void> => {
      const onFailure = ({ error }: { error: unknown }) => {
        throw error;
      };
      while ((await generateReports({ assay: by, onFailure })) > 0);
    },

    /** Brings an invitation of this account that nobody has used yet into `status`. */
    bringTo: async (ctx: Context, invited: Invited, status: TestStatus): Promise<Invited> => {
      const input = { testInvitationId: invited.id };
      if (status === 'Cancelled') await value(cancelInvitation({ ctx, input: { ...input, testId: undefined } }));
      if (status === 'In progress' || status === 'Reset') await value(startAttempt({ candidate: invited.candidate }));
      if (status === 'Completed') await service.complete(invited.candidate);
      if (status === 'Reset') await value(resetInvitation({ ctx, input }));
      return invited;
    },

    /** A candidate of this test whose invitation is in `status`. */
    invite: async (ctx: Context, testId: string, status: TestStatus = 'Pending'): Promise<Invited> =>
      service.bringTo(ctx, await service.register(ctx, testId), status),

    /** The row of an invitation, as stored. */
    row: (ctx: Context, id: string): Promise<invitations.Invitation> =>
      ctx.assay.store.read((db) =>
        db.kysely
          .selectFrom('invitations')
          .selectAll()
          .where('account_id', '=', ctx.accountId)
          .where('invitation_id', '=', Number(id))
          .executeTakeFirstOrThrow(),
      ),
  };
  return service;
};

export const statuses = ['Pending', 'In progress', 'Completed', 'Reset', 'Cancelled'] as const satisfies readonly TestStatus[];

/** Dates of a link from `start` to `end`, as a client sends them. */
export const dates = (start: number, end: number) => ({ startDateTime: formatUtcDateTime(start), endDateTime: formatUtcDateTime(end) });

/** Bodies for a link that is open at `now`, one for each access mode. */
export const openLinks = (now: number) => ({
  anytime: { accessTime: 0 },
  'time bound': { accessTime: 1, ...dates(now - hour, now + 3 * hour) },
  'slot wise': { accessTime: 2, ...dates(now - hour - day, now + 2 * hour + day) },
});
