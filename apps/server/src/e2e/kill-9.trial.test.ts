import { randomInt } from 'node:crypto';
import { inParallel, repetitions, tellTrial } from '@assay/testing';
import { describe, expect } from 'vitest';
import { apiOf } from './support/api.ts';
import { candidateAt } from './support/candidate.ts';
import { it, type ServerProcess, withTimings } from './support/server-process.ts';
import { smallTestFile } from './support/small-test.ts';

const apiKey = 'kill-9-kill-9-kill-9-kill-9-kill-9';
const connections = 64;
const questions = 10;

/** Counts what was acknowledged and, when that is `after`, sends kill -9 in the same turn: everything else is in flight then. */
class Axe {
  readonly #server: ServerProcess;
  readonly #after: number;
  #acknowledged = 0;
  #gone: Promise<unknown> | undefined;

  constructor(server: ServerProcess, after: number) {
    this.#server = server;
    this.#after = after;
  }

  acknowledge(): void {
    this.#acknowledged += 1;
    if (this.#acknowledged === this.#after) this.#gone = this.#server.kill();
  }

  get fallen(): boolean {
    return this.#gone !== undefined;
  }

  /** Work that the kill may cut off; any failure before it is a failure of the server. */
  async survive(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.fallen) throw error;
    }
  }

  async ended(): Promise<void> {
    expect(this.fallen, 'the server was to be killed in the middle').toBe(true);
    await this.#gone;
  }
}

