import { type Grant, grantMeanings, grants, mostKeyDays, receiptRules } from '@assay/domain';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context } from '../../support/context.ts';
import { oneOf, parseId, wholeNumber } from '../common/arguments.ts';
import { defineCommand, defineRemote, withConfirmation, withOutputOptions, withPaging } from '../common/define.ts';
import type { PagingOptions } from '../common/paging.ts';
import type { CommonOptions } from '../common/session.ts';
import type { AccountOptions } from './account.ts';
import type { CreateKeyOptions, KeyOptions, RotateOptions } from './keys.ts';

const parseScopes = (text: string): readonly Grant[] => {
  const list = text.split(',').map(oneOf(grants));
  if (new Set(list).size < list.length) throw new InvalidArgumentError('A scope is named twice.');
  return list;
};

const scopeHelp = ['Scopes:', ...grants.map((grant) => `  ${grant.padEnd(12)} ${grantMeanings[grant]}`)].join('\n');

const expiry = (meaning: string): Option => new Option('--expires-in-days <n>', meaning).argParser(wholeNumber(1, mostKeyDays));

export const addKeyCommands = (program: Command, context: Context): void => {
  const keys = program.command('keys').description('API keys of the account');
  keys.addHelpText('after', `\n${scopeHelp}\n\nExample:\n  assay keys create "ATS" --scopes read,invite`);

  defineRemote(keys, 'list', 'Keys, by the beginning of each', ['assay keys list']).action(async (options: CommonOptions) =>
    (await import('./keys.ts')).listKeys(context, options),
  );

  defineRemote(keys, 'create', 'Make a key, which is shown only this once', ['assay keys create "ATS" --scopes read,invite'])
    .argument('<name>', 'what it is for')
    .option('--scopes <list>', `of ${grants.join(', ')}; with commas; at most what your key has`, parseScopes)
    .addOption(expiry('how long it works; without it, as long as your key'))
    .addHelpText('after', `\n${scopeHelp}`)
    .action(async (name: string, options: CreateKeyOptions) => (await import('./keys.ts')).createKey(context, name, options));

  withConfirmation(
    defineRemote(keys, 'rotate', 'Make a key with the name and scopes of another one, which ends', [
      'assay keys rotate 2 --overlap-hours 24',
      'assay keys rotate 2 --yes --json',
    ])
      .argument('<key>', 'id of the key', parseId)
      .option('--overlap-hours <n>', 'how long the former key goes on', wholeNumber(0, 720), 0)
      .addOption(expiry('how long the new key works; without it, as long as the former one')),
  ).action(async (keyId: number, options: RotateOptions) => (await import('./keys.ts')).rotateKey(context, keyId, options));

  withConfirmation(
    defineRemote(keys, 'revoke', 'End a key at once', ['assay keys revoke 2']).argument('<key>', 'id of the key', parseId),
  ).action(async (keyId: number, options: KeyOptions) => (await import('./keys.ts')).revokeKey(context, keyId, options));
};

export const addAccountCommands = (program: Command, context: Context): void => {
  const account = program
    .command('account')
    .description('The account: name, address, time zone, notices for candidates; and who changed what');
  account.addHelpText('after', '\nExample:\n  assay account set --zone Europe/Berlin');

  defineRemote(account, 'show', 'The account as candidates and receivers see it', ['assay account show']).action(
    async (options: CommonOptions) => (await import('./account.ts')).showAccount(context, options),
  );

  defineRemote(account, 'quotas', 'What the account may take of what all accounts share, and has taken; the operator sets it', [
    'assay account quotas',
    'assay account quotas --json',
  ]).action(async (options: CommonOptions) => (await import('./quotas.ts')).listQuotas(context, options));

  withPaging(
    defineRemote(
      account,
      'audit',
      'Changes of keys, of the account and of where results go, and who read answers, with the key that did it, newest first',
      ['assay account audit', 'assay account audit --all --json'],
    ),
  ).action(async (options: CommonOptions & PagingOptions) => (await import('./audit.ts')).listAudit(context, options));

  defineRemote(account, 'set', 'Change what is named; the rest stays', [
    'assay account set --name "Acme Hiring" --zone Europe/Berlin',
    'assay account set --support help@acme.example --no-privacy',
    "assay account set --logo acme.png --report-color '#7a1f5c'",
  ])
    .option('--name <name>', 'name that candidates see')
    .option('--email <email>', 'address of the account')
    .option('--no-email', 'have no address')
    .option('--zone <zone>', 'IANA name, Windows name or id of a time zone (see: assay timezones)')
    .option('--support <contact>', 'whom candidates ask: an address, a URL or a sentence')
    .option('--no-support', 'name nobody')
    .option('--privacy <notice>', 'what becomes of their data: a URL or a sentence')
    .option('--no-privacy', 'say nothing of it')
    .option('--receipts <rule>', 'who gets a receipt: mailed (by Assay), all or none', oneOf(receiptRules))
    .option(
      '--late-minutes <n>',
      'how long after the deadline an answer that was typed before it still counts; 0: never',
      wholeNumber(0, 60),
    )
    .option('--report-color <color>', '# and six digits, dark enough to be read on white')
    .option('--no-report-color', 'the usual colour')
    .option('--logo <file>', 'on reports: a PNG or JPEG of at most 64 KiB')
    .option('--no-logo', 'no logo')
    .action(async (options: AccountOptions) => (await import('./account.ts')).setAccount(context, options));
};

export const addTimeZonesCommand = (program: Command, context: Context): void => {
  withOutputOptions(
    defineCommand(program, 'timezones', 'Time zones and their ids, by name; asks no server', ['assay timezones', 'assay timezones berlin']),
  )
    .argument('[search]', 'a part of the name, or an id')
    .action(async (search: string | undefined, options: CommonOptions) =>
      (await import('./time-zones.ts')).listTimeZones(context, search, options),
    );
};
