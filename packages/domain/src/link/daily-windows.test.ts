import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { findTimeZoneByName, type TimeZone } from '../time/time-zones.ts';
import { type Access, accessAt } from './access-window.ts';

const zoneNamed = (name: string): TimeZone => {
  const found = findTimeZoneByName(name);
  if (found === undefined) throw new Error(`no time zone ${name}`);
  return found;
};

type Window = { readonly opens: number; readonly closes: number };

/** The windows of a link by Temporal: each day's times of day, `compatible`, without days that the calendar of the zone skips. */
const windowsByTemporal = (start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): readonly Window[] => {
  const { timeZoneId: timeZone } = start;
  const [opens, closes] = [start.toPlainTime(), end.toPlainTime()];
  const nights = Temporal.PlainTime.compare(closes, opens) > 0 ? 0 : 1;
  const at = (date: Temporal.PlainDate, plainTime: Temporal.PlainTime) => date.toZonedDateTime({ timeZone, plainTime });
  const windows: Window[] = [];
  const last = end.toPlainDate().subtract({ days: nights });
  for (let date = start.toPlainDate(); Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    if (at(date, new Temporal.PlainTime(12)).toPlainDate().toString() !== date.toString()) continue;
    const window = { opens: at(date, opens).epochMilliseconds, closes: at(date.add({ days: nights }), closes).epochMilliseconds };
    if (window.opens < window.closes) windows.push(window);
  }
  return windows;
};

const accessByTemporal = (windows: readonly Window[], now: number): Access => {
  const open = windows.findLast(({ opens, closes }) => opens <= now && now < closes);
  if (open !== undefined) return { state: 'open', closesAt: open.closes };
  const next = windows.find(({ opens }) => opens > now);
  if (next !== undefined) return { state: next === windows[0] ? 'not-open' : 'outside-slot', opensAt: next.opens };
  return { state: 'closed', closedAt: windows.at(-1)?.closes ?? Number.NaN };
};

const hour = 3_600_000;

/** A generator of numbers from 0 to below 1 (mulberry32), the same in each run. */
const numbersFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  const mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((more ^ (more >>> 14)) >>> 0) / 4_294_967_296;
};

describe('a daily window is wall-clock time of the zone on each of its days', () => {
  it.each([
    ['Europe/Berlin', '2026-01-01'],
    ['America/New_York', '2026-01-01'],
    ['Australia/Lord_Howe', '2026-01-01'],
    ['America/Sao_Paulo', '2018-07-01'],
    ['Asia/Tehran', '2021-07-01'],
    ['Pacific/Apia', '2011-01-15'],
    ['America/St_Johns', '2009-01-01'],
  ])('%s from %s, a year: Temporal says the same of 2,000 instants', (name, from) => {
    const zone = zoneNamed(name);
    const random = numbersFrom(2000);
    const day = Temporal.PlainDate.from(from);
    const times = ['09:00/17:00', '22:00/02:00', '02:30/03:15', '01:45/02:15', '23:30/00:15', '00:00/00:30', '03:00/02:30', '12:00/12:00'];
    const differences: string[] = [];
    let compared = 0;
    for (const text of times) {
      const [start, end] = text.split('/').map((time, index) => {
        const date = index === 0 ? day : day.add({ years: 1 });
        return date.toZonedDateTime({ timeZone: zone.zone, plainTime: time });
      }) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
      const windows = windowsByTemporal(start, end);
      const window = { mode: 'slot-wise', start: start.epochMilliseconds, end: end.epochMilliseconds, zone } as const;
      const changes: number[] = [];
      for (let at = start.getTimeZoneTransition('next'); at && at.epochMilliseconds < window.end; at = at.getTimeZoneTransition('next'))
        changes.push(at.epochMilliseconds);
      const near = (): number => {
        const about = changes[Math.floor(random() * changes.length)] ?? window.start;
        return about + Math.round((random() - 0.5) * 96 * hour);
      };
      const edge = (): number => {
        const { opens, closes } = windows[Math.floor(random() * windows.length)] ?? { opens: 0, closes: 0 };
        return (random() < 0.5 ? opens : closes) + Math.round(random() * 2 - 1);
      };
      const anywhere = (): number => window.start - 48 * hour + Math.round(random() * (window.end - window.start + 96 * hour));
      for (let one = 0; one < 2000 / times.length; one += 1) {
        const now = [near, edge, anywhere][one % 3]?.() ?? 0;
        const [ours, theirs] = [accessAt(window, now), accessByTemporal(windows, now)].map((access) => JSON.stringify(access));
        compared += 1;
        if (ours !== theirs) differences.push(`${text} at ${new Date(now).toISOString()}: ${ours}, not ${theirs}`);
      }
    }
    expect({ compared, count: differences.length, first: differences.slice(0, 5) }).toEqual({ compared: 2000, count: 0, first: [] });
  });

  const berlin = zoneNamed('Europe/Berlin');
  const between = (from: string, to: string, zone: TimeZone) =>
    ({ mode: 'slot-wise', start: Date.parse(from), end: Date.parse(to), zone }) as const;

  it('start and end are instants: the second of two 02:30 is that one on its own day, and the first one on no other', () => {
    const [first, second] = [Date.parse('2026-10-25T00:30Z'), Date.parse('2026-10-25T01:30Z')];
    const untilSecond = between('2026-10-20T00:00Z', '2026-10-25T01:30Z', berlin);
    expect(accessAt(untilSecond, first)).toEqual({ state: 'open', closesAt: second });
    const fromSecond = between('2026-10-25T01:30Z', '2026-10-30T04:00Z', berlin);
    expect(accessAt(fromSecond, first)).toEqual({ state: 'not-open', opensAt: second });
    const across = between('2026-10-20T00:30Z', '2026-10-30T04:00Z', berlin);
    expect(accessAt(across, first)).toEqual({ state: 'open', closesAt: Date.parse('2026-10-25T04:00Z') });
    const within = between('2026-10-25T00:30Z', '2026-10-25T01:15Z', berlin);
    expect(accessAt(within, first)).toEqual({ state: 'open', closesAt: within.end });
    expect(accessAt(within, within.end)).toEqual({ state: 'closed', closedAt: within.end });
  });

  it('a day that the zone skips has no window, and one past midnight into it goes on in the day after', () => {
    const apia = zoneNamed('Pacific/Apia');
    const nights = between('2011-12-20T08:00Z', '2012-01-09T12:00Z', apia);
    const [skipped, over] = ['2011-12-30T10:00Z', '2011-12-30T12:00Z'].map((text) => Date.parse(text));
    expect(accessAt(nights, skipped ?? 0)).toEqual({ state: 'open', closesAt: over });
    expect(accessAt(nights, over ?? 0)).toEqual({ state: 'outside-slot', opensAt: Date.parse('2011-12-31T08:00Z') });
  });

  it('over the last day: closed at its end, also where clocks leave nothing of the last window', () => {
    const gone = between('2026-03-20T01:30Z', '2026-03-29T01:15Z', berlin);
    const closedAt = Date.parse('2026-03-28T02:15Z');
    expect(accessAt(gone, closedAt - 1)).toEqual({ state: 'open', closesAt: closedAt });
    expect(accessAt(gone, closedAt)).toEqual({ state: 'closed', closedAt });
  });
});
