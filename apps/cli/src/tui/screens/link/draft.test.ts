import { describe, expect, it } from 'vitest';
import { lineOf } from '../../core/line-input.ts';
import { link } from '../../testing/samples.ts';
import { draftOf, fieldsOf, findZones, type LinkDraft, previewOf, readDraft, type TextField, windowOf } from './draft.ts';

const kolkata = 190;
const withLines = (draft: LinkDraft, texts: Partial<Record<TextField, string>>): LinkDraft => ({
  ...draft,
  lines: { ...draft.lines, ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, lineOf(text)])) },
});
const blank = (over: Partial<LinkDraft>, texts: Partial<Record<TextField, string>> = {}): LinkDraft =>
  withLines({ ...draftOf(null), timeZoneId: kolkata, ...over }, { name: 'Spring', ...texts });

describe('the form of a test link', () => {
  it.each([
    [0, []],
    [1, ['start', 'end']],
    [2, ['firstDay', 'lastDay', 'opens', 'closes']],
  ] as const)('access mode %d has its own fields', (mode, own) => {
    const dates = fieldsOf(blank({ mode })).filter((field) => ['start', 'end', 'firstDay', 'lastDay', 'opens', 'closes'].includes(field));
    expect(dates).toEqual(own);
  });

  it('reads dates in the chosen zone', () => {
    const { start, end, problems } = windowOf(blank({ mode: 1 }, { start: '2026-11-20 09:00', end: '2026-11-30 18:00' }));
    expect([start, end]).toEqual([Date.UTC(2026, 10, 20, 3, 30), Date.UTC(2026, 10, 30, 12, 30)]);
    expect(problems).toEqual({});
  });

  it('a daily window is put together from days and hours; one past midnight ends on the day after the last', () => {
    const days = { firstDay: '2026-11-20', lastDay: '2026-11-22' };
    expect(windowOf(blank({ mode: 2 }, { ...days, opens: '09:00', closes: '17:00' })).end).toBe(Date.UTC(2026, 10, 22, 11, 30));
    expect(windowOf(blank({ mode: 2 }, { ...days, opens: '22:00', closes: '02:00' })).end).toBe(Date.UTC(2026, 10, 22, 20, 30));
  });

  it.each([0, 1, 2] as const)('what is read from a link of mode %d is sent back as it was', (accessTime) => {
    const night = { startDateTime: Date.UTC(2026, 10, 20, 16, 30), endDateTime: Date.UTC(2026, 10, 22, 20, 30) };
    const before = link({ accessTime, ...(accessTime === 0 ? { startDateTime: null, endDateTime: null } : night) });
    const read = readDraft(draftOf(before));
    const { testLinkId: _, testId: __, joinUrl: ___, ...fields } = before;
    expect(read).toEqual({ ok: true, link: fields });
  });

  it('the last day of a window past midnight is the day before its end, also where that day has 23 hours', () => {
    const berlin = findZones('Europe/Berlin')[0]?.timeZoneId ?? 0;
    const dates = { startDateTime: Date.parse('2026-03-20T21:00Z'), endDateTime: Date.parse('2026-03-29T22:30Z') };
    const draft = draftOf(link({ accessTime: 2, timeZoneId: berlin, ...dates }));
    expect([draft.lines.lastDay.text, draft.lines.closes.text]).toEqual(['2026-03-29', '00:30']);
    expect(windowOf(draft)).toMatchObject({ start: dates.startDateTime, end: dates.endDateTime });
  });

  it('shows a problem for every wrong field', () => {
    const draft = blank({ mode: 1, stakeholder: 'address' }, { name: ' ', start: 'soon', end: '2026-11-30 18:00', email: 'boss' });
    const read = readDraft(draft);
    expect(read.ok ? [] : Object.keys(read.problems).toSorted()).toEqual(['email', 'name', 'start']);
  });

  it('the end comes after the start', () => {
    const read = readDraft(blank({ mode: 1 }, { start: '2026-11-30 18:00', end: '2026-11-30 18:00' }));
    expect(read).toEqual({ ok: false, problems: { end: 'must be after the start' } });
  });

  it("a new link sends no stakeholder by default, so that the account's email is used", () => {
    const emailOf = (over: Partial<LinkDraft>) => {
      const read = readDraft(blank(over, { email: 'boss@example.com' }));
      return read.ok ? read.link.emailToStakeholder : 'refused';
    };
    expect(emailOf({})).toBeUndefined();
    expect(emailOf({ stakeholder: 'nobody' })).toBeNull();
    expect(emailOf({ stakeholder: 'address' })).toBe('boss@example.com');
  });

  it('previews a daily window: its first and last day, and those on which clocks change; nothing while a date is wrong', () => {
    const berlin = findZones('Europe/Berlin')[0]?.timeZoneId ?? 0;
    const draft = blank(
      { mode: 2, timeZoneId: berlin },
      { firstDay: '2026-03-20', lastDay: '2026-04-10', opens: '09:00', closes: '17:00' },
    );
    expect(previewOf(draft).map(({ label, text }) => `${label} ${text}`)).toEqual([
      'First day 2026-03-20 09:00 – 17:00 +01:00',
      'Clocks change 2026-03-29 09:00 – 17:00 +02:00',
      'Last day 2026-04-10 09:00 – 17:00 +02:00',
    ]);
    expect(previewOf(withLines(draft, { lastDay: '2026-03-19' }))).toEqual([]);
    expect(previewOf({ ...draft, mode: 1 })).toEqual([]);
  });
});

describe('finding zones', () => {
  it('are found by any part of their names, in any letter case', () => {
    expect(findZones('kolk').map((zone) => zone.zone)).toContain('Asia/Kolkata');
    expect(findZones('INDIA stand').map((zone) => zone.timeZoneId)).toContain(kolkata);
    expect(findZones('new york').some((zone) => zone.zone === 'America/New_York')).toBe(true);
    expect(findZones('nowhere at all')).toEqual([]);
  });

  it('a typed id comes first', () => {
    expect(findZones('190')[0]?.timeZoneId).toBe(190);
  });
});
