import type { AccountInput } from '@assay/client';
import { type AccountSummary, longestLogo, type ReceiptRule } from '@assay/domain';
import { inputName, readUpTo } from '../../files/read-input.ts';
import type { Output } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { Failure, UsageError } from '../../support/failures.ts';
import { minutesText, whenUtc } from '../../time/format-time.ts';
import { type CommonOptions, openSession } from '../common/session.ts';
import { requireZone } from '../link/change.ts';

export type AccountOptions = CommonOptions & {
  readonly name?: string;
  /** False removes the address. */
  readonly email?: string | false;
  readonly zone?: string;
  /** False removes the notice. */
  readonly support?: string | false;
  readonly privacy?: string | false;
  readonly receipts?: ReceiptRule;
  readonly lateMinutes?: number;
  /** False is the usual one. */
  readonly reportColor?: string | false;
  /** A file; false removes the logo. */
  readonly logo?: string | false;
};

const receiptWords: Record<ReceiptRule, string> = {
  mailed: 'for candidates whose invitation Assay mailed',
  all: 'for all candidates',
  none: 'for nobody',
};

const lateWords = ({ lateMinutes }: AccountSummary): string =>
  lateMinutes === 0 ? 'answers never count' : `answers count for ${minutesText(lateMinutes)} if they were typed in time`;

const print = (out: Output, account: AccountSummary): void =>
  out.print({
    json: account,
    ids: [account.accountId],
    text: () =>
      [
        out.paint('strong', oneLine(account.name)),
        out.facts([
          ['Account', account.accountId],
          ['Email', account.email === '' ? 'none: links notify nobody unless they name an address' : account.email],
          ['Zone', account.timeZone],
          ['Support', account.support ?? 'none: candidates are told nobody to ask'],
          ['Privacy', account.privacy ?? 'none: candidates are told nothing of their data'],
          ['Receipts', receiptWords[account.receipts]],
          ['Late', lateWords(account)],
          ['Color', account.color ?? 'the usual one'],
          ['Logo', account.logo == null ? 'none' : 'on reports'],
          ['Tests', account.tests],
          ['Since', whenUtc(account.createdAt)],
        ]),
      ].join('\n'),
  });

export const showAccount = async (context: Context, options: CommonOptions): Promise<void> => {
  const { out, client, call } = await openSession(context, options);
  print(out, await client.getAccount({}, call));
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

export const setAccount = async (context: Context, options: AccountOptions): Promise<void> => {
  const { name, email, zone, support, privacy, receipts, lateMinutes, reportColor, logo } = options;
  const changes: AccountInput = {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email: notice(email) }),
    ...(zone === undefined ? {} : { timeZoneId: requireZone(zone).timeZoneId }),
    ...(support === undefined ? {} : { support: notice(support) }),
    ...(privacy === undefined ? {} : { privacy: notice(privacy) }),
    ...(receipts === undefined ? {} : { receipts }),
    ...(lateMinutes === undefined ? {} : { lateMinutes }),
    ...(reportColor === undefined ? {} : { color: reportColor === false ? null : reportColor }),
    ...(logo === undefined ? {} : { logo: logo === false ? null : await readLogo(context, logo) }),
  };
  if (Object.keys(changes).length === 0) throw new UsageError('Nothing to change was named.', 'See what can be: assay account set --help');
  const { out, client, call } = await openSession(context, options);
  print(out, await client.updateAccount(changes, call));
};
