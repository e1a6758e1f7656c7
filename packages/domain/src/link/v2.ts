import { z } from 'zod';
import { findTimeZone } from '../time/time-zones.ts';
import { UtcDateTime, WireDateTime } from '../time/wire-date-time.ts';
import { atMost, Email, Name } from '../wire/fields.ts';
import { WireId } from '../wire/ids.ts';
import { named } from '../wire/named.ts';
import { flexibleInt, numberOrText } from '../wire/request-fields.ts';
import { secretFor } from '../wire/secret-field.ts';
import { accessTime, accessTimes, linkStatus, linkStatuses } from './link.ts';

const flag = flexibleInt([0, 1]);

/** Test link (api-v2.md §2.3). */
export const WireTestLink = named('TestLink', 'An access point to a test.', {
  testLinkId: WireId.describe('Test link identifier.'),
  testId: WireId,
  testLinkName: z.string().describe('Name of the link, at most 200 characters.'),
  testLinkAccessKey: secretFor('invite', 'The key of the address `/join/{key}`, by which candidates register.'),
  accessTime: z
    .literal(accessTimes)
    .describe(
      '`0`: the test may be taken at any time, `1`: between the two dates, `2`: on each day of that range, between the two times of day in the zone of `timeZoneId`.',
    ),
  startDateTime: WireDateTime.nullable().describe(
    'Start of the access window; when `accessTime` is 2 each day opens at its time of day in the zone of `timeZoneId`; null when it is 0.',
  ),
  endDateTime: WireDateTime.nullable().describe(
    'End of the access window; when `accessTime` is 2 each day closes at its time of day in the zone of `timeZoneId`; null when it is 0.',
  ),
  timeZoneId: z.int(),
  inviteCandidateOnly: z.literal([0, 1]),
  imageProctoring: z.literal([0, 1]),
  emailToStakeholder: z.string().nullable().describe('Gets an email when a candidate completes the test; null for nobody.'),
  testLinkStatus: z.literal(linkStatuses).describe('`1` active, `3` inactive.'),
});
export type WireTestLink = z.output<typeof WireTestLink>;

export const WireTestLinkList = named('TestLinkList', 'All links of a test.', {
  testLinks: z.array(WireTestLink).describe('The links, newest first.'),
});

const boundary = (of: string) =>
  z
    .string()
    .check(atMost(100))
    .optional()
    .meta({
      description: `${of} of the access window. UTC, YYYY-MM-DDTHH:MM:SS; required when accessTime is 1 or 2.`,
      examples: ['2026-02-23T10:46:00'],
    });

/**
 * Body of create and update test link (api-v2.md §4.3, §4.4). `emailToStakeholder` omitted means the account's email, null or `""`
 * means none. The dates are read only when `accessTime` is 1 or 2.
 */
export const TestLinkBody = named('TestLinkBody', 'Settings of a test link. Int fields are also accepted as text.', {
  testLinkName: Name.check(z.describe('Name of the link, at most 200 characters.')),
  accessTime: flexibleInt(accessTimes).describe(
    '`0`: the test may be taken at any time, `1`: between the two dates, `2`: on each day of that range, between the two times of day in the zone of `timeZoneId`.',
  ),
  timeZoneId: numberOrText('must be an integer')
    .transform((value) => (typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)))
    .refine((value) => Number.isSafeInteger(value), 'must be an integer')
    .meta({ override: { type: 'integer', description: 'In the time-zone table: GET /manage/v1/timezones.' } }),
  inviteCandidateOnly: flag.default(0),
  imageProctoring: flag.default(0),
  emailToStakeholder: z
    .nullish(Email)
    .describe('Gets an email when a candidate completes the test; left out for the account’s address, null or an empty text for nobody.'),
  testLinkStatus: flexibleInt(linkStatuses).default(linkStatus.active).describe('`1` active, `3` inactive.'),
  startDateTime: boundary('Start'),
  endDateTime: boundary('End'),
});

const needed = 'is required when accessTime is 1 or 2';

/** The rules that span fields: a bounded link has both dates, in order (api-v2.md §4.3 rules 1–3); the zone is in the table. */
export const testLinkRules = TestLinkBody.transform((body, context) => {
  const read = (name: 'startDateTime' | 'endDateTime'): number | null => {
    if (body.accessTime === accessTime.anytime) return null;
    const parsed = UtcDateTime.safeParse(body[name]);
    if (parsed.success) return parsed.data;
    const message = body[name] === undefined ? needed : (parsed.error.issues[0]?.message ?? needed);
    context.addIssue({ code: 'custom', path: [name], message });
    return null;
  };
  const startDateTime = read('startDateTime');
  const endDateTime = read('endDateTime');
  if (startDateTime !== null && endDateTime !== null && endDateTime <= startDateTime)
    context.addIssue({ code: 'custom', path: ['endDateTime'], message: 'must be after startDateTime' });
  if (findTimeZone(body.timeZoneId) === undefined)
    context.addIssue({
      code: 'custom',
      path: ['timeZoneId'],
      message: 'is not in the time-zone table (GET /manage/v1/timezones lists it)',
    });
  return { ...body, startDateTime, endDateTime };
});
