import { type AccessWindow, accessWindowOf, findTimeZone, formatAccessTime } from '@assay/domain';
import type { testLinks } from '@assay/store';

/** When a link is open, in its own zone. */
export const linkWindow = (link: testLinks.TestLink): AccessWindow => {
  const zone = findTimeZone(link.time_zone_id);
  if (zone === undefined) throw new Error(`test link ${link.test_link_id} has a time zone that is not in the table`);
  return accessWindowOf({ accessTime: link.access_time, startsAt: link.starts_at, endsAt: link.ends_at }, zone);
};

/** When a link is open, in the words of API v2. */
export const accessText = (link: testLinks.TestLink): string => formatAccessTime(linkWindow(link));
