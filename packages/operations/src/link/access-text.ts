import { accessWindowOf, findTimeZone, formatAccessTime } from '@assay/domain';
import type { testLinks } from '@assay/store';

/** When a link is open, in words and in its own zone. */
export const accessText = (link: testLinks.TestLink): string => {
  const zone = findTimeZone(link.time_zone_id);
  if (zone === undefined) throw new Error(`test link ${link.test_link_id} has a time zone that is not in the table`);
  const window = accessWindowOf({ accessTime: link.access_time, startsAt: link.starts_at, endsAt: link.ends_at });
  return formatAccessTime(window, zone);
};
