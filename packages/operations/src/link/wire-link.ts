import { err, formatUtcDateTime, ok, type Refusal, type Result, refusal, type testLinkRules, type WireTestLink } from '@assay/domain';
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
export const linkColumns = (body: z.output<typeof testLinkRules>, accountEmail: string | null, now: number) => ({
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

type LinkIds = { readonly testId: number; readonly testLinkId: number };

/** A link of this account, if it is one of this test too. */
export const linkOfTest = (link: testLinks.TestLink | undefined, { testId, testLinkId }: LinkIds): Result<testLinks.TestLink, Refusal> => {
  if (link === undefined) return notFound('test link', testLinkId);
  if (link.test_id === testId) return ok(link);
  return err(refusal('resource.not-found', `Test link ${testLinkId} belongs to test ${link.test_id}, not to test ${testId}`));
};

export const findLink = async (db: Db, accountId: number, ids: LinkIds): Promise<Result<testLinks.TestLink, Refusal>> =>
  linkOfTest(await testLinks.find(db, accountId, ids.testLinkId), ids);
