import { invitationStatuses } from '@assay/domain';
import type { Command } from 'commander';
import type { Context } from '../../support/context.ts';
import { parseId, parseIds, wholeNumber } from '../common/arguments.ts';
import { groupOf } from '../common/define.ts';
import { argument, choice, confirmation, mandatory, option, overwrite, paging, remoteOptions } from '../common/options.ts';
import type { Change } from './change.ts';

const test = argument('<test>', 'id of the test', parseId);
const invitation = argument('<invitation>', 'id of the invitation', parseId);

const inviteOptions = [
  option('--link <id>', 'invite by this link of the test', parseId),
  option('--callback-url <url>', 'where to post the result when the attempt is completed'),
  option('--redirect-url <url>', 'where the candidate goes after the test'),
  option('--no-email', 'register only; mail nothing'),
] as const;

export const addInvitationCommands = (program: Command, context: Context): void => {
  const invitations = groupOf(
    program,
    context,
    'invitations',
    'Invitations: list, register, import, cancel, reattempt, reset, extend, revoke-report-url',
    'Example:\n  assay invitations register 3 --to ana@example.com --name "Ana Núñez"',
  );

  invitations.remote('list', 'Invitations of a test, newest first', {
    examples: [
      'assay invitations list 3',
      'assay invitations list 3 --status "In progress"',
      'assay invitations list 3 --search example.com --all --json',
    ],
    args: [test],
    options: [
      ...paging,
      option('--search <text>', 'only those with this in the name or address'),
      choice('--status <status>', 'only those', invitationStatuses),
    ],
    run: async () => (await import('./show.ts')).listInvitations,
  });

  invitations.remote('show', 'One invitation and what happened to it, oldest first', {
    examples: ['assay invitations show 12', 'assay invitations show 12 --all --json'],
    args: [invitation],
    options: paging,
    run: async () => (await import('./show.ts')).showInvitation,
  });

  invitations.command('register', 'Invite one candidate', {
    examples: [
      'assay invitations register 3 --to ana@example.com --name "Ana Núñez"',
      'assay invitations register 3 --to ana@example.com --name "Ana Núñez" --link 7 --no-email --quiet',
    ],
    args: [test],
    options: [
      ...remoteOptions,
      mandatory(option('--to <email>', 'address of the candidate')),
      mandatory(option('--name <name>', 'full name of the candidate')),
      ...inviteOptions,
    ],
    run: async () => (await import('./register.ts')).registerOne,
  });

  invitations.command('import', 'Invite all candidates of a CSV file', {
    examples: [
      'assay invitations import 3 candidates.csv --dry-run',
      'assay invitations import 3 candidates.csv',
      'assay invitations import 3 candidates.csv --link 7 --no-email --skip-faulty --faulty mend.csv',
      'ats-export | assay invitations import 3 -',
    ],
    args: [
      test,
      argument('<file>', 'CSV with a head: emailId, fullName and, if wanted, callbackURL, redirectURL, testLinkId; - is standard input'),
    ],
    options: [
      ...remoteOptions,
      ...inviteOptions,
      overwrite,
      option('--dry-run', 'check the rows, and show who is new, invited already, or was cancelled'),
      option('--skip-faulty', 'invite those whose row has no fault'),
      option('--faulty <file>', 'write the faulty rows to this CSV file, to be mended and imported'),
      option('--revive', 'invite again those whose invitation was cancelled'),
      option('--again', 'update those who are invited already, and mail them once more, except those who have completed the test'),
      option('--rename', 'with --again: update those too; their reports then show the new name'),
    ],
    run: async () => (await import('./import.ts')).importCandidates,
  });

  const addChange = (change: Change, summary: string, yes: '' | ' --yes' = ''): void =>
    invitations.remote(change, summary, {
      examples: [`assay invitations ${change} 12`, `assay invitations ${change} 12 13 14${yes}`],
      args: [argument('<invitations...>', 'ids of invitations', parseIds)],
      options: change === 'email' ? [] : [confirmation],
      run: async () => (await import('./change.ts')).changeInvitations(change),
    });
  addChange('cancel', 'Take the invitation back: its take URL no longer works', ' --yes');
  addChange('reset', 'Archive the attempt; the same take URL starts again', ' --yes');
  addChange('revoke-report-url', 'End the report URLs that were sent so far; later ones are new', ' --yes');
  addChange('reattempt', 'Invite once more after a completed attempt, with a new take URL');
  addChange('email', 'Mail the take URL, the first time or again');

  invitations.remote('extend', 'Give an attempt more minutes', {
    examples: ['assay invitations extend 12 --minutes 15'],
    args: [invitation],
    options: [mandatory(option('--minutes <n>', 'minutes to add', wholeNumber(1, 100_000)))],
    run: async () => (await import('./change.ts')).extendInvitation,
  });
};
