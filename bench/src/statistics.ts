// What the first statistics of a test cost: time and processor time of this thread against reading the rows of the same attempts and nothing
// else, in turns of one run, with the thread that adds them up and without it. `pnpm bench:statistics [attempts [rounds]]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { api, type Context, createAccount, generateReports, takeApi } from '@assay/operations';
import { openAssay, readConfig, withoutOutbound } from '@assay/runtime';
import { type Db, testTallies } from '@assay/store';
import { environmentOf } from './workload.ts';

const attempts = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 3);
const options = [{ text: 'right', correct: true }, { text: 'wrong' }, { text: 'no' }];
const questions = Array.from({ length: 20 }, (_, index) => ({ kind: 'single-choice', prompt: `Question ${index}`, options }));
const file = { name: 'Bench', duration: 60, sections: [{ name: 'Only', questions }] };

const unwrap = <Value>(result: { ok: true; value: Value } | { ok: false; error: { message: string } }): Value => {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
};

const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
const tallyThread = new URL('../../apps/server/dist/tally-thread.js', import.meta.url);
const { assay, close } = await openAssay(readConfig(environmentOf(directory)), { ...withoutOutbound, refuseCallback: () => null });
const { account } = await createAccount({ assay, input: { name: 'Bench', email: 'bench@example.com', timeZoneId: 10_000 } });
const ctx: Context = { assay, accountId: account.accountId, scopes: new Set(['read', 'invite', 'manage']) };
const { testId } = unwrap(await api.importTest({ ctx, input: { body: file } }));
const key = { accountId: account.accountId, testId };

/** One attempt with all answers and visits, and copies of it. */
const fill = async (): Promise<void> => {
  const body = { emailId: 'ana@example.com', fullName: 'Ana Example' };
  const { takeTestURL, testInvitationId } = unwrap(await api.registerCandidate({ ctx, input: { testId: String(testId), body } }));
  const candidate = { assay, token: takeTestURL.slice(takeTestURL.lastIndexOf('/') + 1) };
  unwrap(await takeApi.startAttempt({ candidate }));
  for (const [index] of questions.entries()) {
    unwrap(await takeApi.savePlace({ candidate, input: { body: { questionId: index + 1, flags: [] } } }));
    const answer = { answer: index % 3 === 0 ? 'b' : 'a', revision: 1 };
    unwrap(await takeApi.saveAnswer({ candidate, input: { questionId: String(index + 1), body: answer } }));
  }
  unwrap(await takeApi.submitAttempt({ candidate }));
  const onFailure = ({ error }: { error: unknown }) => {
    throw error;
  };
  while ((await generateReports({ assay, onFailure })) > 0);
  await assay.store.write(async (tx) => {
    // Long enough ago that it is counted for good.
    await tx.execute('update reports set generated_at = generated_at - 60000', []);
    for (const table of ['invitations', 'reports', 'answers', 'places']) {
      const { rows } = await tx.execute<Record<string, unknown>>(`select * from ${table} limit 1`, []);
      const columns = Object.keys(rows[0] ?? {});
      const own: Record<string, string> = { invitation_id: 'invitation_id + i', email_key: 'email_key || i', nonce: 'nonce || i' };
      await tx.execute(
        `with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${attempts - 1})
        insert into ${table} (${columns}) select ${columns.map((column) => own[column] ?? column)} from numbers, ${table}
        where invitation_id = ${testInvitationId}`,
        [],
      );
    }
  });
};

type Seen = { readonly at: number; readonly invitationId: number; readonly attempt: number };
type Page = { readonly seen: Seen; readonly limit: number };
type ReadPage = (db: Db, page: Page) => Promise<Seen | undefined>;

/** What the tables hold: a row for each report, each answer and each place. */
const rowsOf: ReadPage = async (db, { seen, limit }) => {
  const { rows: reports } = await db.execute<{ generated_at: number; invitation_id: number; attempt: number }>(
    `select invitation_id, attempt, version, figures, content, generated_at, started_at, completed_at from reports
    where account_id = +? and test_id = +? and (generated_at, invitation_id, attempt) > (+?, +?, +?)
    order by generated_at, invitation_id, attempt limit +?`,
    [key.accountId, key.testId, seen.at, seen.invitationId, seen.attempt, limit],
  );
  const ofThese = [key.accountId, JSON.stringify(reports.map(({ invitation_id }) => invitation_id))];
  const where = 'where account_id = +? and invitation_id in (select value from json_each(+?))';
  await db.execute(`select invitation_id, attempt, question_id, answer from answers ${where} and length(answer) <= 200`, ofThese);
  await db.execute(`select invitation_id, attempt, visits from places ${where}`, ofThese);
  const last = reports.at(-1);
  return last && { at: last.generated_at, invitationId: last.invitation_id, attempt: last.attempt };
};

/** The statement that counting reads them with: a row for each report. */
const asCounted: ReadPage = async (db, { seen, limit }) =>
  (await testTallies.listFollowing(db, { ...key, ...seen, until: Number.MAX_SAFE_INTEGER, limit })).at(-1);

const readAll = async (readPage: ReadPage): Promise<void> => {
  for (let seen: Seen | undefined = { at: 0, invitationId: 0, attempt: 0 }; seen !== undefined; ) {
    const page: Page = { seen, limit: 100 };
    seen = await assay.store.readSlice(0, (db) => readPage(db, page));
  }
};

const count = async (thread: URL | undefined): Promise<void> => {
  await assay.store.write((tx) => testTallies.forget(tx, key));
  const of: Context = { ...ctx, assay: { ...assay, tallyThread: thread } };
  let statistics = unwrap(await api.getTestStatistics({ ctx: of, input: { testId: String(testId) } }));
  while (!statistics.isComplete) statistics = unwrap(await api.getTestStatistics({ ctx: of, input: { testId: String(testId) } }));
  if (statistics.candidates !== attempts) throw new Error(`counted ${statistics.candidates} of ${attempts}`);
};

type Figures = { readonly ms: number; readonly cpu: number; readonly turn: number };

const measure = async (work: () => Promise<void>): Promise<Figures> => {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const [startedAt, before] = [performance.now(), process.threadCpuUsage()];
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return { ms: performance.now() - startedAt, cpu: (user + system) / 1000, turn: delays.percentile(99) / 1e6 };
};

await fill();
const again = async (): Promise<void> => void unwrap(await api.getTestStatistics({ ctx, input: { testId: String(testId) } }));
for (let round = 0; round < rounds; round += 1) {
  const read = await measure(() => readAll(rowsOf));
  const slices = await measure(() => readAll(asCounted));
  const apart = await measure(() => count(tallyThread));
  const here = await measure(() => count(undefined));
  const later = await measure(again);
  const line = (name: string, { ms, cpu, turn }: Figures) =>
    console.log(
      `${name.padEnd(24)} ${ms.toFixed(0).padStart(6)} ms (${(ms / read.ms).toFixed(2)})  this thread's processor ${cpu.toFixed(0).padStart(6)} ms (${(cpu / read.cpu).toFixed(2)})  p99 of a turn ${turn.toFixed(1)} ms`,
    );
  line('read', read);
  line('read as it is counted', slices);
  line('counted, with a thread', apart);
  line('counted, without', here);
  line('the next request', later);
}
await close();
await rm(directory, { recursive: true });
