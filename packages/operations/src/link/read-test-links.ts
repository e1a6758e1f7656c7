import { ok, operations } from '@assay/domain';
import { testLinks } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { readOperation } from '../support/operation.ts';
import { findLink, wireLink } from './wire-link.ts';

/** One test link (api-v2.md §4.5). */
export const getTestLink = readOperation(operations.getTestLink, async ({ db, accountId }, ids) => {
  const link = await findLink(db, accountId, ids);
  return link.ok ? ok(wireLink(link.value)) : link;
});

/** All test links of a test, newest first (api-v2.md §4.6). */
export const listTestLinks = readOperation(operations.listTestLinks, async ({ db, accountId }, { testId }) => {
  const test = await findTest(db, accountId, testId);
  if (!test.ok) return test;
  const links = await testLinks.list(db, accountId, testId);
  return ok({ testLinks: links.map(wireLink) });
});
