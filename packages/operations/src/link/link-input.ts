import { decode, decodeBody, findTimeZone, type Refusal, type Result, TestLinkBody, testLinkRules } from '@assay/domain';
import type { z } from 'zod';

const rules = testLinkRules((timeZoneId) => findTimeZone(timeZoneId) !== undefined);

export type LinkInput = z.output<typeof rules>;

/** Decodes the body of create and update: each field first, then the rules that span them. */
export const decodeLink = (body: unknown): Result<LinkInput, Refusal> => {
  const fields = decodeBody(TestLinkBody, body);
  return fields.ok ? decode(rules, fields.value) : fields;
};

/** The columns a body sets; what it leaves out takes the documented default. */
export const linkColumns = (input: LinkInput, accountEmail: string, now: number) => ({
  name: input.testLinkName,
  access_time: input.accessTime,
  starts_at: input.startDateTime,
  ends_at: input.endDateTime,
  time_zone_id: input.timeZoneId,
  invite_candidate_only: input.inviteCandidateOnly,
  image_proctoring: input.imageProctoring,
  email_to_stakeholder: input.emailToStakeholder === undefined ? accountEmail : input.emailToStakeholder,
  status: input.testLinkStatus,
  updated_at: now,
});
