import { type AccountQuota, mostOfQuota, perOf, type QuotaName, quotaNames, quotas } from '@assay/domain';
import { setQuotas } from '@assay/operations';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseAccountId } from './account-id.ts';
import { formatTable, type PrintOptions, print } from './print.ts';
import { unwrap, withAssay } from './with-assay.ts';

/** Commander takes a null for no value. */
type Limit = number | 'off' | 'default';

const parseLimit = (text: string): Limit => {
  if (text === 'default' || text === 'off') return text;
  if (!/^\d{1,13}$/.test(text) || Number(text) > mostOfQuota)
    throw new InvalidArgumentError(`must be a whole number from 0 to ${mostOfQuota}, off for no limit, or default`);
  return Number(text);
};

/** `invitations-a-day`. */
export const flagOf = (name: QuotaName): string =>
  `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${perOf({ quota: name, window: quotas[name].window }).replace(' ', '-')}`;

const optionOf = (name: QuotaName): Option => {
  const { meaning, fallback } = quotas[name];
  return new Option(`--${flagOf(name)} <n>`, `${meaning} Default: ${fallback ?? 'off'}`).argParser(parseLimit);
};

const row = ({ quota, limit, isDefault, used, window, resetsAt }: AccountQuota) => [
  quota,
  limit === null ? 'off' : `${limit} ${perOf({ quota, window })}`,
  isDefault ? 'default' : 'set',
  used,
  resetsAt,
];

/** No operation of an API key does what this command does. */
export const registerQuotaCommand = (accounts: Command): void => {
  const command = accounts
    .command('quota')
    .description('Show what an account may take of what all accounts share, and change what is named; days are those of UTC')
    .argument('<account>', 'number of the account (see: assay-server accounts list)', parseAccountId);
  for (const name of quotaNames) command.addOption(optionOf(name));
  command
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nA number is the limit, off is no limit, default is what accounts have that nothing was set for.\n\nExample:\n  assay-server accounts quota 1 --invitations-a-day 100000 --exports-at-once default',
    )
    .action(async (accountId: number, options: PrintOptions) => {
      const given = command.opts<Record<string, Limit | undefined>>();
      const limits = quotaNames.map((name) => [name, given[optionOf(name).attributeName()]] as const);
      const changes = Object.fromEntries(limits.map(([name, limit]) => [name, limit === 'off' ? null : limit]));
      const { quotas: list } = await withAssay(async (assay) => unwrap(await setQuotas({ assay, accountId, changes })));
      print(options, list, () => formatTable(['QUOTA', 'LIMIT', 'SET', 'USED', 'RESETS'], list.map(row)));
    });
};
