// Fills the outbox for the benches of deliveries.
import { api, type Context, createAccount, generateReports, takeApi } from '@assay/operations';
import { openAssay, readConfig, withoutOutbound } from '@assay/runtime';

const file = {
  name: 'Bench',
  duration: 60,
  sections: [{ name: 'Only', questions: [{ kind: 'numeric', prompt: 'Two and two?', answer: 4 }] }],
};

const unwrap = <Value>(result: { ok: true; value: Value } | { ok: false; error: { message: string } }): Value => {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
};

type Assay = Context['assay'];

/** Runs `work` beside no server. */
const withAssay = async <Value>(environment: NodeJS.ProcessEnv, work: (assay: Assay) => Promise<Value>): Promise<Value> => {
  const { assay, close } = await openAssay(readConfig(environment), { ...withoutOutbound, refuseCallback: () => null });
  try {
    return await work(assay);
  } finally {
    await close();
  }
};

/** Creates completed attempts with reports, whose callbacks and receipts, if any, wait in the outbox. Returns the invitations, by URL. */
export const complete = (
  environment: NodeJS.ProcessEnv,
  urls: readonly string[],
  settings: { readonly receipts?: 'all' } = {},
): Promise<Map<string, number>> =>
  withAssay(environment, async (assay) => {
    const { account } = await createAccount({ assay, input: { name: 'Bench', email: 'bench@example.com', timeZoneId: 10_000 } });
    const ctx: Context = { assay, accountId: account.accountId, scopes: new Set(['read', 'invite', 'manage']) };
    unwrap(await api.updateAccount({ ctx, input: { body: settings } }));
    const testId = String(unwrap(await api.importTest({ ctx, input: { body: file } })).testId);
    const ids = new Map<string, number>();
    await Promise.all(
      urls.map(async (callbackURL, index) => {
        const body = { emailId: `candidate-${index}@example.com`, fullName: 'Ana Example', callbackURL };
        const { takeTestURL, testInvitationId } = unwrap(await api.registerCandidate({ ctx, input: { testId, body } }));
        ids.set(callbackURL, testInvitationId);
        const candidate = { assay, token: takeTestURL.slice(takeTestURL.lastIndexOf('/') + 1) };
        unwrap(await takeApi.startAttempt({ candidate }));
        unwrap(await takeApi.submitAttempt({ candidate }));
      }),
    );
    const onFailure = ({ error }: { error: unknown }) => {
      throw error;
    };
    while ((await generateReports({ assay, onFailure })) > 0);
    return ids;
  });

type Copies = { readonly invitationId: number; readonly kind: 'callback' | 'receipt-email'; readonly count: number };

/**
 * More attempts of completed invitations, whose reports are there and whose deliveries are due for an hour. They are written straight to the
 * tables, because to complete 400,000 attempts takes too long.
 */
export const copyDeliveries = (environment: NodeJS.ProcessEnv, copies: readonly Copies[]): Promise<void> =>
  withAssay(environment, ({ store }) =>
    store.write(async (tx) => {
      const copy = async (table: string, where: string, from: number, to: number, also: Record<string, number | string>) => {
        const { rows } = await tx.execute<Record<string, unknown>>(`select * from ${table} where ${where} order by attempt limit 1`, []);
        const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'delivery_id');
        const values = columns.map((column) => (column === 'attempt' ? 'i' : (also[column] ?? column)));
        await tx.execute(
          `with recursive numbers (i) as (select ${from} union all select i + 1 from numbers where i < ${to})
          insert into ${table} (${columns}) select ${values} from numbers, (select * from ${table} where ${where} order by attempt limit 1) one
          where true`,
          [],
        );
      };
      for (const { invitationId, kind, count } of copies) {
        const greatest = async (table: string, where: string): Promise<number> => {
          const text = `select coalesce(max(attempt), 0) as attempt from ${table} where ${where}`;
          return (await tx.execute<{ attempt: number }>(text, [])).rows[0]?.attempt ?? 0;
        };
        const reports = `invitation_id = ${invitationId}`;
        const deliveries = `${reports} and kind = '${kind}'`;
        const from = (await greatest('deliveries', deliveries)) + 1;
        const reported = await greatest('reports', reports);
        const last = from + count - 1;
        if (last > reported) await copy('reports', reports, reported + 1, last, {});
        const due = { state: "'pending'", failures: 0, attempts_made: 0, lease_until: 0, settled_at: 'null', last_error: 'null' };
        await copy('deliveries', deliveries, from, last, { ...due, not_before: Date.now() - 3_600_000 });
      }
    }),
  );
