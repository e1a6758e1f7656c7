import { dailyWindowsOf, dayLength, findTimeZone, type TimeZone, timeZones, utc } from '@assay/domain';
import { clockText, parseTime, zoneOf } from '../../../time/wall-clock.ts';
import { type WindowDay, windowDays } from '../../../time/window-days.ts';
import { type LineInput, lineOf } from '../../core/line-input.ts';
import type { Link, LinkInput } from '../../services/links.ts';

export type TextField = 'name' | 'zone' | 'start' | 'end' | 'firstDay' | 'opens' | 'closes' | 'lastDay' | 'email';
export type ChoiceField = 'mode' | 'inviteOnly' | 'webcam' | 'stakeholder' | 'active';
export type Field = TextField | ChoiceField;

/** A test link in the form. Dates are texts in the zone of `timeZoneId`. */
export type LinkDraft = {
  readonly lines: Readonly<Record<TextField, LineInput>>;
  readonly mode: 0 | 1 | 2;
  readonly timeZoneId: number;
  readonly inviteOnly: boolean;
  readonly webcam: boolean;
  readonly stakeholder: 'account' | 'nobody' | 'address';
  readonly active: boolean;
};

export type Problems = Partial<Record<Field, string>>;

export const zoneLabel = (id: number): string => {
  const zone = findTimeZone(id);
  if (zone === undefined) return `zone ${id}`;
  return zone.name === zone.zone ? zone.name : `${zone.name} (${zone.zone})`;
};

const daysAfter = (day: string, days: number): string => {
  const instant = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(instant) ? day : new Date(instant + days * dayLength).toISOString().slice(0, 10);
};

export const draftOf = (link: Link | null): LinkDraft => {
  const timeZoneId = link?.timeZoneId ?? utc.timeZoneId;
  const shown = (instant: number | null | undefined): string =>
    instant === null || instant === undefined ? '' : clockText(instant, zoneOf(timeZoneId));
  const start = shown(link?.startDateTime);
  const end = shown(link?.endDateTime);
  // A window that runs past midnight ends on the day after its last day.
  const nights = end.slice(11) <= start.slice(11) ? 1 : 0;
  const email = link?.emailToStakeholder ?? '';
  return {
    lines: {
      name: lineOf(link?.testLinkName ?? ''),
      zone: lineOf(''),
      start: lineOf(start),
      end: lineOf(end),
      firstDay: lineOf(start.slice(0, 10)),
      opens: lineOf(start.slice(11) || '09:00'),
      closes: lineOf(end.slice(11) || '17:00'),
      lastDay: lineOf(daysAfter(end.slice(0, 10), -nights)),
      email: lineOf(email),
    },
    mode: link?.accessTime ?? 0,
    timeZoneId,
    inviteOnly: link?.inviteCandidateOnly ?? false,
    webcam: link?.imageProctoring ?? false,
    stakeholder: link === null ? 'account' : email === '' ? 'nobody' : 'address',
    active: link?.active ?? true,
  };
};

/** The fields that this access mode and these choices need, in the order of the form. */
export const fieldsOf = (draft: LinkDraft): readonly Field[] => [
  'name',
  'mode',
  'zone',
  ...(draft.mode === 1 ? (['start', 'end'] as const) : []),
  ...(draft.mode === 2 ? (['firstDay', 'lastDay', 'opens', 'closes'] as const) : []),
  'inviteOnly',
  'webcam',
  'stakeholder',
  ...(draft.stakeholder === 'address' ? (['email'] as const) : []),
  'active',
];

/** Start and end as texts: those of a daily window are put together from a day and a time. */
const texts = (draft: LinkDraft): { start: string; end: string; startField: Field; endField: Field } => {
  const { start, end, firstDay, lastDay, opens, closes } = draft.lines;
  if (draft.mode === 1) return { start: start.text, end: end.text, startField: 'start', endField: 'end' };
  const pad = (time: string): string => time.trim().padStart(5, '0');
  const last = daysAfter(lastDay.text.trim(), pad(closes.text) <= pad(opens.text) ? 1 : 0);
  return {
    start: `${firstDay.text.trim()} ${opens.text.trim()}`,
    end: `${last} ${closes.text.trim()}`,
    startField: 'firstDay',
    endField: 'lastDay',
  };
};

/** The access window of the draft as instants, milliseconds since 1970; null where it has none or the text cannot be parsed. */
export const windowOf = (draft: LinkDraft): { start: number | null; end: number | null; problems: Problems } => {
  if (draft.mode === 0) return { start: null, end: null, problems: {} };
  const zone = zoneOf(draft.timeZoneId);
  const { start, end, startField, endField } = texts(draft);
  const from = parseTime(start, zone);
  const to = parseTime(end, zone);
  const problems: Problems = {
    ...(from.ok ? {} : { [startField]: from.reason }),
    ...(to.ok ? {} : { [endField]: to.reason }),
  };
  if (!from.ok || !to.ok) return { start: from.ok ? from.instant : null, end: to.ok ? to.instant : null, problems };
  if (to.instant <= from.instant) problems[endField] = 'must be after the start';
  return { start: from.instant, end: to.instant, problems };
};

/** The days of the draft's daily window that people look at before they save it; none for another access mode or while dates are wrong. */
export const previewOf = (draft: LinkDraft): readonly WindowDay[] => {
  const { start, end, problems } = windowOf(draft);
  if (draft.mode !== 2 || start === null || end === null || Object.keys(problems).length > 0) return [];
  const windows = dailyWindowsOf({ mode: 'slot-wise', start, end, zone: zoneOf(draft.timeZoneId) });
  return windows === undefined ? [] : windowDays(windows);
};

const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The test link of the draft, or the problems by field. */
export const readDraft = (draft: LinkDraft): { ok: true; link: LinkInput } | { ok: false; problems: Problems } => {
  const window = windowOf(draft);
  const problems: Problems = { ...window.problems };
  const name = draft.lines.name.text.trim();
  const email = draft.lines.email.text.trim();
  if (name === '') problems.name = 'is required';
  if (draft.stakeholder === 'address' && !looksLikeEmail.test(email)) problems.email = 'must be an email address';
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  return {
    ok: true,
    link: {
      testLinkName: name,
      accessTime: draft.mode,
      startDateTime: window.start,
      endDateTime: window.end,
      timeZoneId: draft.timeZoneId,
      inviteCandidateOnly: draft.inviteOnly,
      imageProctoring: draft.webcam,
      emailToStakeholder: draft.stakeholder === 'account' ? undefined : draft.stakeholder === 'nobody' ? null : email,
      active: draft.active,
    },
  };
};

/** Time zones whose id, name or IANA name contains every typed word; the zone whose id is typed in full comes first. */
export const findZones = (typed: string): readonly TimeZone[] => {
  const words = typed
    .trim()
    .toLowerCase()
    .split(/[\s/_]+/);
  const fits = timeZones.filter(({ timeZoneId, name, zone }) => {
    const text = `${timeZoneId} ${name} ${zone}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return fits.toSorted((a, b) => Number(String(b.timeZoneId) === typed.trim()) - Number(String(a.timeZoneId) === typed.trim()));
};
