import { expect, it, onTestFinished } from 'vitest';
import { makeTestDatabase, testPostgresUrl } from '../testing/index.ts';
import { openPostgres } from './postgres-store.ts';

const day = 24 * 3_600_000;

it.runIf(testPostgresUrl)("a jump of PostgreSQL's clock is its own: this machine's is compared with the time that has passed", async () => {
  const database = await makeTestDatabase();
  onTestFinished(database.drop);
  // A function of that name that is found before the one of PostgreSQL.
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=clock,public,pg_catalog');
  const store = openPostgres(url.href);
  onTestFinished(() => store.close());
  const run = (text: string) => store.write(async (tx) => void (await tx.execute(text, [])));
  await run('create schema clock');
  await run("create table clock.away as select interval '0' as by");
  await run(`create function clock.clock_timestamp() returns timestamptz language sql volatile
    as 'select pg_catalog.clock_timestamp() + (select by from clock.away)'`);
  const now = () => store.read((db) => db.now());
  const before = await now();
  expect(store.clock).toMatchObject({ jump: undefined, ahead: 0 });

  await run("update clock.away set by = interval '2 days'");
  expect((await now()) - before).toBeLessThan(day);
  expect(Math.round((store.clock?.jump?.by ?? 0) / day)).toBe(2);
  expect(store.clock?.ahead).toBe(0);

  store.clock?.accept();
  expect(Math.round(((await now()) - before) / day)).toBe(2);
  expect(store.clock?.jump).toBeUndefined();
  expect(Math.round((store.clock?.ahead ?? 0) / day)).toBe(-2);
});
