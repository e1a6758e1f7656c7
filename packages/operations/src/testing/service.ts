import { createSecretKey } from 'node:crypto';
import { type Answer, formatInstant, type InvitationStatus, invitationStatuses, type Scope, scopes } from '@assay/domain';
import { poolWhenNeeded } from '@assay/runner/testing';
import { accounts, invitations } from '@assay/store';
import { openTestStore, type TestEngine, type TestStore } from '@assay/store/testing';
import { Clock, day, hour, publicUrl, rightAnswers, smallTest, somebody, zone } from '@assay/testing';
import { afterAll, beforeAll } from 'vitest';
import { importTest } from '../assessment/import-test.ts';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import type { Candidate as Holder } from '../attempt/open-invitation.ts';
import { saveAnswer } from '../attempt/save-answer.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { claimGradings } from '../grading/claim-gradings.ts';
import { type GradingOutcome, gradeSubmission } from '../grading/grade-submission.ts';
import { cancelInvitation } from '../invitation/cancel-invitation.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { registerCandidate, registerCandidateByLink } from '../invitation/register-candidate.ts';
import { createTestLink } from '../link/create-test-link.ts';
import { generateReports } from '../report/generate-reports.ts';
import type { Assay, CleanFile, Context } from '../support/context.ts';
import { makingReady } from '../support/not-ready.ts';
import { RenderedVersions } from '../support/rendered-versions.ts';
import { TestVersions } from '../support/test-versions.ts';
import { defaultTimings } from '../support/timings.ts';
import { takeUrl } from '../support/tokens.ts';
import { deliverDue } from './deliver-due.ts';
import { FakeFiles } from './files.ts';
import { FakeImages } from './images.ts';
import { FakeOutbound } from './outbound.ts';
import { value } from './outcomes.ts';

const accountEmail = 'hiring@acme.example';
export const tokenOf = (takeTestUrl: string): string => {
  const prefix = `${publicUrl}/take/`;
  if (!takeTestUrl.startsWith(prefix)) throw new Error(`${takeTestUrl} is no take URL`);
  return takeTestUrl.slice(prefix.length);
};

type Candidate = Holder & { readonly token: string };

export type Invited = { readonly id: string; readonly url: string; readonly candidate: Candidate };

type LinkIds = { readonly testId: string; readonly testLinkId: string };
type Answers = Readonly<Record<number, Answer>>;

/** A store of its own for a suite, its clock, and what one needs to bring an invitation where a test wants it. */
export class Service {
  readonly clock = new Clock();
  /** The loops that were notified of work, in order. */
  readonly woken: string[] = [];
  readonly outbound = new FakeOutbound();
  readonly images = new FakeImages();
  readonly files = new FakeFiles(this.images);
  /** What comes of a file whose author is hidden; by itself it has nothing to hide. */
  cleaned: Awaited<ReturnType<CleanFile>> | undefined;
  readonly cleanFile: CleanFile = async (_, read) => this.cleaned ?? read();
  #store: TestStore | undefined;
  #assay: Assay | undefined;

  /** `changes` replaces parts of the service, given its own. */
  async open(engine: TestEngine, changes: (assay: Assay) => Partial<Assay> = () => ({})): Promise<void> {
    const store = await openTestStore(engine, () => this.clock.now);
    this.#store = store;
    const wake = (loop: string) => void this.woken.push(loop);
    const { outbound, images, files } = this;
    const secret = createSecretKey(Buffer.alloc(32, 7));
    const assay: Assay = {
      store: makingReady(store),
      secret,
      publicUrl,
      testVersions: new TestVersions(),
      rendered: new RenderedVersions(),
      timings: defaultTimings,
      outbound,
      images,
      files,
      cleanFile: this.cleanFile,
      runner: poolWhenNeeded,
      wake,
    };
    this.#assay = { ...assay, ...changes(assay) };
  }

  async dispose(): Promise<void> {
    await this.#store?.dispose();
  }

