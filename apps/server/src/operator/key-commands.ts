import { scopes } from '@assay/domain';
import { type Assay, api, type Context, findAccount } from '@assay/operations';
import type { Command } from 'commander';
import { parseAccountId } from './account-id.ts';
import { formatTable, type PrintOptions, print } from './print.ts';
import { unwrap, withAssay } from './with-assay.ts';

type AccountOption = PrintOptions & { readonly account: number };

/** The operator has all scopes of every account. */
const contextOf = async (assay: Assay, accountId: number): Promise<Context> => {
  unwrap(await findAccount({ assay, accountId }));
  return { assay, accountId, scopes: new Set(scopes) };
};

const asAccount = <Value>({ account }: AccountOption, work: (ctx: Context) => Promise<Value>): Promise<Value> =>
  withAssay(async (assay) => work(await contextOf(assay, account)));

const splitScopes = (text: string): string[] => text.split(',').map((scope) => scope.trim());

export const registerKeyCommands = (program: Command): void => {
  const keys = program.command('keys').description('API keys of an account');
  const account = ['--account <id>', 'the account (see: assay-server accounts list)', parseAccountId] as const;

  keys
    .command('create')
    .description('Make an API key, which is shown only this once')
    .requiredOption(...account)
    .requiredOption('--name <name>', 'what the key is for')
    .option('--scopes <list>', `comma-separated: ${scopes.join(', ')}`, splitScopes, [...scopes])
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  assay-server keys create --account 1 --name "ATS, read only" --scopes read')
    .action(async ({ name, scopes: granted, ...options }: AccountOption & { name: string; scopes: string[] }) => {
      const created = await asAccount(options, async (ctx) =>
        unwrap(await api.createApiKey({ ctx, input: { body: { name, scopes: granted } } })),
      );
      print(
        options,
        created,
        () => `Key ${created.keyId} (${created.scopes.join(', ')})\n${created.apiKey}   (shown only this once: keep it)`,
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
              ['KEY', 'NAME', 'STARTS WITH', 'SCOPES', 'CREATED', 'REVOKED'],
              list.map((one) => [one.keyId, one.name, one.prefix, one.scopes.join(','), one.createdAt, one.revokedAt]),
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
