import { z } from 'zod';
import { findTimeZone } from '../time/time-zones.ts';
import { UtcDateTime, WireDateTime } from '../time/wire-date-time.ts';
import { atMost, Email, Name } from '../wire/fields.ts';
import { WireId } from '../wire/ids.ts';
import { flexibleInt, numberOrText } from '../wire/request-fields.ts';
import { secretFor } from '../wire/secret-field.ts';
import { accessTime, accessTimes, linkStatus, linkStatuses } from './link.ts';

const flag = flexibleInt([0, 1]);

/** Test link (api-v2.md §2.3). */
export const WireTestLink = z.object({
  testLinkId: WireId,
  testId: WireId,
  testLinkName: z.string(),
  testLinkAccessKey: secretFor('invite'),
  accessTime: z.literal(accessTimes),
  startDateTime: WireDateTime.nullable(),
  endDateTime: WireDateTime.nullable(),
  timeZoneId: z.int(),
  inviteCandidateOnly: z.literal([0, 1]),
  imageProctoring: z.literal([0, 1]),
  emailToStakeholder: z.string().nullable(),
  testLinkStatus: z.literal(linkStatuses),
});
export type WireTestLink = z.output<typeof WireTestLink>;

export const WireTestLinkList = z.object({ testLinks: z.array(WireTestLink) });

const boundary = z
  .string()
  .check(atMost(100))
  .meta({ description: 'UTC, YYYY-MM-DDTHH:MM:SS; required when accessTime is 1 or 2', examples: ['2026-02-23T10:46:00'] });

/**
 * Body of create and update test link (api-v2.md §4.3, §4.4). `emailToStakeholder` omitted means the account's email, null or `""`
 * means none. The dates are read only when `accessTime` is 1 or 2.
 */
export const TestLinkBody = z.object({
  testLinkName: Name,
  accessTime: flexibleInt(accessTimes),
  timeZoneId: numberOrText('must be an integer')
    .transform((value) => (typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)))
    .refine((value) => Number.isSafeInteger(value), 'must be an integer')
    .meta({ override: { type: 'integer', description: 'In the time-zone table: GET /manage/v1/timezones' } }),
  inviteCandidateOnly: flag.default(0),
  imageProctoring: flag.default(0),
  emailToStakeholder: z.nullish(Email),
  testLinkStatus: flexibleInt(linkStatuses).default(linkStatus.active),
  startDateTime: boundary.optional(),
  endDateTime: boundary.optional(),
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
