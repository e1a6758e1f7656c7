import { match } from 'ts-pattern';
import type { TimeZone } from '../time/time-zones.ts';
import { dayLength, dayOf, wallClockAt } from '../time/wall-clock.ts';
import { type DailyWindows, dailyWindows, openingOf } from './daily-windows.ts';

type Bounds = { readonly start: number; readonly end: number; readonly zone: TimeZone };

/**
 * When a test may be started (api-v2.md §4.3 rules 1–3). Instants are milliseconds since 1970, UTC; `start` is inside the window,
 * `end` is not. Slot-wise: the times of day that `start` and `end` have in the zone bound each day's window.
 */
export type AccessWindow =
  | { readonly mode: 'anytime' }
  | ({ readonly mode: 'time-bound' } & Bounds)
  | ({ readonly mode: 'slot-wise' } & Bounds);

export type Access =
  | { readonly state: 'open'; readonly closesAt: number | null }
  | { readonly state: 'not-open'; readonly opensAt: number }
  | { readonly state: 'outside-slot'; readonly opensAt: number }
  | { readonly state: 'closed'; readonly closedAt: number };

/** The daily windows of a link that has a pause each day; undefined for any other link, also where equal times of day are the whole day. */
export const dailyWindowsOf = (window: AccessWindow): DailyWindows | undefined => {
  if (window.mode !== 'slot-wise') return undefined;
  const windows = dailyWindows(window);
  return windows.closes - windows.opens === dayLength ? undefined : windows;
};

const slotAccess = (bounds: Bounds, now: number): Access => {
  const windows = dailyWindows(bounds);
  const { firstDay, lastDay } = windows;
  const today = dayOf(wallClockAt(now, bounds.zone));
  // Where a calendar skips a day, a window past midnight opened two days ago; where clocks go back over midnight, tomorrow's is open today.
  const earliest = Math.max(firstDay, today - 2);
  for (let day = Math.min(lastDay, today + 1); day >= earliest; day -= 1) {
    const opening = openingOf(windows, day);
    if (opening !== undefined && opening.opens <= now && now < opening.closes) return { state: 'open', closesAt: opening.closes };
  }
  for (let day = earliest; day <= lastDay; day += 1) {
    const opening = openingOf(windows, day);
    if (opening !== undefined && opening.opens > now)
      return { state: day === firstDay ? 'not-open' : 'outside-slot', opensAt: opening.opens };
  }
  return { state: 'closed', closedAt: openingOf(windows, lastDay)?.closes ?? bounds.end };
};

export const accessAt = (window: AccessWindow, now: number): Access =>
  match(window)
    .returnType<Access>()
    .with({ mode: 'anytime' }, () => ({ state: 'open', closesAt: null }))
    .with({ mode: 'time-bound' }, ({ start, end }) => {
      if (now < start) return { state: 'not-open', opensAt: start };
      return now < end ? { state: 'open', closesAt: end } : { state: 'closed', closedAt: end };
    })
    .with({ mode: 'slot-wise' }, (bounds) => slotAccess(bounds, now))
    .exhaustive();
