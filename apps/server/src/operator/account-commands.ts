import { Email, findTimeZoneByName, Name } from '@assay/domain';
import { createAccount, listAccounts } from '@assay/operations';
import { type Command, InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { formatTable, type PrintOptions, print } from './print.ts';
import { withAssay } from './with-assay.ts';

/** Checks an option by the domain's own rule. */
const by =
  <Output>(schema: z.ZodType<Output>) =>
  (text: string): Output => {
    const parsed = schema.safeParse(text);
    if (!parsed.success) throw new InvalidArgumentError(parsed.error.issues.map(({ message }) => message).join('; '));
    return parsed.data;
  };

const parseTimeZone = (text: string): number => {
  const zone = findTimeZoneByName(text);
  if (zone === undefined) throw new InvalidArgumentError('must be an IANA zone such as Europe/Berlin, a Windows zone name or a timeZoneId');
  return zone.timeZoneId;
};

const utc = 10_000;

type CreateOptions = PrintOptions & { readonly name: string; readonly email: string; readonly timezone: number };

export const registerAccountCommands = (program: Command): void => {
  const accounts = program.command('accounts').description('Accounts of this installation; each sees only its own tests and candidates');

  accounts
    .command('create')
    .description('Make an account with a first API key, which is shown only this once')
    .requiredOption('--name <name>', 'name that candidates see', by(Name))
    .requiredOption('--email <email>', "the account's address: replies, and completions of links that name no other", by(Email))
    .option('--timezone <zone>', 'IANA zone, Windows zone name or timeZoneId', parseTimeZone, utc)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  assay-server accounts create --name "Acme Hiring" --email hiring@acme.example --timezone Europe/Berlin',
    )
    .action(async ({ name, email, timezone, ...options }: CreateOptions) => {
      const created = await withAssay((assay) => createAccount({ assay, input: { name, email, timeZoneId: timezone } }));
      print(options, { ...created.account, apiKey: created.apiKey }, () =>
        [
          `Account ${created.account.accountId} (${created.account.name}) is made.`,
          `API key  ${created.apiKey}   (shown only this once: keep it)`,
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
              list.map((one) => [one.accountId, one.name, one.email, one.timeZone, one.tests, one.createdAt]),
            ),
      );
    });
};
