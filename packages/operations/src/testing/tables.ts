import type { Db, Schema, Store } from '@assay/store';

const tables = {
  accounts: true,
  account_logos: true,
  account_quotas: true,
  quota_uses: true,
  stored_bytes: true,
  api_keys: true,
  audit_entries: true,
  tests: true,
  test_versions: true,
  rendered_versions: true,
  test_pictures: true,
  large_texts: true,
  large_text_parts: true,
  test_links: true,
  invitations: true,
  archived_attempts: true,
  answers: true,
  answer_files: true,
  late_answers: true,
  set_aside_answers: true,
  places: true,
  window_events: true,
  recordings: true,
  gradings: true,
  regrades: true,
  reviews: true,
  review_grades: true,
  typed_texts: true,
  reports: true,
  test_tallies: true,
  timeline: true,
  deliveries: true,
  delivery_attempts: true,
  callback_secrets: true,
  proctoring_images: true,
  image_sweeps: true,
  idempotency_keys: true,
} as const satisfies Record<keyof Schema, true>;

// Every table has `account_id`; the compiler cannot see that through a union of tables.
const rowsOf = (db: Db, table: string) => db.kysely.selectFrom(table as 'accounts').selectAll();

/** Names of the tables in which `text` stands in plain. */
export const tablesWith = (store: Store, text: string): Promise<string[]> =>
  store.read(async (db) => {
    const found: string[] = [];
    for (const table of Object.keys(tables)) if (JSON.stringify(await rowsOf(db, table).execute()).includes(text)) found.push(table);
    return found;
  });

/** The rows of one account, in an order that does not change. */
export const dumpAccount = (store: Store, accountId: number): Promise<string[]> =>
  store.read(async (db) => {
    const lines: string[] = [];
    for (const table of Object.keys(tables))
      for (const row of await rowsOf(db, table).where('account_id', '=', accountId).execute())
        lines.push(`${table} ${JSON.stringify(row)}`);
    return lines.sort();
  });
