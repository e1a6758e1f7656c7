import { describe, expect, it } from 'vitest';
import { lineOf } from '../core/line-input.ts';
import { link } from '../testing/samples.ts';
import { draftOf, fieldsOf, findZones, type LinkDraft, readDraft, type TextField, windowOf } from './link-draft.ts';

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

  it.each([
    ['2026-10-20', '2026-10-30', true],
    ['2026-03-01', '2026-12-01', true],
    ['2026-04-01', '2026-10-20', false],
  ])(
    'hints that a daily window keeps its UTC hours when clocks change in between, also there and back: %s to %s',
    (firstDay, lastDay, hints) => {
      const berlin = findZones('Europe/Berlin')[0]?.timeZoneId ?? 0;
      const draft = blank({ mode: 2, timeZoneId: berlin }, { firstDay, lastDay, opens: '09:00', closes: '17:00' });
      expect(windowOf(draft).hint).toEqual(hints ? expect.stringMatching(/keeps its UTC hours/) : null);
    },
  );
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
