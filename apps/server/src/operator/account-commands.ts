import { createReadStream } from 'node:fs';
import {
  type AccountBody,
  type AccountSetting,
  accountSettings,
  Email,
  findTimeZoneByName,
  longestLogo,
  Name,
  removalFlag,
  settingFacts,
  utc,
  validate,
} from '@assay/domain';
import { createAccount, listAccounts, updateAccount, withDecodedLogo } from '@assay/operations';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { parseAccountId } from './account-id.ts';
import { formatTable, type PrintOptions, print } from './print.ts';
import { registerQuotaCommand } from './quota-command.ts';
import { RefusedError } from './refused.ts';
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

type Common = PrintOptions & { readonly name?: string; readonly timezone?: number };
type CreateOptions = Common & { readonly name: string; readonly email?: string; readonly timezone: number };
/** `email` is false when it is to be removed. */
type SetOptions = Common & { readonly email?: string | false };

/** A picture is read when the command runs; an empty text removes a notice. */
const parserOf = ({ kind, value }: AccountSetting): ((text: string) => unknown) => {
  if (kind === 'picture') return (file) => file;
  if (kind === 'number') return (text) => validatedBy(value)(text.trim() === '' ? text : Number(text));
  return (text) => validatedBy(value)(text);
};

const addSettingOptions = (command: Command): Command => {
  for (const setting of Object.values<AccountSetting>(accountSettings)) {
    const { flag, help, values, removed } = setting;
    const option = new Option(flag, help);
    command.addOption(values === undefined ? option.argParser(parserOf(setting)) : option.choices(values));
    if (removed !== undefined) command.option(removalFlag(setting), removed);
  }
  return command;
};

const readPicture = async (file: string): Promise<string> => {
  // No further than the bound: a device has no end.
  const chunks: Buffer[] = await createReadStream(file, { end: longestLogo })
    .toArray()
    .catch((error: NodeJS.ErrnoException) => {
      throw new RefusedError(error.code === 'EISDIR' ? `${file} is a directory: name a file.` : error.message, 2);
    });
  const bytes = Buffer.concat(chunks);
  if (bytes.length > longestLogo) throw new RefusedError(`${file} is longer than ${longestLogo / 1024} KiB.`);
  return bytes.toString('base64');
};

/** The settings that options name; an omitted option keeps its setting. */
const settingsOf = async (options: object): Promise<AccountBody> => {
  const given = new Map<string, unknown>(Object.entries(options));
  const changes: Record<string, unknown> = {};
  for (const [name, { flag, kind }] of Object.entries<AccountSetting>(accountSettings)) {
    const value = given.get(new Option(flag).attributeName());
    if (value === undefined) continue;
    if (value === false || (kind === 'notice' && value === '')) changes[name] = null;
    else changes[name] = kind === 'picture' ? await readPicture(String(value)) : value;
  }
  return changes;
};

export const registerAccountCommands = (program: Command): void => {
  const accounts = program.command('accounts').description('Accounts of this installation; each sees only its own tests and candidates');

  addSettingOptions(
    accounts
      .command('create')
      .description('Make an account with a first API key, which is shown only this once')
      .requiredOption('--name <name>', 'name that candidates see', validatedBy(Name))
      .option('--email <email>', "the account's address: replies, and completions of links that name no other", validatedBy(Email))
      .option('--timezone <zone>', 'IANA zone, Windows zone name or timeZoneId', parseTimeZone, utc.timeZoneId),
  )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  assay-server accounts create --name "Acme Hiring" --email hiring@acme.example --timezone Europe/Berlin',
    )
    .action(async ({ name, email, timezone, ...options }: CreateOptions) => {
      const given = { ...(await settingsOf(options)), name, email, timeZoneId: timezone };
      const created = await withAssay(
        async (assay) => createAccount({ assay, input: unwrap(await withDecodedLogo(assay.images, given)) }),
        { makes: true },
      );
      print(options, { ...created.account, apiKey: created.apiKey }, () =>
        [
          `Account ${created.account.accountId} (${created.account.name}) is made.`,
          `API key  ${created.apiKey}   (shown only this once: keep it)`,
        ].join('\n'),
      );
    });

  addSettingOptions(
    accounts
      .command('set')
      .description('Change what is named; the rest stays')
      .argument('<account>', 'number of the account (see: assay-server accounts list)', parseAccountId)
      .option('--name <name>', 'name that candidates see', validatedBy(Name))
      .option('--email <email>', "the account's address", validatedBy(Email))
      .option('--no-email', 'have no address')
      .option('--timezone <zone>', 'IANA zone, Windows zone name or timeZoneId', parseTimeZone),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  assay-server accounts set 1 --support help@acme.example --privacy https://acme.example/privacy')
    .action(async (accountId: number, { name, email, timezone, ...options }: SetOptions) => {
      const given = { ...(await settingsOf(options)), name, email: email === false ? null : email, timeZoneId: timezone };
      const account = await withAssay(async (assay) => {
        const input = unwrap(await withDecodedLogo(assay.images, given));
        return unwrap(await updateAccount({ assay, accountId, input }));
      });
      print(options, account, () =>
        [
          `Account ${account.accountId}: ${account.name} <${account.email || 'no address'}>, ${account.timeZone}`,
          ...settingFacts(account).map(([label, text]) => `${label.padEnd(8)} ${text}`),
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
