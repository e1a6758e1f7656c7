import { Email, findTimeZoneByName, LateMinutes, Name, Notice, type ReceiptRule, receiptRules, utc, validate } from '@assay/domain';
import { createAccount, listAccounts, updateAccount } from '@assay/operations';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { parseAccountId } from './account-id.ts';
import { formatTable, type PrintOptions, print } from './print.ts';
import { registerQuotaCommand } from './quota-command.ts';
import { unwrap, withAssay } from './with-assay.ts';

/** Creates an option parser that applies the domain's schema. */
const validatedBy =
  <Output>(schema: z.core.$ZodType<Output>) =>
  (given: string | number): Output => {
    const parsed = validate(schema, given);
    if (!parsed.success) throw new InvalidArgumentError(parsed.error.issues.map(({ message }) => message).join('; '));
    return parsed.data;
  };

const parseTimeZone = (text: string): number => {
  const zone = findTimeZoneByName(text);
  if (zone === undefined) throw new InvalidArgumentError('must be an IANA zone such as Europe/Berlin, a Windows zone name or a timeZoneId');
  return zone.timeZoneId;
};

type Notices = { readonly support?: string; readonly privacy?: string };
type Common = PrintOptions & Notices & { readonly receipts?: ReceiptRule; readonly lateMinutes?: number };
type CreateOptions = Common & { readonly name: string; readonly email?: string; readonly timezone: number };
/** `email` is false when it is to be removed. */
type SetOptions = Common & { readonly name?: string; readonly email?: string | false; readonly timezone?: number };

const supportOption = ['--support <contact>', 'whom candidates ask: an address, a URL or a sentence', validatedBy(Notice)] as const;
const privacyOption = ['--privacy <notice>', 'what becomes of their data: a URL or a sentence', validatedBy(Notice)] as const;

const receiptsOption = () =>
  new Option('--receipts <rule>', 'who gets a receipt: candidates whose invitation Assay mailed, all, or none').choices(receiptRules);

const lateMinutesOption = [
  '--late-minutes <n>',
  'how long after the deadline an answer that was typed before it still counts; 0: never',
  (text: string) => validatedBy(LateMinutes)(text.trim() === '' ? text : Number(text)),
] as const;

/** An empty text removes a notice; an omitted option keeps it. */
const noticesOf = ({ support, privacy }: Notices) => ({
  ...(support === undefined ? {} : { support: support === '' ? null : support }),
  ...(privacy === undefined ? {} : { privacy: privacy === '' ? null : privacy }),
});

export const registerAccountCommands = (program: Command): void => {
  const accounts = program.command('accounts').description('Accounts of this installation; each sees only its own tests and candidates');

  accounts
    .command('create')
    .description('Make an account with a first API key, which is shown only this once')
    .requiredOption('--name <name>', 'name that candidates see', validatedBy(Name))
    .option('--email <email>', "the account's address: replies, and completions of links that name no other", validatedBy(Email))
    .option('--timezone <zone>', 'IANA zone, Windows zone name or timeZoneId', parseTimeZone, utc.timeZoneId)
    .option(...supportOption)
    .option(...privacyOption)
    .addOption(receiptsOption())
    .option(...lateMinutesOption)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  assay-server accounts create --name "Acme Hiring" --email hiring@acme.example --timezone Europe/Berlin',
    )
    .action(async ({ name, email, timezone, receipts, lateMinutes, ...options }: CreateOptions) => {
      const input = { name, email, timeZoneId: timezone, receipts, lateMinutes, ...noticesOf(options) };
      const created = await withAssay((assay) => createAccount({ assay, input }), { makes: true });
      print(options, { ...created.account, apiKey: created.apiKey }, () =>
        [
          `Account ${created.account.accountId} (${created.account.name}) is made.`,
          `API key  ${created.apiKey}   (shown only this once: keep it)`,
        ].join('\n'),
      );
    });

  accounts
    .command('set')
    .description('Change what is named; the rest stays')
    .argument('<account>', 'number of the account (see: assay-server accounts list)', parseAccountId)
    .option('--name <name>', 'name that candidates see', validatedBy(Name))
    .option('--email <email>', "the account's address", validatedBy(Email))
    .option('--no-email', 'have no address')
    .option('--timezone <zone>', 'IANA zone, Windows zone name or timeZoneId', parseTimeZone)
    .option(...supportOption)
    .option(...privacyOption)
    .addOption(receiptsOption())
    .option(...lateMinutesOption)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  assay-server accounts set 1 --support help@acme.example --privacy https://acme.example/privacy')
    .action(async (accountId: number, { name, email, timezone, receipts, lateMinutes, ...options }: SetOptions) => {
      const input = { name, email: email === false ? null : email, timeZoneId: timezone, receipts, lateMinutes, ...noticesOf(options) };
      const account = await withAssay(async (assay) => unwrap(await updateAccount({ assay, accountId, input })));
      print(options, account, () =>
        [
          `Account ${account.accountId}: ${account.name} <${account.email || 'no address'}>, ${account.timeZone}`,
          `Support  ${account.support ?? '-'}`,
          `Privacy  ${account.privacy ?? '-'}`,
          `Receipts ${account.receipts}`,
          `Late     ${account.lateMinutes} min`,
        ].join('\n'),
      );
    });

  accounts
    .command('list')
    .description('List the accounts')
    .option('--json', 'print JSON')
    .action(async (options: PrintOptions) => {
      const list = await withAssay((assay) => listAccounts({ assay }));
      print(options, list, () =>
        list.length === 0
          ? 'There is no account yet: the first start of the server makes one, or `assay-server accounts create`.'
          : formatTable(
              ['ACCOUNT', 'NAME', 'EMAIL', 'TIME ZONE', 'TESTS', 'CREATED'],
              list.map((one) => [one.accountId, one.name, one.email || '-', one.timeZone, one.tests, one.createdAt]),
            ),
      );
    });

  registerQuotaCommand(accounts);
};
