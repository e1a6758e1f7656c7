import { until } from '@assay/testing';
import { describe, expect } from 'vitest';
import { apiOf, type RegisteredByLink } from './support/api.ts';
import { candidateAt } from './support/candidate.ts';
import { it, withTimings } from './support/server-process.ts';
import { smallTestFile } from './support/small-test.ts';

const apiKey = 'overdue-overdue-overdue-overdue-overdue';
/** Long enough for a restart on a loaded machine. */
const grace = 8000;
const secondsText = (at: number): string => new Date(at).toISOString().slice(0, 19);

describe('an attempt past its deadline', () => {
  it('completes by itself, with what came within the grace, also when the server was killed meanwhile', async ({ servers }) => {
    const environment = {
      ASSAY_DATA_DIR: await servers.directory(),
      ASSAY_API_KEY: apiKey,
      ...withTimings({ answerGraceMs: grace, overduePollMs: 200 }),
    };
    const first = await servers.start(environment);
    const api = apiOf(first, apiKey);
    const { testId } = await api.importTest(smallTestFile(4));
    const now = Date.now();
    const endsAt = Math.ceil((now + 6000) / 1000) * 1000;
    const { testLinkId } = await api.createLink(testId, {
      testLinkName: 'Closing soon',
      accessTime: 1,
      timeZoneId: 190,
      startDateTime: secondsText(now - 60_000),
      endDateTime: secondsText(endsAt),
    });
    const register = (emailId: string) =>
      api.post<RegisteredByLink>(`/v2/org/tests/${testId}/testlinks/${testLinkId}/register`, { emailId, fullName: 'Ana' });
    const { testInvitationId: id, testUrl } = await register('ana@example.com');
    const tardy = await register('tardy@example.com');

    const candidate = candidateAt(first, testUrl);
    expect(Date.parse((await candidate.start()).deadline ?? '')).toBe(endsAt);
    await candidate.save(1, 1);
    await candidate.save(2, 99);

    // Over, but an answer that was on its way still counts. Nobody starts any more.
    await candidate.at(endsAt + 1);
    expect(await candidate.save(3, 3)).toMatchObject({ accepted: true });
    expect(await candidateAt(first, tardy.testUrl).tryAttempt()).toMatchObject({ result: { access: { state: 'closed' } } });
    await expect(candidateAt(first, tardy.testUrl).start()).rejects.toThrow('403.12');
    expect(await api.report(id)).toMatchObject({ testStatus: 'In progress', reportStatus: 'Pending', score: null });
    await first.kill();

    const second = await servers.start(environment);
    const restarted = apiOf(second, apiKey);
    const returning = candidateAt(second, testUrl);
    const completed = await until(
      'the attempt to complete',
      async () => {
        const state = await returning.attempt();
        return state.status === 'Completed' ? state : undefined;
      },
      { every: 100 },
    );
    expect(Date.parse(completed.completedAt ?? '')).toBe(endsAt);

    expect(await returning.trySave(4, 4, 1)).toMatchObject({ status: 403, statuscode: '403.16' });
    expect(await restarted.generatedReport(id)).toMatchObject({
      testStatus: 'Completed',
      score: '3.5',
      totalScore: '8',
      timeTaken: 1,
      wv: 0,
      tv: 0,
    });
    const { timeline } = await restarted.timeline(id);
    const closings = timeline.filter(({ type }) => type === 'attempt.completed');
    expect(closings).toEqual([{ at: expect.any(String), type: 'attempt.completed', data: { at: endsAt, by: 'deadline' } }]);
    // Not before the grace is over; completed as of the deadline.
    expect(Date.parse(closings[0]?.at ?? '')).toBeGreaterThan(endsAt + grace);
    expect(await restarted.report(tardy.testInvitationId)).toMatchObject({ testStatus: 'Pending', attemptedOn: null });
    expect(second.errors).toEqual([]);
  });
});
