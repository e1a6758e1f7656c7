import { addToIndex } from '../repositories/invitation/search.ts';
import type { WatchedStore } from './watched-store.ts';

/** One row of each kind, as the service wrote it, in the account that gets nearly all rows. */
export type Patterns = {
  readonly accountId: number;
  readonly testId: number;
  readonly testLinkId: number;
  /** An invitation in each status. The completed one has rows in every table of attempts. */
  readonly completed: number;
  readonly pending: number;
  readonly running: number;
  readonly reset: number;
  readonly cancelled: number;
  /** Milliseconds since 1970. */
  readonly now: number;
};

export const rowsEach = 100_000;

/** Copies get ids from here on, so that those of one pattern are never those of another. */
const block = 1_000_000;

/** By column, an expression over `n`, the number of the copy; the other columns are those of the pattern. */
type Changes = Readonly<Record<string, string>>;

/** Tables with few rows: no request, only an operator or a rare act adds one. */
const bounded = new Set([
  'accounts',
  'account_logos',
  'account_quotas',
  'api_keys',
  'callback_secrets',
  'image_sweeps',
  'installation',
  'probes',
  'migrations',
  'stored_bytes',
]);

const isOfSchema = (table: string): boolean => !/^sqlite_/.test(table);

const writersOf = ({ run, store: { engine } }: WatchedStore) => {
  const numbers =
    engine === 'sqlite'
      ? (count: number) => `(with recursive s (n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s)`
      : (count: number) => `(select n from generate_series(1::bigint, ${count}) as n)`;
  const columnsOf = async (table: string): Promise<string[]> => {
    const rows =
      engine === 'sqlite'
        ? await run(`select name from pragma_table_info('${table}')`)
        : await run(`select column_name as name from information_schema.columns
            where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER'`);
    return rows.map(({ name }) => String(name));
  };
  return {
    copy: async (table: string, where: string, count: number, changes: Changes): Promise<void> => {
      const columns = await columnsOf(table);
      const unknown = Object.keys(changes).filter((column) => !columns.includes(column));
      if (unknown.length > 0) throw new Error(`${table} has no ${unknown}`);
      const values = columns.map((column) => changes[column] ?? `pattern.${column}`);
      await run(
        `insert into ${table} (${columns}) select ${values} from (select * from ${table} where ${where}) as pattern
          cross join ${numbers(count)} as numbers`,
      );
    },
    tables: async (): Promise<string[]> => {
      const rows =
        engine === 'sqlite'
          ? await run("select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual')")
          : await run("select tablename as name from pg_tables where schemaname = 'public'");
      return rows.map(({ name }) => String(name)).filter(isOfSchema);
    },
  };
};

/** The checks of foreign keys would take most of the time; triggers of the schema run. */
const withoutForeignKeys = async ({ run, store: { engine } }: WatchedStore, work: () => Promise<void>): Promise<void> => {
  if (engine === 'sqlite') return work();
  const triggers = await run(`select tgrelid::regclass::text as on_table, tgname from pg_trigger where tgisinternal`);
  const set = async (what: 'disable' | 'enable') => {
    for (const { on_table, tgname } of triggers) await run(`alter table ${on_table} ${what} trigger "${tgname}"`);
  };
  await set('disable');
  await work();
  await set('enable');
};

/** What databases do by themselves after so many rows. */
const settle = async ({ run, store: { engine } }: WatchedStore, tables: readonly string[], counted: boolean): Promise<void> => {
  if (engine === 'sqlite') return;
  for (const table of tables) {
    const [row] = await run(`select attname from pg_attribute where attrelid = '${table}'::regclass and attidentity <> ''`);
    if (row !== undefined)
      await run(`select setval(pg_get_serial_sequence('${table}', '${row.attname}'), (select max(${row.attname}) from ${table}))`);
  }
  await run(counted ? 'vacuum (analyze)' : 'vacuum');
};

/**
 * Fills every table that grows with use with 100,000 rows and more. One account has nearly all of them, and one of its tests nearly all
 * invitations; statuses are uneven; some rows are due, some old, and one host has a backlog of callbacks. `counted`: PostgreSQL has its
 * statistics, which it lacks after a restore, an upgrade or a sudden backlog.
 */
