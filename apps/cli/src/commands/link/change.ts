import type { TestLink } from '@assay/client';
import {
  accessTime,
  findTimeZone,
  findTimeZoneByName,
  formatUtcDateTime,
  linkStatus,
  parseUtcDateTime,
  type TimeZone,
} from '@assay/domain';
import type { CommandResult } from '../../output/output.ts';
import { explain } from '../../support/explain.ts';
import { Failure, UsageError } from '../../support/failures.ts';
import { parseTime } from '../../time/wall-clock.ts';
import type { CommonOptions, Session } from '../common/session.ts';
import { type AccessMode, accessTimeOf, modeOf } from './access-mode.ts';
import { linkResult, type Window, windowFacts } from './show.ts';

export type LinkOptions = CommonOptions & {
  readonly name?: string;
  readonly access?: AccessMode;
  readonly from?: string;
  readonly until?: string;
  readonly zone?: string;
  readonly inviteOnly?: boolean;
  readonly confirmEmail?: boolean;
  readonly camera?: boolean;
  /** False: nobody is notified. */
  readonly notify?: string | false;
  readonly enabled?: boolean;
  readonly dryRun?: boolean;
};

export const requireZone = (text: string): TimeZone => {
  const zone = findTimeZoneByName(text);
  if (zone === undefined)
    throw new UsageError(
      `--zone: ${JSON.stringify(text)} is no time zone that is known.`,
      `Look for it: assay timezones ${text.split(/[/_ ]/)[0] ?? ''}`.trim(),
    );
  return zone;
};

const readDate = (name: '--from' | '--until', text: string | undefined, zone: TimeZone): string | undefined => {
  if (text === undefined) return undefined;
  const read = parseTime(text, zone);
  if (!read.ok) throw new UsageError(`${name}: ${JSON.stringify(text)} ${read.reason}`);
  return formatUtcDateTime(read.instant);
};

/** The API's rules for dates, in terms of the options. */
const checkWindow = (link: Window, options: LinkOptions): void => {
  const { startDateTime: from, endDateTime: until } = link;
  const mode = modeOf(link);
  if (mode === 'anytime') {
    if (options.from !== undefined || options.until !== undefined)
      throw new UsageError('--from and --until mean something for time-bound and slot-wise access only.', 'Add --access time-bound');
    return;
  }
  if (from === null || until === null) throw new UsageError(`${mode} access needs both --from and --until.`);
  if ((parseUtcDateTime(until) ?? 0) <= (parseUtcDateTime(from) ?? 0)) throw new UsageError('--until must be after --from.');
};

const flag = (value: boolean | undefined): 0 | 1 | undefined => (value === undefined ? undefined : value ? 1 : 0);

/** Only the fields that options name; the others keep the link's values or get the API's defaults. */
const namedFields = (options: LinkOptions, zone: TimeZone): Partial<Omit<TestLink, 'testLinkId' | 'testId' | 'testLinkAccessKey'>> => {
  const named: Record<string, unknown> = {
    testLinkName: options.name,
    accessTime: options.access === undefined ? undefined : accessTimeOf(options.access),
    timeZoneId: options.zone === undefined ? undefined : zone.timeZoneId,
    inviteCandidateOnly: flag(options.inviteOnly),
    imageProctoring: flag(options.camera),
    emailToStakeholder: options.notify === false ? null : options.notify,
    testLinkStatus: options.enabled === undefined ? undefined : options.enabled ? linkStatus.active : linkStatus.inactive,
    startDateTime: readDate('--from', options.from, zone),
    endDateTime: readDate('--until', options.until, zone),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
};

/** A setting of the management API, which API v2 does not change; undefined where no option names it. */
const confirmEmails = async ({ client, call }: Session, testLinkId: TestLink['testLinkId'], { confirmEmail }: LinkOptions) =>
  confirmEmail === undefined
    ? undefined
    : (await client.updateLinkSettings({ testLinkId, confirmEmail: confirmEmail ? 1 : 0 }, call)).confirmEmail;

/** The link is there already, so a failure names it: the same command would make another one. */
const confirmEmailsOfNew = async (session: Session, link: TestLink, options: LinkOptions) => {
  try {
    return await confirmEmails(session, link.testLinkId, options);
  } catch (error) {
    const why = explain(error);
    if (why === undefined) throw error;
    const option = options.confirmEmail === true ? '--confirm-email' : '--no-confirm-email';
    throw new Failure(
      `Link ${link.testLinkId} is made, but ${option} was not set: ${why.message}`,
      `Set it with a key that may: assay links update ${link.testId} ${link.testLinkId} ${option}`,
    );
  }
};

/** The API's request, which is not sent. */
const dryRunResult = ({ out }: Session, link: Window): CommandResult => ({
  json: link,
  ids: [],
  text: () => out.facts(windowFacts(link)),
});

/** The account's time zone. It takes the management API: on a server without it --zone is needed. */
const accountZone = async ({ client, call }: Session): Promise<TimeZone> => requireZone((await client.getAccount({}, call)).timeZone);

export const createLink = async (session: Session, testId: number, options: LinkOptions): Promise<CommandResult> => {
  const zone = options.zone === undefined ? await accountZone(session) : requireZone(options.zone);
  const defaults = { accessTime: accessTime.anytime, timeZoneId: zone.timeZoneId, startDateTime: null, endDateTime: null };
  const body = { testId, testLinkName: options.name ?? '', ...defaults, ...namedFields(options, zone) };
  checkWindow(body, options);
  if (options.dryRun === true) return dryRunResult(session, body);
  const link = await session.client.createTestLink(body, session.call);
  return linkResult(session, link, await confirmEmailsOfNew(session, link, options));
};

export const updateLink = async (session: Session, testId: number, testLinkId: number, options: LinkOptions): Promise<CommandResult> => {
  const ids = { testId, testLinkId };
  const former = await session.client.getTestLink(ids, session.call);
  const zone = options.zone === undefined ? findTimeZone(former.timeZoneId) : requireZone(options.zone);
  if (zone === undefined) throw new UsageError(`The link's time zone ${former.timeZoneId} is not known here.`, 'Name one: --zone ZONE');
  const changes = namedFields(options, zone);
  const isNamed = Object.keys(changes).length > 0;
  if (!isNamed && options.confirmEmail === undefined)
    throw new UsageError('Nothing to change was named.', 'See what can be: assay links update --help');
  const { testLinkAccessKey: _, ...kept } = former;
  const next = { ...kept, ...changes };
  checkWindow(next, options);
  if (options.dryRun === true) return dryRunResult(session, next);
  const link = isNamed ? await session.client.updateTestLink({ ...next, ...ids }, session.call) : former;
  return linkResult(session, link, await confirmEmails(session, link.testLinkId, options));
};

export const setEnabled =
  (enabled: boolean) =>
  (session: Session, testId: number, testLinkId: number): Promise<CommandResult> =>
    updateLink(session, testId, testLinkId, { enabled });
