import type { AccountInput } from '@assay/client';
import { type AccountSetting, type AccountSummary, accountSettings, longestLogo, settingFacts } from '@assay/domain';
import { Option } from 'commander';
import { inputName, readUpTo } from '../../files/read-input.ts';
import type { CommandResult, Output } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { Failure, UsageError } from '../../support/failures.ts';
import { whenUtc } from '../../time/format-time.ts';
import { type CommonOptions, openSession, type Session } from '../common/session.ts';
import { requireZone } from '../link/change.ts';

type AccountOptions = CommonOptions & {
  readonly name?: string;
  /** False removes the address. */
  readonly email?: string | false;
  readonly zone?: string;
};

const accountResult = (out: Output, account: AccountSummary): CommandResult => ({
  json: account,
  ids: [account.accountId],
  text: () =>
    [
      out.paint('strong', oneLine(account.name)),
      out.facts([
        ['Account', account.accountId],
        ['Email', account.email === '' ? 'none: links notify nobody unless they name an address' : account.email],
        ['Zone', account.timeZone],
        ...settingFacts(account),
        ['Tests', account.tests],
        ['Since', whenUtc(account.createdAt)],
      ]),
    ].join('\n'),
});

export const showAccount = async ({ out, client, call }: Session): Promise<CommandResult> => {
  return accountResult(out, await client.getAccount({}, call));
};

/** `--no-…` and an empty text remove the address or a notice. */
const notice = (text: string | false): string | null => (text === false || text.trim() === '' ? null : text);

/** In base64. */
const readLogo = async (context: Context, file: string): Promise<string> => {
  const bytes = await readUpTo(context, file, longestLogo);
  if (bytes.length > longestLogo)
    throw new Failure(`${inputName(file)} is longer than ${longestLogo / 1024} KiB.`, 'Take a smaller picture.');
  return Buffer.from(bytes).toString('base64');
};

/** The settings that options name, which the rows of the settings declare. False, from `--no-…`, removes one. */
const namedSettings = async (context: Context, options: Readonly<Record<string, unknown>>): Promise<AccountInput> => {
  const changes: Record<string, unknown> = {};
  for (const [name, { flag, kind }] of Object.entries<AccountSetting>(accountSettings)) {
    const given = options[new Option(flag).attributeName()];
    if (given === undefined) continue;
    if (given === false) changes[name] = null;
    else if (kind === 'notice') changes[name] = notice(String(given));
    else changes[name] = kind === 'picture' ? await readLogo(context, String(given)) : given;
  }
  return changes;
};

export const setAccount = async (context: Context, options: AccountOptions): Promise<CommandResult> => {
  const { name, email, zone } = options;
  const changes: AccountInput = {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email: notice(email) }),
    ...(zone === undefined ? {} : { timeZoneId: requireZone(zone).timeZoneId }),
    ...(await namedSettings(context, options)),
  };
  if (Object.keys(changes).length === 0) throw new UsageError('Nothing to change was named.', 'See what can be: assay account set --help');
  const { out, client, call } = await openSession(context, options);
  return accountResult(out, await client.updateAccount(changes, call));
};