describe('kill -9 of the server', () => {
  it('loses no acknowledged registration', async ({ servers }) => {
    const environment = { ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey };
    let server = await servers.start(environment);
    const { testId } = await apiOf(server, apiKey).importTest(smallTestFile(questions));
    const acknowledged = new Map<string, { id: number; takeUrl: string }>();
    const attempted: string[] = [];

    for (let round = 1; round <= repetitions(1, 5); round += 1) {
      const axe = new Axe(server, 200 + randomInt(400));
      const api = apiOf(server, apiKey);
      const register = async (lane: number): Promise<void> => {
        for (let count = 0; !axe.fallen; count += 1) {
          const email = `r${round}-${lane}-${count}@example.com`;
          attempted.push(email);
          const { testInvitationId: id, takeTestURL: takeUrl } = await api.register(testId, email);
          acknowledged.set(email, { id, takeUrl });
          axe.acknowledge();
        }
      };
      await Promise.all(Array.from({ length: connections }, (_, lane) => axe.survive(() => register(lane))));
      await axe.ended();

      server = await servers.start(environment);
      const restarted = apiOf(server, apiKey);
      const stored = new Map((await restarted.invitations(testId)).map((row) => [row.emailId, row]));
      const lost = [...acknowledged].filter(([email, { id }]) => stored.get(email)?.testInvitationId !== id);
      expect(lost, `round ${round}: of ${acknowledged.size} acknowledged`).toEqual([]);
      // Nothing that nobody asked for, and no candidate twice.
      expect([...stored.keys()].filter((email) => !attempted.includes(email))).toEqual([]);
    }

    // Each one answers under its id, and its URL can be used.
    const api = apiOf(server, apiKey);
    await inParallel([...acknowledged], 16, async ([email, { id, takeUrl }]) => {
      expect(await api.report(id)).toMatchObject({ emailId: email, testStatus: 'Pending' });
      expect(await candidateAt(server, takeUrl).attempt()).toMatchObject({ testInvitationId: id, status: 'Pending' });
    });
    const [some] = [...acknowledged.values()];
    expect(await candidateAt(server, some?.takeUrl ?? '').start()).toMatchObject({ status: 'In progress' });

    // What was in flight was registered wholly or not at all: it can be registered now, under ids that are nobody else's.
    const inFlight = attempted.filter((email) => !acknowledged.has(email));
    expect(inFlight.length).toBeGreaterThan(0);
    const ids = await inParallel(inFlight, 16, async (email) => (await api.register(testId, email)).testInvitationId);
    const all = [...ids, ...[...acknowledged.values()].map(({ id }) => id)];
    expect(new Set(all).size).toBe(attempted.length);
    expect(await api.invitations(testId)).toHaveLength(attempted.length);
    expect(server.errors).toEqual([]);
    tellTrial(`kill -9, sqlite, server: ${acknowledged.size} registrations acknowledged, ${inFlight.length} in flight; lost: 0`);
  });

  it('loses no acknowledged answer and no acknowledged submission', async ({ servers }) => {
    const environment = {
      ASSAY_DATA_DIR: await servers.directory(),
      ASSAY_API_KEY: apiKey,
      ...withTimings({ reportLeaseMs: 1000 }),
    };
    let server = await servers.start(environment);
    const { testId } = await apiOf(server, apiKey).importTest(smallTestFile(questions));
    const emails = Array.from({ length: 24 }, (_, index) => `c${index}@example.com`);
    const takers = await inParallel(emails, 8, async (email) => {
      const { testInvitationId: id, takeTestURL: takeUrl } = await apiOf(server, apiKey).register(testId, email);
      await candidateAt(server, takeUrl).start();
      return { id, takeUrl, saved: new Map<number, number>() };
    });

    // Each candidate saves right answers over and over, every time with the next revision, until the server dies over it.
    for (let round = 1; round <= repetitions(1, 5); round += 1) {
      const axe = new Axe(server, 200 + randomInt(400));
      const saveOn = async ({ takeUrl, saved }: (typeof takers)[number]): Promise<void> => {
        const candidate = candidateAt(server, takeUrl);
        for (let count = 0; !axe.fallen; count += 1) {
          const questionId = (count % questions) + 1;
          const revision = (saved.get(questionId) ?? 0) + 1;
          const { accepted } = await candidate.save(questionId, questionId, revision);
          expect(accepted).toBe(true);
          saved.set(questionId, revision);
          axe.acknowledge();
        }
      };
      await Promise.all(takers.map((taker) => axe.survive(() => saveOn(taker))));
      await axe.ended();

      server = await servers.start(environment);
      await inParallel(takers, 8, async ({ takeUrl, saved }) => {
        const { status, answers = [] } = await candidateAt(server, takeUrl).attempt();
        expect(status).toBe('In progress');
        const stored = new Map(answers.map(({ questionId, answer, revision }) => [questionId, { answer, revision }]));
        for (const [questionId, revision] of saved) {
          expect(stored.get(questionId)?.answer).toBe(questionId);
          expect(stored.get(questionId)?.revision).toBeGreaterThanOrEqual(revision);
          // One that was cut off may be stored: counting goes on from there, as the page does.
          saved.set(questionId, stored.get(questionId)?.revision ?? 0);
        }
      });
    }

    // All submit at once; the server dies with the acknowledgement of one of the first.
    const axe = new Axe(server, 1 + randomInt(takers.length / 2));
    const submitted = new Map<number, string>();
    await Promise.all(
      takers.map(({ id, takeUrl, saved }) =>
        axe.survive(async () => {
          const candidate = candidateAt(server, takeUrl);
          for (let questionId = 1; questionId <= questions; questionId += 1)
            await candidate.save(questionId, questionId, (saved.get(questionId) ?? 0) + 1);
          submitted.set(id, (await candidate.submit()).completedAt);
          axe.acknowledge();
        }),
      ),
    );
    await axe.ended();
    expect(submitted.size).toBeGreaterThan(0);

    server = await servers.start(environment);
    const api = apiOf(server, apiKey);
    await inParallel([...submitted], 8, async ([id, completedAt]) => {
      // A report that was being generated belongs to the dead process until its lease ends.
      expect(await api.generatedReport(id)).toMatchObject({ testStatus: 'Completed', score: '20', totalScore: '20' });
      const { invitation, timeline } = await api.timeline(id);
      expect(invitation.completedAt).toBe(completedAt);
      expect(timeline.filter(({ type }) => type === 'report.generated')).toHaveLength(1);
    });
    expect(server.errors).toEqual([]);
    const revisions = takers.reduce((sum, { saved }) => sum + [...saved.values()].reduce((one, other) => one + other, 0), 0);
    tellTrial(`kill -9, sqlite, server: ${revisions} answers and ${submitted.size} submissions acknowledged; lost: 0`);
  });
});
