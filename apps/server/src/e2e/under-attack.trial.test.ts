import { setTimeout as pause } from 'node:timers/promises';
import { makeTestDatabase, testPostgresUrl } from '@assay/store/testing';
import { tellTrial, until } from '@assay/testing';
import { describe, expect } from 'vitest';
import { apiOf } from './support/api.ts';
import { type Environment, it, type Servers, withLanguages } from './support/server-process.ts';
import type { Attack } from './under-attack/attack.ts';
import { attacks, crowds } from './under-attack/attacks/attacks.ts';
import { compare, lineOf, tableOf } from './under-attack/figures.ts';
import type { Grounds } from './under-attack/grounds.ts';
import type { Worked } from './under-attack/honest.ts';
import type { Rested } from './under-attack/hostile-client.ts';
import { layOut } from './under-attack/lay-out.ts';
import { type Attackers, startAttackers, startHonest } from './under-attack/parties.ts';
import { lossesOf } from './under-attack/read-back.ts';

const apiKey = 'under-attack-under-attack-under-attack';
const isTrial = process.env.TRIALS === 'full';
/** Names of the attacks to try, all by default, and then each by itself too: `ATTACKS=trickl`. */
const wanted = process.env.ATTACKS;
const names = attacks.map(({ name }) => name).filter((name) => wanted === undefined || name.includes(wanted));
const rounds = 3;
const seconds = 8;
/** Candidates of each account who have finished. */
const finishers = 40;
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

type Attacked = { readonly worked: Worked; readonly rested: readonly Rested[] };

const open = async (servers: Servers, more: Environment = {}) => {
  const environment = { ...withLanguages, ASSAY_DATA_DIR: await servers.directory(), ...more };
  const server = await servers.start({ ...environment, ASSAY_API_KEY: apiKey });
  const grounds = await layOut(servers, server, environment, { key: apiKey, finishers });
  const work = startHonest(servers, grounds);
  // The first of everything is slow.
  await work(seconds / 2);
  const underAttack = async (attackers: Attackers, length: number): Promise<Attacked> => {
    attackers.attack();
    await pause(rampMs);
    let rested: readonly Rested[] = [];
    const worked = await work(length, async () => {
      rested = await attackers.rest();
      await calm(grounds);
    });
    return { worked, rested };
  };
  return { server, grounds, api: apiOf(server, apiKey), work, underAttack };
};

/** All of a crowd at once, in turns with quiet; the figures are medians of the rounds. Only a trial, which has the machine, looks at times. */
const allAtOnce = async (servers: Servers, crowd: readonly Attack[], more: Environment = {}) => {
  const names = crowd.map(({ name }) => name);
  const { server, grounds, api, work, underAttack } = await open(servers, more);
  const attackers = await startAttackers(servers, grounds, names);
  await calm(grounds);
  const quiet: Worked[] = [];
  const attacked: Worked[] = [];
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await work(seconds));
    const { worked, rested } = await underAttack(attackers, 2 * seconds);
    attacked.push(worked);
    tellTrial(`round ${round + 1}, retries of the honest ${worked.retries}`);
    for (const { name, statuses, notes } of rested) tellTrial(`  ${name.padEnd(62)} ${JSON.stringify(statuses)} ${notes.join('; ')}`);
  }
  const compared = compare(quiet, attacked);
  tellTrial(tableOf(compared));
  expect(await lossesOf(grounds, api, [...quiet, ...attacked])).toEqual([]);
  expect(server.errors).toEqual([]);
  expect(compared.filter(({ ratio }) => !(ratio <= most))).toEqual([]);
};

describe('an honest candidate and an honest recruiter beside hostile clients', () => {
  it.runIf(isTrial && wanted !== undefined)('lose nothing to any of them', async ({ servers }) => {
    const { server, grounds, api, work, underAttack } = await open(servers);
    const worked: Worked[] = [];
    for (const name of names) {
      const attackers = await startAttackers(servers, grounds, [name]);
      await calm(grounds);
      const quiet = await work(seconds / 2);
      const attacked = await underAttack(attackers, seconds / 2);
      attackers.end();
      worked.push(quiet, attacked.worked);
      for (const { statuses, notes } of attacked.rested) {
        tellTrial(lineOf(name, compare([quiet], [attacked.worked]), statuses));
        for (const note of notes) tellTrial(`  ${note}`);
      }
    }
    expect(await lossesOf(grounds, api, worked)).toEqual([]);
    expect(server.errors).toEqual([]);
  });

  // Beside other tests hostile clients take minutes to prepare.
  it.runIf(isTrial).for(crowds)('lose nothing to twenty at once, on SQLite, and wait at most three times as long', (crowd, { servers }) =>
    allAtOnce(servers, crowd),
  );

  // As everywhere in the project: in CI a missing Postgres fails before this file is read.
  it.runIf(isTrial && testPostgresUrl !== undefined).for(crowds)(
    'lose nothing to twenty at once, on PostgreSQL, and wait at most three times as long',
    async (crowd, { servers, onTestFinished }) => {
      const database = await makeTestDatabase('blank');
      onTestFinished(database.drop);
      await allAtOnce(servers, crowd, { ASSAY_DATABASE_URL: database.url, ASSAY_SECRET: 'a secret that all of the processes know' });
    },
  );
});
