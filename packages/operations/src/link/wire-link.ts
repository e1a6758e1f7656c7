import { formatUtcDateTime, ok, type Refusal, type Result, type testLinkRules, type WireTestLink } from '@assay/domain';
import { type Db, testLinks } from '@assay/store';
import type { z } from 'zod';
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

/** The columns that the body of create and update sets; omitted fields get the documented default. */
export const linkColumns = (body: z.output<typeof testLinkRules>, accountEmail: string, now: number) => ({
  name: body.testLinkName,
  access_time: body.accessTime,
  starts_at: body.startDateTime,
  ends_at: body.endDateTime,
  time_zone_id: body.timeZoneId,
  invite_candidate_only: body.inviteCandidateOnly,
  image_proctoring: body.imageProctoring,
  email_to_stakeholder: body.emailToStakeholder === undefined ? accountEmail : body.emailToStakeholder,
  status: body.testLinkStatus,
  updated_at: now,
});

/** A link of this account and this test. */
export const findLink = async (
  db: Db,
  accountId: number,
  { testId, testLinkId }: { testId: number; testLinkId: number },
): Promise<Result<testLinks.TestLink, Refusal>> => {
  const link = await testLinks.find(db, accountId, testLinkId);
  return link === undefined || link.test_id !== testId ? notFound('test link', testLinkId) : ok(link);
};