export const fillTables = async (watched: WatchedStore, patterns: Patterns, counted: boolean): Promise<void> => {
  const { accountId, testId, testLinkId, now } = patterns;
  const { copy, tables } = writersOf(watched);
  const ofAccount = `account_id = ${accountId}`;
  const day = 24 * 3_600_000;
  // The older, the lower its id.
  const old = (milliseconds: number) => `${now} - (${rowsEach} - n) * ${Math.round(milliseconds)}`;

  await withoutForeignKeys(watched, async () => {
    await copy('accounts', ofAccount, 500, { account_id: `${block} + n`, name: `'Account ' || n` });
    await copy('tests', `test_id = ${testId}`, rowsEach, {
      // A few are of other accounts.
      account_id: `case when n % 500 = 0 then ${block} + n / 500 else ${accountId} end`,
      test_id: `${block} + n`,
      test_key: `'key-' || n`,
      version: '1',
      name: `'Test ' || n`,
      status: `case when n % 20 = 0 then 'Archived' when n % 7 = 0 then 'Inactive' else 'Active' end`,
      access_key: `'t' || n`,
      created_at: old(60_000),
      updated_at: old(60_000),
    });
    await watched.run(`update accounts set tests_count = ${rowsEach} - ${rowsEach} / 20 where ${ofAccount}`);
    const ofCopy = { account_id: `case when n % 500 = 0 then ${block} + n / 500 else ${accountId} end`, test_id: `${block} + n` };
    await copy('test_versions', `test_id = ${testId} and version = 1`, rowsEach, ofCopy);
    // A few are left to render by a release that renders otherwise.
    const renderer = 'case when n % 2001 = 0 then 0 else pattern.renderer end';
    await copy('rendered_versions', `test_id = ${testId} and version = 1`, rowsEach, { ...ofCopy, renderer });
    await copy('test_pictures', `picture_id = (select min(picture_id) from test_pictures where ${ofAccount})`, rowsEach, ofCopy);
    // A test of this size is none that the patterns have. A few are staged, and half of these for nobody.
    await watched.run(`insert into large_texts (account_id, digest, staged_at) values (${accountId}, 'pattern', null)`);
    await watched.run(`insert into large_text_parts (account_id, digest, part, content) values (${accountId}, 'pattern', 0, 'x')`);
    await copy('large_texts', `digest = 'pattern'`, rowsEach, {
      digest: `'text ' || n`,
      staged_at: `case when n % 1000 = 0 then ${old((2 * day) / rowsEach)} end`,
    });
    await copy('large_text_parts', `digest = 'pattern'`, rowsEach, { digest: `'text ' || n` });
    await copy('regrades', `test_id = ${testId}`, rowsEach, ofCopy);
    await copy('test_tallies', `test_id = ${testId}`, rowsEach, ofCopy);
    await copy('test_versions', `test_id = ${testId} and version = 1`, 50, { version: 'n + 10' });
    await copy('test_links', `test_link_id = ${testLinkId}`, rowsEach, {
      ...ofCopy,
      test_link_id: `${block} + n`,
      access_key: `'l' || n`,
      name: `'Link ' || n`,
    });
    await copy('test_links', `test_link_id = ${testLinkId}`, 200, { test_link_id: `2 * ${block} + n`, access_key: `'m' || n` });

    /** Copies of an invitation; those of the first two patterns are in a hundred other tests now and then. */
    const invitation = (id: number, at: number, count: number, changes: Changes = {}) =>
      copy('invitations', `${ofAccount} and invitation_id = ${id}`, count, {
        invitation_id: `${at * block} + n`,
        test_id: `case when n % 50 = 0 then ${block} + 1 + n % 100 else ${testId} end`,
        test_link_id: `case when n % 50 = 0 then 0 when n % 3 = 0 then 2 * ${block} + 1 + n % 200 else ${testLinkId} end`,
        email: `'Candidate${at}-' || n || '@example.com'`,
        email_key: `'candidate${at}-' || n || '@example.com'`,
        full_name: `'Candidate number ' || n`,
        search_text: `'candidate${at}-' || n || '@example.com candidate number ' || n`,
        created_at: old(30_000),
        updated_at: old(20_000),
        ...changes,
      });
    await invitation(patterns.completed, 1, rowsEach, {
      started_at: old(25_000),
      completed_at: old(20_000),
      deadline: old(15_000),
    });
    await invitation(patterns.pending, 2, 20_000);
    await invitation(patterns.running, 3, 5000, { deadline: `${now + day} + n * 10000` });
    // Some wait for answers that were typed before the deadline: their page named a session and was silent.
    await invitation(patterns.running, 4, 300, {
      deadline: `${now} - 60000`,
      session_id: `'page'`,
      seen_at: 'null',
      started_at: `${now} - 3600000`,
    });
    await invitation(patterns.running, 5, 20, { deadline: `${now} - n * 3600000`, session_id: 'null' });
    await invitation(patterns.reset, 6, 2000);
    await invitation(patterns.cancelled, 7, 2000);

    const completed = `${ofAccount} and invitation_id = ${patterns.completed}`;
    const ofAttempt = { invitation_id: `${block} + n` };
    await copy('reports', completed, rowsEach, {
      ...ofAttempt,
      created_at: old(20_000),
      generated_at: old(19_000),
    });
    for (const table of ['answers', 'late_answers', 'set_aside_answers'])
      await copy(table, `${completed} and question_id = 1`, rowsEach, ofAttempt);
    for (const table of ['places', 'archived_attempts', 'window_events']) await copy(table, completed, rowsEach, ofAttempt);
    // The pattern has two rounds of one question; of the copies half have both, and some have other questions too.
    const firstRound = `${completed} and round = 1`;
    const graded = { graded_at: `case when n <= 1000 then null else ${old(20_000)} end`, not_before: `${now + day} + n` };
    await copy('gradings', firstRound, rowsEach, { ...ofAttempt, ...graded });
    await copy('gradings', firstRound, 20_000, { ...ofAttempt, ...graded, question_id: 'pattern.question_id + 1' });
    await copy('gradings', `${completed} and round = 2`, rowsEach / 2, { invitation_id: `${block} + 2 * n`, ...graded });
    await copy('answers', `${completed} and question_id in (select question_id from gradings where ${completed})`, rowsEach, ofAttempt);
    // Half of them wait, some of them for a second grader, and some were withdrawn.
    await copy('reviews', completed, rowsEach, {
      ...ofAttempt,
      review_id: `${block} + n`,
      public_id: `100000000000000 + (n * 7919 % 50000) * 5000000000 + n`,
      test_id: `case when n % 50 = 0 then ${block} + 1 + n % 100 else ${testId} end`,
      state: `case when n % 2 = 0 then 'graded' when n % 99 = 0 then 'withdrawn' else 'waiting' end`,
      closed_at: `case when n % 2 = 0 or n % 99 = 0 then ${old(20_000)} else null end`,
      created_at: old(20_000),
    });
    await copy('review_grades', ofAccount, rowsEach, { review_id: `${block} + n`, at: old(20_000) });
    await copy('typed_texts', completed, rowsEach, ofAttempt);
    await copy('recordings', `${completed} and kind = 'windowEvents'`, rowsEach, ofAttempt);
    await copy('timeline', `${completed} and type = 'attempt.completed'`, rowsEach, {
      ...ofAttempt,
      entry_id: `${block} + n`,
      at: old(20_000),
    });
    await copy('proctoring_images', completed, rowsEach, {
      ...ofAttempt,
      image_id: `${block} + n`,
      storage_key: `'copy/' || n || '.jpg'`,
      stored: 'case when n % 1000 = 0 then 0 else 1 end',
      taken_at: old(20_000),
    });

    await copy('answer_files', completed, rowsEach, {
      ...ofAttempt,
      file_id: `'copy ' || n`,
      storage_key: `'copy/' || n`,
      settled: 'case when n % 1000 = 0 then 0 else 1 end',
      created_at: old(20_000),
    });

    const delivery = (kind: string, at: number, count: number, changes: Changes = {}) =>
      copy('deliveries', `${completed} and kind = '${kind}'`, count, {
        ...ofAttempt,
        delivery_id: `${at * block} + n`,
        test_id: `case when n % 50 = 0 then ${block} + 1 + n % 100 else ${testId} end`,
        created_at: old(20_000),
        ...changes,
      });
    await delivery('callback', 1, rowsEach, {
      state: `case when n <= 50000 then 'pending' when n % 40 = 0 then 'failed' else 'delivered' end`,
      lane: `case when n <= 50000 then 'callback dead.example' else 'callback ats' || (n % 20) || '.example' end`,
      destination: `'https://dead.example/done'`,
      not_before: `${now} - (50000 - n) * 10`,
      settled_at: `case when n <= 50000 then null else ${old(1000)} end`,
      lease_until: '0',
    });
    await delivery('receipt-email', 2, 20_000, {
      joiner_key: `case when n % 10 = 0 then 'candidate1-' || n || '@example.com' else null end`,
    });
    // Some mails are due, so that there is something to claim beside the backlog.
    await delivery('receipt-email', 3, 20, {
      invitation_id: `${block} + 50000 + n`,
      state: `'pending'`,
      not_before: `${now} - n`,
      settled_at: 'null',
      lease_until: '0',
    });
    await copy(
      'delivery_attempts',
      `${ofAccount} and delivery_id in (select delivery_id from deliveries where ${completed} and kind = 'callback')`,
      rowsEach,
      {
        delivery_id: `${block} + n`,
        at: old(20_000),
      },
    );

    await copy('audit_entries', `${ofAccount} and entry_id = (select min(entry_id) from audit_entries where ${ofAccount})`, rowsEach, {
      entry_id: `${block} + n`,
      // Half of them, and of the keys below, are older than they are kept.
      at: old((800 * day) / rowsEach),
    });
    await copy('quota_uses', `${ofAccount} and quota = (select min(quota) from quota_uses where ${ofAccount})`, rowsEach, {
      window_start: old((2 * day) / rowsEach),
    });
    await copy('idempotency_keys', `${ofAccount} and idempotency_key = 'pattern'`, rowsEach, {
      idempotency_key: `'key ' || n`,
      created_at: old((2 * day) / rowsEach),
    });
  });

  while ((await watched.store.write((tx) => addToIndex(tx, 10_000))) > 0);
  const all = await tables();
  await settle(watched, all, counted);
  for (const table of all.filter((name) => !bounded.has(name))) {
    const [row] = await watched.run(`select count(*) as rows from ${table}`);
    if (Number(row?.rows) < rowsEach) throw new Error(`${table} has ${row?.rows} rows: fill it here, or say that it is bounded`);
    watched.growing.add(table);
  }
};
