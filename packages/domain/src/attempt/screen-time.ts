import type { WindowEvent } from './window-events.ts';
import { timesOutside } from './window-violations.ts';

/** A question that came on the screen, and when, in milliseconds since the attempt's start. */
export type Visit = { readonly questionId: number; readonly from: number };

/** Characters of the visits of one attempt, beyond which none is recorded: about 700 visits. */
export const longestVisits = 8_000;

export const formatVisit = ({ questionId, from }: Visit): string => JSON.stringify([questionId, from]);

/** The cast holds because only `formatVisit` makes what is stored; checking it would take three times as long as reading it. */
const stored = (text: string) => JSON.parse(`[${text.replace(/^,/, '')}]`) as [questionId: number, from: number][];

/** `isCut`: there were more than are recorded. */
export const parseVisits = (text: string): { readonly visits: readonly Visit[]; readonly isCut: boolean } => ({
  visits: stored(text).map(([questionId, from]) => ({ questionId, from })),
  isCut: text.length > longestVisits,
});

/** `milliseconds`: null where visits are missing, so that every time may be too short or too long. */
export type ScreenTime = { readonly milliseconds: number | null; readonly visits: number };
export type ScreenTimes = ReadonlyMap<number, ScreenTime>;

type Attempt = {
  readonly visits: readonly Visit[];
  readonly events: readonly WindowEvent[];
  /** Of the attempt, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly completedAt: number;
  /** No visit was recorded after the last one, although there were more. */
  readonly isCut: boolean;
};

/**
 * How long each question was on the screen, by id, without the time that the window was left. A page tells its place two seconds after the
 * candidate stays, and opens with the first question. Without any visit nothing is known.
 */
export const screenTimes = ({ visits, events, startedAt, completedAt, isCut }: Attempt): ScreenTimes => {
  const times = new Map<number, ScreenTime>();
  const [first] = visits;
  if (first === undefined) return times;
  const all = first.questionId === 1 ? [{ ...first, from: 0 }, ...visits.slice(1)] : [{ questionId: 1, from: 0 }, ...visits];
  const outside = timesOutside(events, completedAt).map(({ from, to }) => ({ from: from - startedAt, to: to - startedAt }));
  for (const [index, { questionId, from }] of all.entries()) {
    const to = Math.max(from, Math.min(all[index + 1]?.from ?? Number.POSITIVE_INFINITY, completedAt - startedAt));
    const away = outside.reduce((total, one) => total + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)), 0);
    const known = times.get(questionId);
    times.set(questionId, {
      milliseconds: isCut ? null : (known?.milliseconds ?? 0) + to - from - away,
      visits: (known?.visits ?? 0) + 1,
    });
  }
  return times;
};

/** Whole seconds that these questions were on the screen, together; null where that of none is known. */
export const secondsShown = (times: ScreenTimes, questionIds: readonly number[]): number | null => {
  const known = questionIds.map((questionId) => times.get(questionId)?.milliseconds ?? null).filter((one) => one !== null);
  return known.length === 0 ? null : Math.round(known.reduce((sum, one) => sum + one, 0) / 1000);
};
