import type { ManagedInvitation } from '@assay/domain';
import type { Command } from 'commander';
import { choice, parseId, parseIds, wholeNumber } from './support/arguments.ts';
import type { PagingOptions } from './support/paging.ts';
import type { CommonOptions } from './support/session.ts';
import { asking, paged, remote } from './support/verb.ts';
import type { World } from './support/world.ts';

type Status = ManagedInvitation['status'];
const statuses = ['Pending', 'In progress', 'Completed', 'Reset', 'Cancelled'] as const satisfies readonly Status[];

export type ListInvitationsOptions = CommonOptions & PagingOptions & { readonly search?: string; readonly status?: Status };
export type InviteOptions = CommonOptions & {
  readonly link?: number;
  readonly callbackUrl?: string;
  readonly redirectUrl?: string;
  /** False with `--no-email`. */
  readonly email: boolean;
};
export type RegisterOptions = InviteOptions & { readonly to: string; readonly name: string };
export type ImportCandidatesOptions = InviteOptions & {
  readonly dryRun?: boolean;
  readonly skipFaulty?: boolean;
  readonly again?: boolean;
};
export type InvitationOptions = CommonOptions & { readonly yes?: boolean };
export type ExtendOptions = CommonOptions & { readonly minutes: number };

const inviting = (command: Command): Command =>
  command
    .option('--link <id>', 'invite by this link of the test', parseId)
    .option('--callback-url <url>', 'where to post the result when the attempt is completed')
    .option('--redirect-url <url>', 'where the candidate goes after the test')
    .option('--no-email', 'register only; mail nothing');

const registerReading = (invitations: Command, world: World): void => {
  paged(
    remote(invitations, 'list', 'Invitations of a test, newest first', [
      'assay invitations list 3',
      'assay invitations list 3 --status "In progress"',
      'assay invitations list 3 --search example.com --all --json',
    ]),
  )
    .argument('<test>', 'id of the test', parseId)
    .option('--search <text>', 'only those with this in the name or address')
    .addOption(choice('--status <status>', 'only those', statuses))
    .action(async (testId: number, options: ListInvitationsOptions) =>
      (await import('./invitations/show.ts')).listInvitations(world, testId, options),
    );

  remote(invitations, 'show', 'One invitation and all that happened to it', ['assay invitations show 12'])
    .argument('<invitation>', 'id of the invitation', parseId)
    .action(async (id: number, options: CommonOptions) => (await import('./invitations/show.ts')).showInvitation(world, id, options));
};

const registerInviting = (invitations: Command, world: World): void => {
  inviting(
    remote(invitations, 'register', 'Invite one candidate', [
      'assay invitations register 3 --to ana@example.com --name "Ana Núñez"',
      'assay invitations register 3 --to ana@example.com --name "Ana Núñez" --link 7 --no-email --quiet',
    ])
      .argument('<test>', 'id of the test', parseId)
      .requiredOption('--to <email>', 'address of the candidate')
      .requiredOption('--name <name>', 'full name of the candidate'),
  ).action(async (testId: number, options: RegisterOptions) =>
    (await import('./invitations/register.ts')).registerOne(world, testId, options),
  );

  inviting(
    remote(invitations, 'import', 'Invite all candidates of a CSV file', [
      'assay invitations import 3 candidates.csv --dry-run',
      'assay invitations import 3 candidates.csv',
      'assay invitations import 3 candidates.csv --link 7 --no-email --skip-faulty',
    ])
      .argument('<test>', 'id of the test', parseId)
      .argument('<file>', 'CSV with a head: emailId, fullName and, if wanted, callbackURL, redirectURL, testLinkId'),
  )
    .option('--dry-run', 'check the rows and show what would be sent')
    .option('--skip-faulty', 'invite those whose row has no fault')
    .option('--again', 'mail once more those whom the same file invited within 24 hours')
    .action(async (testId: number, file: string, options: ImportCandidatesOptions) =>
      (await import('./invitations/import.ts')).importCandidates(world, { testId, file }, options),
    );
};

const registerChanging = (invitations: Command, world: World): void => {
  const change = (name: 'cancel' | 'reset' | 'reattempt' | 'email', summary: string): Command =>
    remote(invitations, name, summary, [
      `assay invitations ${name} 12`,
      `assay invitations ${name} 12 13 14${['cancel', 'reset'].includes(name) ? ' --yes' : ''}`,
    ])
      .argument('<invitations...>', 'ids of invitations', parseIds)
      .action(async (ids: number[], options: InvitationOptions) =>
        (await import('./invitations/change.ts')).changeInvitations(world, { ids, change: name }, options),
      );
  asking(change('cancel', 'Take the invitation back: its take URL no longer works'));
  asking(change('reset', 'Archive the attempt; the same take URL starts again'));
  change('reattempt', 'Invite once more after a completed attempt, with a new take URL');
  change('email', 'Mail the take URL, the first time or again');

  remote(invitations, 'extend', 'Give an attempt more minutes', ['assay invitations extend 12 --minutes 15'])
    .argument('<invitation>', 'id of the invitation', parseId)
    .requiredOption('--minutes <n>', 'minutes to add', wholeNumber(1, 100_000))
    .action(async (id: number, options: ExtendOptions) => (await import('./invitations/change.ts')).extendInvitation(world, id, options));
};

export const registerInvitations = (program: Command, world: World): void => {
  const invitations = program.command('invitations').description('Invitations: list, register, import, cancel, reattempt, reset, extend');
  invitations.addHelpText('after', '\nExample:\n  assay invitations register 3 --to ana@example.com --name "Ana Núñez"');
  registerReading(invitations, world);
  registerInviting(invitations, world);
  registerChanging(invitations, world);
};
