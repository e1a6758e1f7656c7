import { createHash } from 'node:crypto';
import { existsSync, openAsBlob } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { PGliteDialect } from 'kysely';
import { openPostgresDialect } from '../postgres/postgres-store.ts';
import type { Store } from '../store.ts';

const parsers = { 20: Number };

/** The instance stays open for the next store when Kysely closes its own. */
const dialectOver = (pglite: PGlite) =>
  new PGliteDialect({
    pglite: {
      query: (text, parameters, options) => pglite.query(text, parameters, options),
      transaction: (work) => pglite.transaction(work) as ReturnType<typeof work>,
      close: async () => undefined,
      closed: false,
      ready: true,
      waitReady: pglite.waitReady,
    },
  });

/** Kysely's dialect has one connection and lends it to all at once; a store call must have it alone, or two transactions would mix. */
const oneAtATime = (store: Store): Store => {
  let last: Promise<unknown> = Promise.resolve();
  const queued = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    engine: store.engine,
    read: (work) => queued(() => store.read(work)),
    readSlice: (accountId, work) => queued(() => store.readSlice(accountId, work)),
    write: (work, row) => queued(() => store.write(work, row)),
    migrate: (plan) => queued(() => store.migrate(plan)),
    ping: () => queued(() => store.ping()),
    close: () => queued(() => store.close()),
  };
};

const makeImage = async (file: string): Promise<void> => {
  const pglite = await PGlite.create({ parsers });
  const store = openPostgresDialect(dialectOver(pglite), undefined);
  await store.migrate();
  await store.close();
  const image = await pglite.dumpDataDir('none');
  await pglite.close();
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, new Uint8Array(await image.arrayBuffer()));
  await rename(unfinished, file);
};

const at = (path: string) => new URL(path, import.meta.url);
const cache = fileURLToPath(at('../../node_modules/.cache/assay-pglite/'));

/** What the image is made from: a change of any of these needs another one. */
const imageKey = async (): Promise<string> => {
  const found = await readdir(at('../migrations/'), { recursive: true });
  const migrations = found
    .filter((name) => name.endsWith('.ts'))
    .map((name) => at(`../migrations/${name}`))
    .sort();
  const sources = [...migrations, at('../postgres/traits.ts'), at('../../package.json'), at('pglite.ts')];
  const hash = createHash('sha256');
  for (const source of sources) hash.update(await readFile(source));
  return hash.digest('hex').slice(0, 16);
};

/** File of a data directory with the schema and no rows. Kept between runs: to make one takes seconds, to load it a tenth of that. */
export const cachedImage = async (): Promise<string> => {
  const name = `${await imageKey()}.tar`;
  const file = join(cache, name);
  if (existsSync(file)) return file;
  await mkdir(cache, { recursive: true });
  const outdated = (await readdir(cache)).filter((other) => other.endsWith('.tar') && other !== name);
  await Promise.all(outdated.map((other) => rm(join(cache, other), { force: true })));
  await makeImage(file);
  return file;
};

const truncateAll = `do $$ begin execute (
  select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' restart identity cascade'
  from pg_tables where schemaname = 'public' and tablename not like '%migration%'
); end $$`;

/** A database without any table. Its instance ends with it: only migrated ones are lent again. */
export const openBlankPglite = async (image: string): Promise<{ store: Store; end(): Promise<void> }> => {
  const pglite = await PGlite.create({ parsers, loadDataDir: await openAsBlob(image) });
  await pglite.exec('drop schema public cascade; create schema public');
  return { store: oneAtATime(openPostgresDialect(dialectOver(pglite), undefined)), end: () => pglite.close() };
};

/** Instances that no store uses now. To empty one is far cheaper than to start another. */
const spare: PGlite[] = [];

export const openPglite = async (
  image: string,
  clock: (() => number) | undefined,
): Promise<{ store: Store; giveBack(): Promise<void> }> => {
  const pglite = spare.pop() ?? (await PGlite.create({ parsers, loadDataDir: await openAsBlob(image) }));
  return {
    store: oneAtATime(openPostgresDialect(dialectOver(pglite), clock)),
    giveBack: async () => {
      await pglite.exec(truncateAll);
      spare.push(pglite);
    },
  };
};