  get assay(): Assay {
    if (this.#assay === undefined) throw new Error('the store is opened by beforeAll');
    return this.#assay;
  }

  /** A new account with no rows of its own, and a context with these scopes. */
  async mintAccount(granted: readonly Scope[] = scopes): Promise<Context> {
    const row = { name: 'Acme', email: accountEmail, time_zone_id: zone, created_at: this.clock.now };
    const account = await this.assay.store.write((tx) => accounts.insert(tx, row));
    return { assay: this.assay, accountId: account.account_id, scopes: new Set(granted) };
  }

  async importTest(ctx: Context, changes: Record<string, unknown> = {}): Promise<string> {
    return String((await value(importTest({ ctx, input: { body: { ...smallTest, ...changes } } }))).testId);
  }

  /** A new account with the small test. */
  async mint(changes: Record<string, unknown> = {}): Promise<{ ctx: Context; testId: string }> {
    const ctx = await this.mintAccount();
    return { ctx, testId: await this.importTest(ctx, changes) };
  }

  async createLink(ctx: Context, testId: string, changes: Record<string, unknown> = {}): Promise<string> {
    const body = { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone, ...changes };
    return String((await value(createTestLink({ ctx, input: { testId, body } }))).testLinkId);
  }

  urlOf(row: invitations.Invitation): string {
    return takeUrl(this.assay, row);
  }

  candidateOf(url: string): Candidate {
    return { assay: this.assay, token: tokenOf(url) };
  }

  async register(ctx: Context, testId: string, body: Record<string, unknown> = somebody()): Promise<Invited> {
    const { testInvitationId, takeTestURL } = await value(registerCandidate({ ctx, input: { testId, body } }));
    return { id: String(testInvitationId), url: takeTestURL, candidate: this.candidateOf(takeTestURL) };
  }

  async registerByLink(ctx: Context, ids: LinkIds, body: Record<string, unknown> = somebody()): Promise<Invited> {
    const { testInvitationId, testUrl } = await value(registerCandidateByLink({ ctx, input: { ...ids, body } }));
    return { id: String(testInvitationId), url: testUrl, candidate: this.candidateOf(testUrl) };
  }

  /** A link to a new test, and a candidate who registered by it. */
  async inviteByLink(changes: Record<string, unknown>): Promise<Invited & LinkIds & { ctx: Context }> {
    const { ctx, testId } = await this.mint();
    const testLinkId = await this.createLink(ctx, testId, changes);
    return { ctx, testId, testLinkId, ...(await this.registerByLink(ctx, { testId, testLinkId })) };
  }

  async answer(candidate: Candidate, answers: Answers, revision = 1): Promise<void> {
    for (const [questionId, answer] of Object.entries(answers))
      await value(saveAnswer({ candidate, input: { questionId, body: { answer, revision } } }));
  }

  /** Starts, answers and submits. */
  async complete(candidate: Candidate, answers: Answers = rightAnswers): Promise<void> {
    await value(startAttempt({ candidate }));
    await this.answer(candidate, answers);
    await value(submitAttempt({ candidate }));
  }

  /** Generates until nothing is due. A failure fails the test. */
  async generate(by: Assay = this.assay): Promise<void> {
    const failures: unknown[] = [];
    while ((await generateReports({ assay: by, onFailure: ({ error }) => failures.push(error) })) > 0);
    if (failures.length > 0) throw failures[0];
  }

  /** Grades until nothing is due, one submission at a time. Returns the outcomes; a failure is in the row. */
  async grade(by: Assay = this.assay, signal: AbortSignal = new AbortController().signal): Promise<GradingOutcome[]> {
    const outcomes: GradingOutcome[] = [];
    for (;;) {
      const {
        claimed: [claimed],
      } = await claimGradings({ assay: by, limit: 1 });
      if (claimed === undefined) return outcomes;
      outcomes.push(await gradeSubmission({ assay: by, claimed, signal, onFailure: () => undefined }));
    }
  }

  deliver(): Promise<void> {
    return deliverDue(this.assay);
  }

  /** Brings an invitation that nobody has used yet into `status`. */
  async bringTo(ctx: Context, invited: Invited, status: InvitationStatus): Promise<Invited> {
    const input = { testInvitationId: invited.id };
    if (status === 'Cancelled') await value(cancelInvitation({ ctx, input: { ...input, query: {} } }));
    if (status === 'In progress' || status === 'Reset') await value(startAttempt({ candidate: invited.candidate }));
    if (status === 'Completed') await this.complete(invited.candidate);
    if (status === 'Reset') await value(resetInvitation({ ctx, input }));
    return invited;
  }

  /** A candidate of this test whose invitation is in `status`. */
  async invite(ctx: Context, testId: string, status: InvitationStatus = 'Pending'): Promise<Invited> {
    return this.bringTo(ctx, await this.register(ctx, testId), status);
  }

  /** The row of an invitation, as stored. */
  row(ctx: Context, id: string): Promise<invitations.Invitation> {
    return this.assay.store.read(async (db) => {
      const row = await invitations.find(db, { accountId: ctx.accountId, invitationId: Number(id) });
      if (row === undefined) throw new Error(`no invitation ${id}`);
      return row;
    });
  }
}

/** A service whose store lives as long as the suite that calls this. */
export const useService = (engine: TestEngine = 'sqlite'): Service => {
  const service = new Service();
  beforeAll(() => service.open(engine));
  afterAll(() => service.dispose());
  return service;
};

export const statuses = invitationStatuses;

/** Dates of a link from `start` to `end`, to the millisecond. */
export const dates = (start: number, end: number) => ({ startDateTime: formatInstant(start), endDateTime: formatInstant(end) });

/** Bodies for a link that is open at `now`, one for each access mode. */
export const openLinks = (now: number) => ({
  anytime: { accessTime: 0 },
  'time bound': { accessTime: 1, ...dates(now - hour, now + 3 * hour) },
  'slot wise': { accessTime: 2, ...dates(now - hour - day, now + 2 * hour + day) },
});
