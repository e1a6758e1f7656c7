import { type ApiKeySummary, allGrants, grantMeanings, grants, mostKeyDays } from '@assay/domain';
import { type Assay, api, type Context, findAccount } from '@assay/operations';
import { type Command, InvalidArgumentError } from 'commander';
import { parseAccountId } from './account-id.ts';
import { formatTable, type PrintOptions, print } from './print.ts';
import { unwrap, withAssay } from './with-assay.ts';

type AccountOption = PrintOptions & { readonly account: number };
type CreateOptions = AccountOption & { readonly name: string; readonly scopes: string[]; readonly expiresInDays?: number };

const scopeText = ({ scopes: granted, allScopes }: ApiKeySummary): string => (allScopes ? 'all' : granted.join(','));

/** The operator has all scopes of every account, and calls without a key. */
const contextOf = async (assay: Assay, accountId: number): Promise<Context> => {
  unwrap(await findAccount({ assay, accountId }));
  return { assay, accountId, scopes: allGrants };
};

const asAccount = <Value>({ account }: AccountOption, work: (ctx: Context) => Promise<Value>): Promise<Value> =>
  withAssay(async (assay) => work(await contextOf(assay, account)));

const splitScopes = (text: string): string[] => text.split(',').map((scope) => scope.trim());

const parseDays = (text: string): number => {
  if (!/^\d{1,4}$/.test(text) || Number(text) < 1 || Number(text) > mostKeyDays)
    throw new InvalidArgumentError(`must be a number of days, 1 to ${mostKeyDays}`);
  return Number(text);
};

const scopeHelp = grants.map((grant) => `  ${grant.padEnd(12)} ${grantMeanings[grant]}`).join('\n');

export const registerKeyCommands = (program: Command): void => {
  const keys = program.command('keys').description('API keys of an account');
  const account = ['--account <id>', 'the account (see: assay-server accounts list)', parseAccountId] as const;

  keys
    .command('create')
    .description('Make an API key, which is shown only this once')
    .requiredOption(...account)
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption('--scopes <list>', `what it may do; comma-separated: ${grants.join(', ')}`, splitScopes)
    .option('--expires-in-days <n>', 'how long it works; without it, until it is revoked', parseDays)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nScopes:\n${scopeHelp}\n\nExample:\n  assay-server keys create --account 1 --name "ATS, read only" --scopes read`,
    )
    .action(async ({ name, scopes: granted, expiresInDays, ...options }: CreateOptions) => {
      const body = { name, scopes: granted, ...(expiresInDays === undefined ? {} : { expiresInDays }) };
      const created = await asAccount(options, async (ctx) => unwrap(await api.createApiKey({ ctx, input: { body } })));
      const end = created.expiresAt === null ? '' : `, until ${created.expiresAt}`;
      print(
        options,
        created,
        () => `Key ${created.keyId} (${scopeText(created)}${end})\n${created.apiKey}   (shown only this once: keep it)`,
      );
    });

  keys
    .command('list')
    .description('List the keys of an account, without the keys themselves')
    .requiredOption(...account)
    .option('--json', 'print JSON')
    .action(async (options: AccountOption) => {
      const { keys: list } = await asAccount(options, async (ctx) => unwrap(await api.listApiKeys({ ctx })));
      print(options, list, () =>
        list.length === 0
          ? 'The account has no key: `assay-server keys create` makes one.'
          : formatTable(
              ['KEY', 'NAME', 'STARTS WITH', 'SCOPES', 'CREATED', 'LAST USED', 'EXPIRES', 'REVOKED'],
              list.map((one) => [
                one.keyId,
                one.name,
                one.prefix,
                scopeText(one),
                one.createdAt,
                one.lastUsedAt,
                one.expiresAt,
                one.revokedAt,
              ]),
            ),
      );
    });

  keys
    .command('revoke')
    .description('End a key at once')
    .argument('<keyId>', 'number of the key (see: assay-server keys list)')
    .requiredOption(...account)
    .option('--json', 'print JSON')
    .action(async (keyId: string, options: AccountOption) => {
      const revoked = await asAccount(options, async (ctx) => unwrap(await api.revokeApiKey({ ctx, input: { keyId } })));
      print(options, revoked, () => `Key ${revoked.keyId} (${revoked.name}) is revoked.`);
    });
};
