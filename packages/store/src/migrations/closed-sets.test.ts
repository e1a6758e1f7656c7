import {
  accessTimes,
  deliveryOutcomes,
  deliveryStates,
  invitationOrigins,
  invitationStatuses,
  linkStatuses,
  receiptRules,
  reportStatuses,
  testStatuses,
  windowEventTypes,
} from '@assay/domain';
import { expect, it } from 'vitest';
import { rawQuery } from '../db.ts';
import { openTestStore } from '../testing/index.ts';

// Migrations keep their literal lists; a new value in the domain needs a migration that changes the check.
it('the checks of the present schema allow what the lists of the domain hold, and nothing else', async () => {
  const store = await openTestStore('sqlite');
  try {
    const { rows } = await store.read((db) =>
      db.kysely.executeQuery(rawQuery<{ name: string; sql: string }>("select name, sql from sqlite_master where type = 'table'", [])),
    );
    const checks = rows.flatMap(({ name, sql }) =>
      [...sql.matchAll(/check \((\w+) in \(([^)]*)\)\)/g)].map(([, column, values = '']): [string, (string | number)[]] => [
        `${name}.${column}`,
        JSON.parse(`[${values.replaceAll("'", '"')}]`),
      ]),
    );
    expect(Object.fromEntries(checks)).toEqual({
      'accounts.receipts': receiptRules,
      'tests.status': testStatuses,
      'test_links.access_time': accessTimes,
      'test_links.status': linkStatuses,
      'invitations.status': invitationStatuses,
      'invitations.origin': invitationOrigins,
      'window_events.type': windowEventTypes,
      'reports.status': reportStatuses,
      'deliveries.state': deliveryStates,
      'delivery_attempts.outcome': deliveryOutcomes,
    });
  } finally {
    await store.dispose();
  }
});
