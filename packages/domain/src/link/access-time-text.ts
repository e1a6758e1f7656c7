import { clockInZone, formatInZone, utc } from '../time/time-zones.ts';
import { dayLength } from '../time/wall-clock.ts';
import { type AccessWindow, dailyWindowsOf } from './access-window.ts';
import type { DailyWindows } from './daily-windows.ts';

const dailyText = ({ zone, firstDay, lastDay, opens, closes }: DailyWindows): string => {
  // Wall-clock times are instants at which clocks of UTC show the same.
  const [from, until] = [opens, closes].map((time) => clockInZone(firstDay * dayLength + time, utc));
  // A window past midnight belongs to the day on which it opens.
  const nextDay = closes < dayLength ? '' : ' the next day';
  const last = clockInZone(lastDay * dayLength, utc);
  return `from ${from?.date} to ${last.date}, each day from ${from?.time} to ${until?.time}${nextDay} in (${zone.name})`;
};

/** When a link is valid, in its time zone: `at any time`, `from 23-Feb-2018 04:16 PM to 24-Feb-2018 05:16 PM in (India Standard Time)`. */
export const formatWindow = (window: AccessWindow): string => {
  if (window.mode === 'anytime') return 'at any time';
  const { start, end, zone } = window;
  const windows = dailyWindowsOf(window);
  if (windows !== undefined) return dailyText(windows);
  return `from ${formatInZone(start, zone)} to ${formatInZone(end, zone)} in (${zone.name})`;
};

/** `testAccessTime` of register-by-test-link. */
export const formatAccessTime = (window: AccessWindow): string => `Assessment link is valid ${formatWindow(window)}`;
