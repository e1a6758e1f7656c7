import type { TestLink } from '@assay/client';
import { accessWindowOf, dailyWindowsOf, findTimeZone, formatWindow, linkStatus, parseUtcDateTime } from '@assay/domain';
import { joinUrl, needsInvite } from '../../output/join-url.ts';
import type { CommandResult, Output } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import { whenUtc } from '../../time/format-time.ts';
import { clockText, offsetText } from '../../time/wall-clock.ts';
import { windowDays } from '../../time/window-days.ts';
import type { Session } from '../common/session.ts';
import { modeOf } from './access-mode.ts';

const isEnabled = ({ testLinkStatus }: TestLink): boolean => testLinkStatus === linkStatus.active;

/** `2026-03-01 09:00 +01:00 (2026-03-01 08:00Z)`: in the link's zone and in UTC. */
export const bothClocks = (dateTime: string | null, timeZoneId: number): string | null => {
  const instant = dateTime === null ? undefined : parseUtcDateTime(dateTime);
  const zone = findTimeZone(timeZoneId);
  if (instant === undefined || zone === undefined) return whenUtc(dateTime);
  return `${clockText(instant, zone)} ${offsetText(instant, zone)} (${whenUtc(dateTime)})`;
};

const zoneText = (timeZoneId: number): string => {
  const zone = findTimeZone(timeZoneId);
  return zone === undefined ? String(timeZoneId) : zone.name === zone.zone ? zone.zone : `${zone.name} (${zone.zone})`;
};

type Fact = readonly [label: string, value: string | null];

export type Window = Pick<TestLink, 'accessTime' | 'startDateTime' | 'endDateTime' | 'timeZoneId'>;

/** When a slot-wise link is open, and the days that show what the clocks do with that; none for another link. */
const dailyFacts = ({ accessTime, startDateTime, endDateTime, timeZoneId }: Window): readonly Fact[] => {
  const zone = findTimeZone(timeZoneId);
  if (modeOf({ accessTime }) !== 'slot-wise' || zone === undefined) return [];
  const [startsAt = null, endsAt = null] = [startDateTime, endDateTime].map((text) => parseUtcDateTime(text ?? ''));
  const window = accessWindowOf({ accessTime, startsAt, endsAt }, zone);
  const windows = dailyWindowsOf(window);
  const days = windows === undefined ? [] : windowDays(windows);
  return [['Open', formatWindow(window)], ...days.map(({ label, text }): Fact => [label, text])];
};

/** When a link is open. Dates of a link that was bounded before mean nothing. */
export const windowFacts = (link: Window): readonly Fact[] => {
  const mode = modeOf(link);
  const [from, until] = [link.startDateTime, link.endDateTime].map((date) =>
    mode === 'anytime' ? null : bothClocks(date, link.timeZoneId),
  );
  return [['Access', mode], ...dailyFacts(link), ['From', from ?? null], ['Until', until ?? null], ['Zone', zoneText(link.timeZoneId)]];
};

/** A link as text. */
export const linkText = (link: TestLink, baseUrl: string, { facts, paint }: Output, confirmEmail?: 0 | 1): string =>
  [
    paint('strong', oneLine(link.testLinkName)),
    facts([
      ['Link', `${link.testLinkId} of test ${link.testId}`],
      ['Status', isEnabled(link) ? 'enabled' : 'disabled'],
      ...windowFacts(link),
      ['Who', link.inviteCandidateOnly === 1 ? 'invited candidates only' : 'anyone with the join URL'],
      ['Email', confirmEmail === undefined ? null : confirmEmail === 1 ? 'confirmed by a mail before the test' : 'not confirmed'],
      ['Camera', link.imageProctoring === 1 ? 'webcam images are taken' : 'off'],
      ['Notified', link.emailToStakeholder ?? 'nobody'],
      ['Join URL', joinUrl(baseUrl, link.testLinkAccessKey) ?? needsInvite],
    ]),
  ].join('\n');

export const linkResult = async ({ out, publicUrl }: Session, link: TestLink, confirmEmail: 0 | 1 | undefined): Promise<CommandResult> => {
  const base = await publicUrl();
  return {
    json: { ...link, confirmEmail, joinUrl: joinUrl(base, link.testLinkAccessKey) },
    ids: [link.testLinkId],
    text: () => linkText(link, base, out, confirmEmail),
  };
};

export const listLinks = async ({ out, client, call, publicUrl }: Session, testId: number): Promise<CommandResult> => {
  const { testLinks } = await client.listTestLinks({ testId }, call);
  const base = await publicUrl();
  return {
    json: { testLinks: testLinks.map((link) => ({ ...link, joinUrl: joinUrl(base, link.testLinkAccessKey) })) },
    ids: testLinks.map(({ testLinkId }) => testLinkId),
    text: () =>
      testLinks.length === 0
        ? `Test ${testId} has no link yet. Make one: assay links create ${testId} --name NAME`
        : out.table(
            [
              { head: 'ID', cell: ({ testLinkId }) => testLinkId, right: true, whole: true },
              { head: 'NAME', cell: ({ testLinkName }) => testLinkName },
              {
                head: 'STATUS',
                cell: (link) => (isEnabled(link) ? 'enabled' : 'disabled'),
                whole: true,
                tone: (link) => (isEnabled(link) ? 'good' : 'waiting'),
              },
              { head: 'ACCESS', cell: modeOf, whole: true },
              { head: 'FROM (UTC)', spare: true, cell: ({ startDateTime }) => whenUtc(startDateTime), whole: true },
              { head: 'UNTIL (UTC)', spare: true, cell: ({ endDateTime }) => whenUtc(endDateTime), whole: true },
              { head: 'JOIN URL', cell: (link) => joinUrl(base, link.testLinkAccessKey) ?? needsInvite, whole: true },
            ],
            testLinks,
          ),
  };
};

export const showLink = async (session: Session, testId: number, testLinkId: number): Promise<CommandResult> => {
  const { client, call } = session;
  const link = await client.getTestLink({ testId, testLinkId }, call);
  const { confirmEmail } = await client.getLinkSettings({ testLinkId }, call);
  return linkResult(session, link, confirmEmail);
};
