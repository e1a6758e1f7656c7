import { setTimeout as pause } from 'node:timers/promises';
import { makeTestDatabase, testPostgresUrl } from '@assay/store/testing';
import { tellTrial, until } from '@assay/testing';
import { describe, expect } from 'vitest';
import { apiOf } from './support/api.ts';
import { type Environment, it, type Servers, withLanguages } from './support/server-process.ts';
import type { Rested } from './under-attack/attacker.ts';
import { attacks } from './under-attack/attacks/attacks.ts';
import { compare, lineOf, tableOf } from './under-attack/figures.ts';
import type { Grounds } from './under-attack/grounds.ts';
import type { Worked } from './under-attack/honest.ts';
import { layOut } from './under-attack/lay-out.ts';
import { type Attacker, startAttacker, startHonest } from './under-attack/parties.ts';
import { lossesOf } from './under-attack/read-back.ts';

const apiKey = 'under-attack-under-attack-under-attack';
const isTrial = process.env.TRIALS === '1';
/** Names of the attacks to try, all by default: `ATTACKS=trickl`. */
const chosen = attacks.filter(({ name }) => name.includes(process.env.ATTACKS ?? ''));
const rounds = 3;
const seconds = 10;
/** Until connections are open and the first bodies have come. */
const rampMs = 4000;
/** p95 beside the attacks against p95 without them. */
const most = 3;

const processorSeconds = async (url: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
};

/** What the last attack began is over: the server has next to nothing to do. */
const calm = async ({ url }: Grounds): Promise<void> => {
  let before = await processorSeconds(url);
  await until(
    'the server to be calm',
    async () => {
      const now = await processorSeconds(url);
      const used = now - before;
      before = now;
      return used < 0.2 || undefined;
    },
    { every: 1000 },
  );
};

const sum = (all: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
  const total: Record<string, number> = {};
  for (const [status, count] of all.flatMap((one) => Object.entries(one))) total[status] = (total[status] ?? 0) + count;
  return total;
};

type Attacked = { readonly worked: Worked; readonly statuses: Rested['statuses']; readonly notes: readonly string[] };

const open = async (servers: Servers, more: Environment = {}) => {
  const environment = { ...withLanguages, ASSAY_DATA_DIR: await servers.directory(), ...more };
  const server = await servers.start({ ...environment, ASSAY_API_KEY: apiKey });
  const grounds = await layOut(servers, server, environment, apiKey);
  const work = startHonest(servers, grounds);
  await work(3);
  const beside = async (attackers: readonly Attacker[], length: number): Promise<Attacked> => {
    for (const { attack } of attackers) attack();
    await pause(rampMs);
    let rested: readonly Rested[] = [];
    const worked = await work(length, async () => {
      rested = await Promise.all(attackers.map(({ rest }) => rest()));
      await calm(grounds);
    });
    return { worked, statuses: sum(rested.map(({ statuses }) => statuses)), notes: rested.flatMap(({ notes }) => notes) };
  };
  return { server, grounds, api: apiOf(server, apiKey), work, beside };
};

/** All of them at once, in turns with quiet; the figures are medians of the rounds. */
const allAtOnce = async (servers: Servers, more: Environment = {}) => {
  const { server, grounds, api, work, beside } = await open(servers, more);
  const attackers: Attacker[] = [];
  for (const { name } of chosen) attackers.push(await startAttacker(servers, grounds, name));
  await calm(grounds);
  const quiet: Worked[] = [];
  const attacked: Worked[] = [];
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await work(seconds));
    const { worked, statuses, notes } = await beside(attackers, 2 * seconds);
    attacked.push(worked);
    tellTrial(`round ${round + 1}: ${JSON.stringify(statuses)}, retries of the honest ${worked.retries}; ${notes.join('; ')}`);
  }
  const compared = compare(quiet, attacked);
  tellTrial(tableOf(compared));
  expect(await lossesOf(grounds, api, [...quiet, ...attacked])).toEqual([]);
  expect(server.errors).toEqual([]);
  expect(compared.filter(({ ratio }) => !(ratio <= most))).toEqual([]);
};

describe.runIf(isTrial)('an honest candidate and an honest recruiter beside hostile clients', () => {
  it('lose nothing to any of them', async ({ servers }) => {
    const { server, grounds, api, work, beside } = await open(servers);
    const worked: Worked[] = [];
    for (const { name } of chosen) {
      const attacker = await startAttacker(servers, grounds, name);
      await calm(grounds);
      const quiet = await work(seconds / 2);
      const attacked = await beside([attacker], seconds / 2);
      attacker.end();
      worked.push(quiet, attacked.worked);
      tellTrial(lineOf(name, compare([quiet], [attacked.worked]), attacked.statuses));
      for (const note of attacked.notes) tellTrial(`  ${note}`);
    }
    expect(await lossesOf(grounds, api, worked)).toEqual([]);
    expect(server.errors).toEqual([]);
  });

  it('lose nothing to all of them at once and wait at most three times as long, on SQLite', ({ servers }) => allAtOnce(servers));

  // As everywhere in the project: in CI a missing Postgres fails before this file is read.
  if (testPostgresUrl !== undefined)
    it('lose nothing to all of them at once and wait at most three times as long, on PostgreSQL', async ({ servers, onTestFinished }) => {
      const database = await makeTestDatabase('blank');
      onTestFinished(database.drop);
      await allAtOnce(servers, { ASSAY_DATABASE_URL: database.url, ASSAY_SECRET: 'a secret that all of the processes know' });
    });
});
