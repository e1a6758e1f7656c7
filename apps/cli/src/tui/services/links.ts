import type { TestLink } from '@assay/client';
import { formatUtcDateTime, linkStatus, parseUtcDateTime } from '@assay/domain';
import { joinUrl } from '../../output/join-url.ts';

/** A test link with its dates as instants, milliseconds since 1970 UTC, and its flags as booleans. `joinUrl` is null without the scope invite. */
export type Link = LinkFields & Pick<TestLink, 'testLinkId' | 'testId'> & { readonly joinUrl: string | null };

export type LinkFields = Pick<TestLink, 'testLinkName' | 'accessTime' | 'timeZoneId' | 'emailToStakeholder'> & {
  readonly startDateTime: number | null;
  readonly endDateTime: number | null;
  readonly inviteCandidateOnly: boolean;
  readonly imageProctoring: boolean;
  readonly active: boolean;
};

/** Of `emailToStakeholder`, `undefined` means the email of the account and null nobody. */
export type LinkInput = Omit<LinkFields, 'emailToStakeholder'> & { readonly emailToStakeholder: string | null | undefined };

const instantOf = (text: string | null): number | null => (text === null ? null : (parseUtcDateTime(text) ?? null));

/** `base`: where candidates reach the service. */
export const linkOf = (base: string, link: TestLink): Link => ({
  testLinkId: link.testLinkId,
  testId: link.testId,
  testLinkName: link.testLinkName,
  joinUrl: joinUrl(base, link.testLinkAccessKey),
  accessTime: link.accessTime,
  startDateTime: instantOf(link.startDateTime),
  endDateTime: instantOf(link.endDateTime),
  timeZoneId: link.timeZoneId,
  inviteCandidateOnly: link.inviteCandidateOnly === 1,
  imageProctoring: link.imageProctoring === 1,
  emailToStakeholder: link.emailToStakeholder,
  active: link.testLinkStatus === linkStatus.active,
});

export const bodyOf = (link: LinkInput) => ({
  testLinkName: link.testLinkName,
  accessTime: link.accessTime,
  timeZoneId: link.timeZoneId,
  inviteCandidateOnly: link.inviteCandidateOnly ? (1 as const) : (0 as const),
  imageProctoring: link.imageProctoring ? (1 as const) : (0 as const),
  testLinkStatus: link.active ? linkStatus.active : linkStatus.inactive,
  ...(link.emailToStakeholder === undefined ? {} : { emailToStakeholder: link.emailToStakeholder }),
  ...(link.startDateTime === null ? {} : { startDateTime: formatUtcDateTime(link.startDateTime) }),
  ...(link.endDateTime === null ? {} : { endDateTime: formatUtcDateTime(link.endDateTime) }),
});
