import { invitationStatuses } from '@assay/domain';
import type { Command } from 'commander';
import type { Context } from '../../support/context.ts';
import { choice, parseId, parseIds, wholeNumber } from '../common/arguments.ts';
import { defineRemote, withConfirmation, withOverwrite, withPaging } from '../common/define.ts';
import type { ExtendOptions, InvitationOptions } from './change.ts';
import type { ImportCandidatesOptions } from './import-report.ts';
import type { RegisterOptions } from './register.ts';
import type { ListInvitationsOptions, ShowInvitationOptions } from './show.ts';

const withInviteOptions = (command: Command): Command =>
  command
    .option('--link <id>', 'invite by this link of the test', parseId)
    .option('--callback-url <url>', 'where to post the result when the attempt is completed')
    .option('--redirect-url <url>', 'where the candidate goes after the test')
    .option('--no-email', 'register only; mail nothing');

const addReadCommands = (invitations: Command, context: Context): void => {
  withPaging(
    defineRemote(invitations, 'list', 'Invitations of a test, newest first', [
      'assay invitations list 3',
      'assay invitations list 3 --status "In progress"',
      'assay invitations list 3 --search example.com --all --json',
    ]),
  )
    .argument('<test>', 'id of the test', parseId)
    .option('--search <text>', 'only those with this in the name or address')
    .addOption(choice('--status <status>', 'only those', invitationStatuses))
    .action(async (testId: number, options: ListInvitationsOptions) =>
      (await import('./show.ts')).listInvitations(context, testId, options),
    );

  withPaging(
    defineRemote(invitations, 'show', 'One invitation and what happened to it, oldest first', [
      'assay invitations show 12',
      'assay invitations show 12 --all --json',
    ]),
  )
    .argument('<invitation>', 'id of the invitation', parseId)
    .action(async (id: number, options: ShowInvitationOptions) => (await import('./show.ts')).showInvitation(context, id, options));
};

const addInviteCommands = (invitations: Command, context: Context): void => {
  withInviteOptions(
    defineRemote(invitations, 'register', 'Invite one candidate', [
      'assay invitations register 3 --to ana@example.com --name "Ana Núñez"',
      'assay invitations register 3 --to ana@example.com --name "Ana Núñez" --link 7 --no-email --quiet',
    ])
      .argument('<test>', 'id of the test', parseId)
      .requiredOption('--to <email>', 'address of the candidate')
      .requiredOption('--name <name>', 'full name of the candidate'),
  ).action(async (testId: number, options: RegisterOptions) => (await import('./register.ts')).registerOne(context, testId, options));

  withOverwrite(
    withInviteOptions(
      defineRemote(invitations, 'import', 'Invite all candidates of a CSV file', [
        'assay invitations import 3 candidates.csv --dry-run',
        'assay invitations import 3 candidates.csv',
        'assay invitations import 3 candidates.csv --link 7 --no-email --skip-faulty --faulty mend.csv',
        'ats-export | assay invitations import 3 -',
      ])
        .argument('<test>', 'id of the test', parseId)
        .argument('<file>', 'CSV with a head: emailId, fullName and, if wanted, callbackURL, redirectURL, testLinkId; - is standard input'),
    ),
  )
    .option('--dry-run', 'check the rows, and show who is new, invited already, or was cancelled')
    .option('--skip-faulty', 'invite those whose row has no fault')
    .option('--faulty <file>', 'write the faulty rows to this CSV file, to be mended and imported')
    .option('--revive', 'invite again those whose invitation was cancelled')
    .option('--again', 'update those who are invited already, and mail them once more, except those who have completed the test')
    .option('--rename', 'with --again: update those too; their reports then show the new name')
    .action(async (testId: number, file: string, options: ImportCandidatesOptions) =>
      (await import('./import.ts')).importCandidates(context, { testId, file }, options),
    );
};

const addChangeCommands = (invitations: Command, context: Context): void => {
  const addChange = (name: 'cancel' | 'reset' | 'reattempt' | 'email' | 'revoke-report-url', summary: string): Command =>
    defineRemote(invitations, name, summary, [
      `assay invitations ${name} 12`,
      `assay invitations ${name} 12 13 14${['cancel', 'reset', 'revoke-report-url'].includes(name) ? ' --yes' : ''}`,
    ])
      .argument('<invitations...>', 'ids of invitations', parseIds)
      .action(async (ids: number[], options: InvitationOptions) =>
        (await import('./change.ts')).changeInvitations(context, { ids, change: name }, options),
      );
  withConfirmation(addChange('cancel', 'Take the invitation back: its take URL no longer works'));
  withConfirmation(addChange('reset', 'Archive the attempt; the same take URL starts again'));
  withConfirmation(addChange('revoke-report-url', 'End the report URLs that were sent so far; later ones are new'));
  withConfirmation(addChange('reattempt', 'Invite once more after a completed attempt, with a new take URL'));
  addChange('email', 'Mail the take URL, the first time or again');

  defineRemote(invitations, 'extend', 'Give an attempt more minutes', ['assay invitations extend 12 --minutes 15'])
    .argument('<invitation>', 'id of the invitation', parseId)
    .requiredOption('--minutes <n>', 'minutes to add', wholeNumber(1, 100_000))
    .action(async (id: number, options: ExtendOptions) => (await import('./change.ts')).extendInvitation(context, id, options));
};

export const addInvitationCommands = (program: Command, context: Context): void => {
  const invitations = program
    .command('invitations')
    .description('Invitations: list, register, import, cancel, reattempt, reset, extend, revoke-report-url');
  invitations.addHelpText('after', '\nExample:\n  assay invitations register 3 --to ana@example.com --name "Ana Núñez"');
  addReadCommands(invitations, context);
  addInviteCommands(invitations, context);
  addChangeCommands(invitations, context);
};
