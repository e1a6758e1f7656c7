import { match } from 'ts-pattern';

/**
 * When a test may be started (api-v2.md §4.3 rules 1–3). Instants are milliseconds since 1970, UTC; `start` is inside the window,
 * `end` is not. Slot-wise: the time-of-day parts of `start` and `end` bound each day's window.
 */
export type AccessWindow =
  | { readonly mode: 'anytime' }
  | { readonly mode: 'time-bound'; readonly start: number; readonly end: number }
  | { readonly mode: 'slot-wise'; readonly start: number; readonly end: number };

export type Access =
  | { readonly state: 'open'; readonly closesAt: number | null }
  | { readonly state: 'not-open'; readonly opensAt: number }
  | { readonly state: 'outside-slot'; readonly opensAt: number }
  | { readonly state: 'closed'; readonly closedAt: number };

const day = 86_400_000;

/**
 * Length of a daily window in milliseconds. A window whose end is earlier than its start runs past midnight; equal times are the
 * whole day. `end` is the end of the last daily window.
 */
export const slotLength = (start: number, end: number): number => (((end - start) % day) + day) % day || day;

export const accessAt = (window: AccessWindow, now: number): Access =>
  match(window)
    .returnType<Access>()
    .with({ mode: 'anytime' }, () => ({ state: 'open', closesAt: null }))
    .with({ mode: 'time-bound' }, { mode: 'slot-wise' }, ({ mode, start, end }) => {
      if (now < start) return { state: 'not-open', opensAt: start };
      if (now >= end) return { state: 'closed', closedAt: end };
      if (mode === 'time-bound') return { state: 'open', closesAt: end };
      const opened = start + Math.floor((now - start) / day) * day;
      const closes = opened + slotLength(start, end);
      return now < closes ? { state: 'open', closesAt: closes } : { state: 'outside-slot', opensAt: opened + day };
    })
    .exhaustive();
