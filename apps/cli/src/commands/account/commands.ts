import { type AccountSetting, accountSettings, type Grant, grantMeanings, grants, mostKeyDays, removalFlag } from '@assay/domain';
import { type Command, InvalidArgumentError } from 'commander';
import type { Context } from '../../support/context.ts';
import { oneOf, parseId, wholeNumber } from '../common/arguments.ts';
import { commandsOf, groupOf } from '../common/define.ts';
import { argument, confirmation, type Opt, option, outputOptions, paging, remoteOptions, withDefault } from '../common/options.ts';

const parseScopes = (text: string): readonly Grant[] => {
  const list = text.split(',').map(oneOf(grants));
  if (new Set(list).size < list.length) throw new InvalidArgumentError('A scope is named twice.');
  return list;
};

const scopeHelp = ['Scopes:', ...grants.map((grant) => `  ${grant.padEnd(12)} ${grantMeanings[grant]}`)].join('\n');

const expiry = (meaning: string) => option('--expires-in-days <n>', meaning, wholeNumber(1, mostKeyDays));
const key = argument('<key>', 'id of the key', parseId);

const settingOptions = (setting: AccountSetting): readonly Opt[] => {
  const { flag, help, removed, values, bounds } = setting;
  return [
    values !== undefined
      ? option(flag, help, oneOf(values))
      : bounds !== undefined
        ? option(flag, help, wholeNumber(...bounds))
        : option(flag, help),
    ...(removed === undefined ? [] : [option(removalFlag(setting), removed)]),
  ];
};

export const addKeyCommands = (program: Command, context: Context): void => {
  const keys = groupOf(
    program,
    context,
    'keys',
    'API keys of the account',
    `${scopeHelp}\n\nExample:\n  assay keys create "ATS" --scopes read,invite`,
  );

  keys.remote('list', 'Keys, by the beginning of each', {
    examples: ['assay keys list'],
    run: async () => (await import('./keys.ts')).listKeys,
  });

  keys.remote('create', 'Make a key, which is shown only this once', {
    examples: ['assay keys create "ATS" --scopes read,invite'],
    help: scopeHelp,
    args: [argument('<name>', 'what it is for')],
    options: [
      option('--scopes <list>', `of ${grants.join(', ')}; with commas; at most what your key has`, parseScopes),
      expiry('how long it works; without it, as long as your key'),
    ],
    run: async () => (await import('./keys.ts')).createKey,
  });

  keys.remote('rotate', 'Make a key with the name and scopes of another one, which ends', {
    examples: ['assay keys rotate 2 --overlap-hours 24', 'assay keys rotate 2 --yes --json'],
    args: [key],
    options: [
      withDefault(option('--overlap-hours <n>', 'how long the former key goes on', wholeNumber(0, 720)), 0),
      expiry('how long the new key works; without it, as long as the former one'),
      confirmation,
    ],
    run: async () => (await import('./keys.ts')).rotateKey,
  });

  keys.remote('revoke', 'End a key at once', {
    examples: ['assay keys revoke 2'],
    args: [key],
    options: [confirmation],
    run: async () => (await import('./keys.ts')).revokeKey,
  });
};

export const addAccountCommands = (program: Command, context: Context): void => {
  const account = groupOf(
    program,
    context,
    'account',
    'The account: name, address, time zone, notices for candidates; and who changed what',
    'Example:\n  assay account set --zone Europe/Berlin',
  );

  account.remote('show', 'The account as candidates and receivers see it', {
    examples: ['assay account show'],
    run: async () => (await import('./account.ts')).showAccount,
  });

  account.remote('quotas', 'What the account may take of what all accounts share, and has taken; the operator sets it', {
    examples: ['assay account quotas', 'assay account quotas --json'],
    run: async () => (await import('./quotas.ts')).listQuotas,
  });

  account.remote(
    'audit',
    'Changes of keys, of the account and of where results go, and who read answers, with the key that did it, newest first',
    {
      examples: ['assay account audit', 'assay account audit --all --json'],
      options: paging,
      run: async () => (await import('./audit.ts')).listAudit,
    },
  );

  account.command('set', 'Change what is named; the rest stays', {
    examples: [
      'assay account set --name "Acme Hiring" --zone Europe/Berlin',
      'assay account set --support help@acme.example --no-privacy',
      "assay account set --logo acme.png --report-color '#7a1f5c'",
    ],
    options: [
      ...remoteOptions,
      option('--name <name>', 'name that candidates see'),
      option('--email <email>', 'address of the account'),
      option('--no-email', 'have no address'),
      option('--zone <zone>', 'IANA name, Windows name or id of a time zone (see: assay timezones)'),
      ...Object.values(accountSettings).flatMap(settingOptions),
    ],
    run: async () => (await import('./account.ts')).setAccount,
  });
};

export const addTimeZonesCommand = (program: Command, context: Context): void =>
  commandsOf(program, context).command('timezones', 'Time zones and their ids, by name; asks no server', {
    examples: ['assay timezones', 'assay timezones berlin'],
    args: [argument('[search]', 'a part of the name, or an id')],
    options: outputOptions,
    run: async () => (await import('./time-zones.ts')).listTimeZones,
  });
