import { setTimeout as pause } from 'node:timers/promises';
import { inParallel, repetitions, tellTrial, until } from '@assay/testing';
import { describe, expect } from 'vitest';
import { apiOf } from './support/api.ts';
import { candidateAt } from './support/candidate.ts';
import { it, type Servers, withLanguages, withTimings } from './support/server-process.ts';

const apiKey = 'grading-kill-9-grading-kill-9-grading-kill-9';
const kills = repetitions(3, 20);
const candidates = repetitions(10, 60);

const file = {
  name: 'Code',
  duration: 30,
  sections: [
    {
      name: 'One',
      type: 'Coding Questions',
      questions: [
        {
          kind: 'coding',
          prompt: 'Read two integers, print their sum.',
          marks: 8,
          languages: ['javascript'],
          limits: { seconds: 10 },
          cases: [
            { input: '1 2', output: '3' },
            { input: '2 2', output: '4' },
            { input: '3 1', output: '4' },
            { input: '-5 5', output: '0' },
          ],
        },
        {
          kind: 'sql',
          prompt: 'List the names.',
          marks: 2,
          schema: 'create table people (name text)',
          data: ["insert into people values ('Bo'), ('Al')"],
          solution: 'select name from people order by name',
        },
      ],
    },
  ],
};

/** Long enough to be killed in the middle. */
const work = 'for (let i = 0, s = 0; i < 5e5; i += 1) s += i;\n';
const right = `${work}const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\nconsole.log(a + b);`;
const four = `${work}console.log(4);`;
const query = 'select name from people order by 1';

/** What is killed: `children` are the processes that run programs. */
type Victim = 'the worker' | 'the server' | 'its runner';

const start = async (servers: Servers, victim: Victim) => {
  const environment = {
    ASSAY_DATA_DIR: await servers.directory(),
    ...withLanguages,
    // What a killed process held is free after a second.
    ...withTimings({ reportLeaseMs: 1000, gradingLeaseMs: 1000, reportPollMs: 100, gradingPollMs: 100, deliveryPollMs: 100 }),
  };
  const apart = { ...environment, ASSAY_API_KEY: apiKey, ASSAY_WORKER: 'apart' };
  const inside = { ...environment, ASSAY_API_KEY: apiKey };
  let server = await servers.start(victim === 'the worker' ? apart : inside);
  let worker = victim === 'the worker' ? await servers.startWorker(environment) : undefined;
  return {
    server: () => server,
    strike: async () => {
      if (victim === 'its runner') return void server.killChildren();
      if (victim === 'the worker') {
        await worker?.kill();
        worker = await servers.startWorker(environment);
      } else {
        await server.kill();
        server = await servers.start(inside);
      }
    },
  };
};

describe('kill -9 in the middle of grading', () => {
  it.for(['the worker', 'the server', 'its runner'] as const)(
    `of %s, ${kills} times over ${candidates} submissions, loses none and changes no grade`,
    async (victim, { servers }) => {
      const { server, strike } = await start(servers, victim);
      const { testId } = await apiOf(server(), apiKey).importTest(file);
      const emails = Array.from({ length: candidates }, (_, index) => `c${index}@example.com`);
      const invitations = await inParallel(emails, 4, async (email) => {
        const { testInvitationId, takeTestURL } = await apiOf(server(), apiKey).register(testId, email);
        const candidate = candidateAt(server(), takeTestURL);
        const isRight = emails.indexOf(email) % 2 === 0;
        await candidate.start();
        await candidate.save(1, { language: 'javascript', source: isRight ? right : four });
        if (isRight) await candidate.save(2, { language: 'sql', source: query });
        await candidate.submit();
        return { id: testInvitationId, score: isRight ? '10' : '4' };
      });
      const api = () => apiOf(server(), apiKey);
      const areDone = async () => {
        const found = await Promise.all(invitations.map(({ id }) => api().report(id)));
        return found.filter(({ reportStatus }) => reportStatus === 'Generated').length;
      };
      let struck = 0;
      const doneAtKills: number[] = [];
      for (; struck < kills; struck += 1) {
        // The moment is what is tried.
        await pause(Math.random() * 700);
        doneAtKills.push(await areDone());
        await strike();
      }
      // Otherwise nothing was tried: the last kill came when all was done.
      expect(doneAtKills[0]).toBeLessThan(candidates);
      await until('every report', async () => ((await areDone()) === candidates ? true : undefined), { every: 200 });
      const reports = await Promise.all(invitations.map(({ id }) => api().report(id)));
      expect(reports.map(({ score }) => score)).toEqual(invitations.map(({ score }) => score));
      for (const { id } of invitations) {
        const types = (await api().timeline(id)).timeline.map(({ type }) => type);
        expect(types.filter((type) => type === 'report.generated')).toHaveLength(1);
        expect(types.filter((type) => type === 'report.regraded')).toEqual([]);
      }
      tellTrial(`kill -9 of ${victim}, sqlite: ${kills} kills over ${candidates} submissions, of which were done: ${doneAtKills}; lost: 0`);
    },
  );
});
