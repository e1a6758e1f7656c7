import { clockChanges, type DailyWindows, dayLength, dayOf, minutesText, openingOf, wallClockAt } from '@assay/domain';
import { clockText, offsetText } from './wall-clock.ts';

/** A day of a daily window that people look at before they use it. */
export type WindowDay = { readonly label: 'First day' | 'Clocks change' | 'Last day'; readonly text: string };

/** `2026-03-20 09:00 – 17:00 +01:00`; `2026-03-28 22:00 +01:00 – 02:30 +02:00 the next day (3 h 30 min)` where clocks change meanwhile. */
const dayText = (windows: DailyWindows, day: number): string => {
  const opening = openingOf(windows, day);
  if (opening === undefined) return `${new Date(day * dayLength).toISOString().slice(0, 10)} not open: clocks skip these hours`;
  const { zone } = windows;
  const [opens, closes] = [clockText(opening.opens, zone), clockText(opening.closes, zone)];
  const [before, after] = [offsetText(opening.opens, zone), offsetText(opening.closes, zone)];
  const nextDay = opens.slice(0, 10) === closes.slice(0, 10) ? '' : ' the next day';
  if (before === after) return `${opens} – ${closes.slice(11)}${nextDay} ${after}`;
  const length = minutesText(Math.round((opening.closes - opening.opens) / 60_000));
  return `${opens} ${before} – ${closes.slice(11)} ${after}${nextDay} (${length})`;
};

/** The days on which clocks change, and the days whose window is open while they do. */
const changingDays = (windows: DailyWindows): readonly number[] => {
  const { start, end, zone, firstDay, lastDay } = windows;
  const days = clockChanges(start, end, zone).flatMap((at) => {
    const day = dayOf(wallClockAt(at, zone));
    const night = openingOf(windows, day - 1);
    return night !== undefined && night.opens < at && at < night.closes ? [day - 1, day] : [day];
  });
  return [...new Set(days)].filter((day) => firstDay < day && day < lastDay);
};

/** The first day, each day on which clocks change (of the first 20 years), and the last day. */
export const windowDays = (windows: DailyWindows): readonly WindowDay[] => {
  const { firstDay, lastDay } = windows;
  const first: WindowDay = { label: 'First day', text: dayText(windows, firstDay) };
  if (firstDay === lastDay) return [first];
  return [
    first,
    ...changingDays(windows).map((day): WindowDay => ({ label: 'Clocks change', text: dayText(windows, day) })),
    { label: 'Last day', text: dayText(windows, lastDay) },
  ];
};
