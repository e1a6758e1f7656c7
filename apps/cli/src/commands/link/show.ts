import type { TestLink } from '@assay/client';
import { findTimeZone, formatWindow, linkStatus, parseUtcDateTime } from '@assay/domain';
import { joinUrl, needsInvite } from '../../output/join-url.ts';
import type { Output } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { whenUtc } from '../../time/format-time.ts';
import { clockText, offsetText } from '../../time/wall-clock.ts';
import { type CommonOptions, openSession } from '../common/session.ts';
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

/** On which days and between which times of day a slot-wise link is open; null for other links. */
const dailyText = ({ accessTime, startDateTime, endDateTime, timeZoneId }: TestLink): string | null => {
  const zone = findTimeZone(timeZoneId);
  const [start, end] = [startDateTime, endDateTime].map((text) => parseUtcDateTime(text ?? ''));
  if (modeOf({ accessTime }) !== 'slot-wise' || zone === undefined || start === undefined || end === undefined) return null;
  return formatWindow({ mode: 'slot-wise', start, end }, zone);
};

/** A link as text. */
export const linkText = (link: TestLink, baseUrl: string, { facts, paint }: Output, confirmEmail?: 0 | 1): string =>
  [
    paint('strong', oneLine(link.testLinkName)),
    facts([
      ['Link', `${link.testLinkId} of test ${link.testId}`],
      ['Status', isEnabled(link) ? 'enabled' : 'disabled'],
      ['Access', modeOf(link)],
      ['Open', dailyText(link)],
      ['From', bothClocks(link.startDateTime, link.timeZoneId)],
      ['Until', bothClocks(link.endDateTime, link.timeZoneId)],
      ['Zone', zoneText(link.timeZoneId)],
      ['Who', link.inviteCandidateOnly === 1 ? 'invited candidates only' : 'anyone with the join URL'],
      ['Email', confirmEmail === undefined ? null : confirmEmail === 1 ? 'confirmed by a mail before the test' : 'not confirmed'],
      ['Camera', link.imageProctoring === 1 ? 'webcam images are taken' : 'off'],
      ['Notified', link.emailToStakeholder ?? 'nobody'],
      ['Join URL', joinUrl(baseUrl, link.testLinkAccessKey) ?? needsInvite],
    ]),
  ].join('\n');

export const listLinks = async (context: Context, testId: number, options: CommonOptions): Promise<void> => {
  const { out, client, call, publicUrl } = await openSession(context, options);
  const { testLinks } = await client.listTestLinks({ testId }, call);
  const base = await publicUrl();
  out.print({
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
  });
};

export const showLink = async (
  context: Context,
  ids: { readonly testId: number; readonly testLinkId: number },
  options: CommonOptions,
): Promise<void> => {
  const { out, client, call, publicUrl } = await openSession(context, options);
  const link = await client.getTestLink(ids, call);
  const { confirmEmail } = await client.getLinkSettings({ testLinkId: ids.testLinkId }, call);
  const base = await publicUrl();
  out.print({
    json: { ...link, confirmEmail, joinUrl: joinUrl(base, link.testLinkAccessKey) },
    ids: [link.testLinkId],
    text: () => linkText(link, base, out, confirmEmail),
  });
};
