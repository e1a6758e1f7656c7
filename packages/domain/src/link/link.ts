import type { TimeZone } from '../time/time-zones.ts';
import type { AccessWindow } from './access-window.ts';

/** testLinkStatus (api-v2.md §3.2). */
export const linkStatus = { active: 1, inactive: 3 } as const;
export const linkStatuses = Object.values(linkStatus);
export type LinkStatus = (typeof linkStatus)[keyof typeof linkStatus];

/** accessTime (api-v2.md §2.3). */
export const accessTime = { anytime: 0, timeBound: 1, slotWise: 2 } as const;
export const accessTimes = Object.values(accessTime);
export type AccessTime = (typeof accessTime)[keyof typeof accessTime];

type StoredBounds = { readonly accessTime: AccessTime; readonly startsAt: number | null; readonly endsAt: number | null };

/** The access window of a stored link in its zone. The database holds no bounded link without dates, so one without them is a bug. */
export const accessWindowOf = ({ accessTime: time, startsAt, endsAt }: StoredBounds, zone: TimeZone): AccessWindow => {
  if (time === accessTime.anytime) return { mode: 'anytime' };
  if (startsAt === null || endsAt === null) throw new Error('a bounded test link has no dates');
  return { mode: time === accessTime.timeBound ? 'time-bound' : 'slot-wise', start: startsAt, end: endsAt, zone };
};
