import { formatUtcDateTime, ok, type Refusal, type Result, type WireTestLink } from '@assay/domain';
import { type Db, testLinks } from '@assay/store';
import type { Context } from '../support/context.ts';
import { notFound } from '../support/refusals.ts';

const dateTime = (instant: number | null): string | null => (instant === null ? null : formatUtcDateTime(instant));

export const wireLink = (link: testLinks.TestLink): WireTestLink => ({
  testLinkId: link.test_link_id,
  testId: link.test_id,
  testLinkName: link.name,
  testLinkAccessKey: link.access_key,
  accessTime: link.access_time,
  startDateTime: dateTime(link.starts_at),
  endDateTime: dateTime(link.ends_at),
  timeZoneId: link.time_zone_id,
  inviteCandidateOnly: link.invite_candidate_only,
  imageProctoring: link.image_proctoring,
  emailToStakeholder: link.email_to_stakeholder,
  testLinkStatus: link.status,
});

/** A link of this account and this test. */
export const findLink = async (
  ctx: Context,
  db: Db,
  { testId, testLinkId }: { testId: number; testLinkId: number },
): Promise<Result<testLinks.TestLink, Refusal>> => {
  const link = await testLinks.find(db, ctx.accountId, testLinkId);
  return link === undefined || link.test_id !== testId ? notFound('test link', testLinkId) : ok(link);
};
