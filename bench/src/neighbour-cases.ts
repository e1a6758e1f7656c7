import { join } from 'node:path';
import { noFigures } from '@assay/domain';
import { openStore, search, type Tx } from '@assay/store';
import type { Cases, Others } from './neighbour-case.ts';
import { type Started, start } from './processes.ts';
import { environmentOf, headers, serverOf } from './workload.ts';

type Seeded = {
  readonly of: Started;
  readonly large: number;
  readonly small: number;
  readonly reported: number;
  readonly others: readonly Others[];
};

const invitations = 1_000_000;
const reports = 100_000;
const now = Date.now();

const testOf = async (tx: Tx, name: string): Promise<number> => {
  const columns = 'account_id, name, status, access_key, version, duration, questions, total_score, created_at, updated_at';
  const { rows } = await tx.execute<{ test_id: number }>(
    `insert into tests (${columns}) values (1, ?, 'Active', ?, 1, 60, 20, '40', ?, ?) returning test_id`,
    [name, `key of ${name}`, now, now],
  );
  const [test] = rows;
  if (test === undefined) throw new Error('no test');
  const definition = JSON.stringify({ name, duration: 60, sections: [] });
  await tx.execute(
    `insert into test_versions (account_id, test_id, version, name, duration, questions, total_score, definition, created_at,
       question_ids)
     values (1, ?, 1, ?, 60, 20, '40', ?, ?, '[]')`,
    [test.test_id, name, definition, now],
  );
  await tx.execute('update accounts set tests_count = tests_count + 1 where account_id = 1', []);
  return test.test_id;
};

/** Every second name has `xabcx`, every other one `xbcdx`, the first tenth `ancient`; the older half is completed. */
const invite = (tx: Tx, testId: number, from: number, to: number) =>
  tx.execute(
    `insert into invitations (account_id, test_id, test_link_id, email, email_key, full_name, search_text, status, generation, is_current,
       extra_minutes, attempt, version, created_at, updated_at, origin, email_confirmed, nonce)
     with recursive numbers (n) as (select ? union all select n + 1 from numbers where n + 1 < ?),
       people as (select n, 'filler-' || n || '@example.com' as email,
         case n % 2 when 0 then 'xabcx' else 'xbcdx' end || case when n < ${invitations / 10} then ' ancient' else '' end as name from numbers)
     select 1, ?, 0, email, email, name, email || ' ' || name, case when n < ${invitations / 2} then 'Completed' else 'Pending' end, 1, 1,
       0, 1, 1, ${now}, ${now}, 'api', 0, 'nonce-' || n from people`,
    [from, to, testId],
  );

const content = JSON.stringify({
  sections: ['Values', 'Functions', 'Promises'].map((sectionName) => ({ sectionName, sectionScore: '14', candidateScore: '7' })),
  questions: Array.from({ length: 20 }, (_, index) => ({ questionId: index + 1, marks: '2', score: '1', outcome: 'partial' })),
});

const figures = JSON.stringify({ ...noFigures, score: '20', totalScore: '40' });

const report = (tx: Tx, testId: number) =>
  tx.execute(
    `insert into reports (account_id, invitation_id, attempt, test_id, version, started_at, completed_at, completed_by, candidate_name, status, failures,
       not_before, lease_until, generated_at, figures, content, created_at)
     select 1, invitation_id, 1, test_id, 1, ${now}, ${now}, 'candidate', 'Candidate', 'Generated', 0, 0, 0, ${now}, ?, ?, ${now}
     from invitations where account_id = 1 and test_id = ?`,
    [figures, content, testId],
  );

const fill = async (file: string) => {
  const store = await openStore({ engine: 'sqlite', file });
  const large = await store.write((tx) => testOf(tx, 'Large'));
  const reported = await store.write((tx) => testOf(tx, 'Reported'));
  const small = await store.write((tx) => testOf(tx, 'Small'));
  const step = 50_000;
  for (let from = 0; from < invitations; from += step) await store.write((tx) => invite(tx, large, from, from + step));
  await store.write((tx) => invite(tx, reported, 0, reports));
  await store.write((tx) => report(tx, reported));
  await store.write((tx) => invite(tx, small, 0, 100));
  const from = performance.now();
  while ((await store.write((tx) => search.addToIndex(tx, 10_000))) > 0);
  console.log(
    `${(invitations + reports).toLocaleString('en')} invitations added to the index in ${((performance.now() - from) / 1000).toFixed(1)} s`,
  );
  const { rows } = await store.read((db) =>
    db.execute<{ invitation_id: number }>('select invitation_id from invitations where test_id = ? limit 500', [reported]),
  );
  await store.close();
  return { large, small, reported, paths: rows.map(({ invitation_id }) => `/v2/org/report/${invitation_id}`) };
};

const open = async (directory: string) => {
  const environment = environmentOf(directory);
  await (await start(serverOf(), environment)).stop();
  const { paths, ...ids } = await fill(join(directory, 'assay.db'));
  const of = await start(serverOf(), environment);
  const next = () => ({ path: paths[Math.floor(Math.random() * paths.length)] ?? '/' });
  return { seeded: { ...ids, of, others: [{ name: 'GETs', of, load: { url: of.url, headers, next } }] }, close: of.stop };
};

const invitationsOf = (testId: number, query: string) => `/manage/v1/tests/${testId}/invitations?${query}`;

const searches = {
  'a frequent text': 'search=example',
  'a rare text': 'search=filler-77777',
  'no such text': 'search=nobody-at-all',
  'a text of the oldest': 'search=ancient',
  'a text whose words all are frequent': 'search=xabcdx',
  'no such letter': 'search=%D0%B6',
  'no such pair of letters': 'search=zq',
  'a status, and a text of another': 'status=Reset&search=example',
  'a text, and the status of the oldest': 'status=Completed&search=xabcx',
};

/** A client that sends these requests in a loop, one after another. Add a case, and to `fill` the rows that it needs. */
const one = (name: string, paths: (seeded: Seeded) => readonly string[]) => ({
  name,
  others: ({ others }: Seeded) => others,
  neighbour: (seeded: Seeded) => ({ urls: paths(seeded).map((path) => seeded.of.url + path) }),
});

export const onSqlite: Cases<Seeded> = {
  open,
  cases: [
    ...Object.entries(searches).map(([name, query]) => one(`search: ${name}`, ({ large }) => [invitationsOf(large, query)])),
    one('search: all of these', ({ large }) => Object.values(searches).map((query) => invitationsOf(large, query))),
    one('search: a small test', ({ small }) => [invitationsOf(small, 'search=ancient')]),
    one('list of a status', ({ large }) => [invitationsOf(large, 'status=Completed')]),
    one('list of tests', () => ['/manage/v1/tests']),
    one('Excel export', ({ reported }) => [`/v2/org/report/${reported}/excel`]),
  ],
};
