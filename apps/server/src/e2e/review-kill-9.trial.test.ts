import { inParallel, until } from '@assay/testing';
import { describe, expect } from 'vitest';
import { apiOf } from './support/api.ts';
import { candidateAt } from './support/candidate.ts';
import { call } from './support/http.ts';
import { it, withTimings } from './support/server-process.ts';

const apiKey = 'review-kill-9-review-kill-9-review-kill-9';
const candidates = 12;

const level = (marks: number) => ({ marks, text: `For ${marks}` });
const essay = { kind: 'essay', prompt: 'Why?', rubric: [{ criterion: 'Argument', levels: [level(0), level(4)] }] };
const file = { name: 'Essays', duration: 30, sections: [{ name: 'One', questions: [essay] }] };

describe('kill -9 while essays are graded', () => {
  it('loses no grade that was acknowledged, and each callback comes after its grade, for one report', async ({ servers }) => {
    const receiver = await servers.receiver();
    const environment = {
      ASSAY_DATA_DIR: await servers.directory(),
      ASSAY_API_KEY: apiKey,
      ASSAY_CALLBACK_ALLOW: '127.0.0.0/8',
      ...withTimings({ reportLeaseMs: 1000, callbackLeaseMs: 1000, reportPollMs: 100, deliveryPollMs: 100 }),
    };
    let server = await servers.start(environment);
    const api = () => apiOf(server, apiKey);
    const { testId } = await api().importTest(file);
    const people = Array.from({ length: candidates }, (_, index) => `c${index}@example.com`);
    const ids = await inParallel(people, 4, async (email) => {
      const { testInvitationId, takeTestURL } = await api().register(testId, email, { callbackURL: receiver.url });
      const candidate = candidateAt(server, takeTestURL);
      await candidate.start();
      await candidate.save(1, 'Because somebody reads it.');
      await candidate.submit();
      return testInvitationId;
    });
    const { reviews } = await api().get<{ reviews: { reviewId: number }[] }>('/manage/v1/reviews');
    expect(reviews).toHaveLength(candidates);
    expect(receiver.received).toEqual([]);

    const left = reviews.map(({ reviewId }) => reviewId);
    const gradeAll = async () => {
      for (const reviewId of [...left]) {
        // A grade whose response was lost with the server is given again: it is the same one, or a correction that needs a reason.
        const url = `${server.url}/manage/v1/reviews/${reviewId}/grade`;
        const { status } = await call(url, { method: 'POST', key: apiKey, body: { marks: [4] } });
        expect([200, 409]).toContain(status);
        left.shift();
      }
    };
    for (let kills = 0; kills < 3; kills += 1) {
      const grading = gradeAll().catch(() => undefined);
      await until('some grades', () => left.length <= candidates - 3 * (kills + 1) || undefined, { every: 5 });
      await server.kill();
      await grading;
      server = await servers.start(environment);
    }
    await gradeAll();
    for (const id of ids) {
      expect(await api().generatedReport(id)).toMatchObject({ score: '4' });
      const types = (await api().timeline(id)).timeline.map(({ type }) => type);
      expect(types.filter((type) => type === 'report.generated')).toHaveLength(1);
    }
    await until('every callback', () => new Set(receiver.received.map(({ webhookId }) => webhookId)).size === candidates || undefined);
    expect([...receiver.invitations.values()].flatMap((told) => [...told]).sort((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  });
});
