import { invitations, openStore, type Store } from '@assay/store';
import { deferred, findPostgres, startPostgres, until } from '@assay/testing';
import type { Cases, Others } from './neighbour-case.ts';
import { start } from './processes.ts';
import { environmentOf, headers, register, registerLoad, saveLoad, seed, serverOf, testFile } from './workload.ts';

type Name = 'GETs' | 'registrations' | 'saves' | '/readyz';
type Seeded = {
  readonly urls: readonly string[];
  /** Of nobody else; its URL and id. */
  readonly locked: { readonly takeTestURL: string; readonly testInvitationId: number };
  readonly others: Readonly<Record<Name, Others>>;
  readonly store: Store;
};

const open = async (directory: string) => {
  const bin = findPostgres();
  if (bin === undefined) throw new Error('no PostgreSQL');
  const server = await startPostgres(bin);
  const store = await openStore({ engine: 'postgres', url: server.url });
  const onDatabase = <Row>(sql: string) => store.read(async (db) => (await db.execute<Row>(sql, [])).rows[0]);
  // As servers are by default: a deadlock takes so long.
  await onDatabase("alter database postgres set deadlock_timeout = '1s'");
  const environment = { ...environmentOf(directory), ASSAY_DATABASE_URL: server.url, ASSAY_SECRET: 'a secret of the bench of neighbours' };
  const first = await start(serverOf(), environment);
  const second = await start(serverOf(), environment);
  const seeded = await seed({ url: first.url, environment });
  const of = (name: Name, load: Others['load'], started = first): Others => ({ name, of: started, load });
  const others = {
    GETs: of('GETs', { url: `${first.url}/v2/org/report/${seeded.reportId}`, headers }),
    registrations: of('registrations', registerLoad(second.url, seeded), second),
    saves: of('saves', saveLoad(first.url, seeded)),
    '/readyz': of('/readyz', { url: `${first.url}/readyz` }),
  };
  const close = async () => {
    await Promise.all([first.stop(), second.stop()]);
    // Its processes count for certain when they end.
    const connected = 'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    await until('the end of all connections', async () => (await onDatabase(connected)) === undefined || undefined);
    const row = await onDatabase<{ deadlocks: number }>('select deadlocks from pg_stat_database where datname = current_database()');
    console.log(`PostgreSQL counted ${row?.deadlocks} deadlocks`);
    await store.close();
    await server.stop();
  };
  const locked = await register(first.url, seeded.testId, 'locked@example.com');
  return { seeded: { urls: [first.url, second.url], locked, others, store }, close };
};

/** Nobody else has the invitation until the result is called. After 5 s (`lock_timeout`) who waits for it is 503.1. */
const lock = async ({ store, locked }: Seeded) => {
  const isLocked = deferred();
  const unlocked = deferred();
  const holding = store.write(async (tx) => {
    await invitations.lock(tx, { accountId: 1, invitationId: locked.testInvitationId });
    isLocked.resolve();
    await unlocked.promise;
  });
  await Promise.race([isLocked.promise, holding]);
  return () => {
    unlocked.resolve();
    return holding;
  };
};

export const onPostgres: Cases<Seeded> = {
  open,
  cases: [
    {
      name: 'PostgreSQL: 24 keyed imports at two servers',
      others: ({ others }) => [others.GETs, others.registrations],
      neighbour: ({ urls }) => ({
        urls: urls.map((url) => `${url}/manage/v1/tests`),
        body: JSON.stringify(testFile),
        isKeyed: true,
        atOnce: 24,
        every: 1000,
      }),
    },
    {
      name: 'PostgreSQL: 25 starts of a locked invitation',
      others: ({ others }) => [others.GETs, others.saves, others['/readyz']],
      hold: lock,
      neighbour: ({ locked }) => ({ urls: [`${locked.takeTestURL}/start`], body: '{}', atOnce: 25, every: 1000 }),
    },
  ],
};
