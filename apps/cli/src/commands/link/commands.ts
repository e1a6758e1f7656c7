import type { Command } from 'commander';
import type { Context } from '../../support/context.ts';
import { parseId } from '../common/arguments.ts';
import { groupOf } from '../common/define.ts';
import { argument, choice, mandatory, option } from '../common/options.ts';
import { accessModes } from './access-mode.ts';

const test = argument('<test>', 'id of the test', parseId);
const link = argument('<link>', 'id of the link', parseId);
const name = option('--name <name>', 'name of the link');

const settings = [
  choice(
    '--access <mode>',
    'anytime; time-bound: once, from … until; slot-wise: every day between the two times of day, by the clocks of its zone',
    accessModes,
  ),
  option('--from <time>', 'when it opens: "2026-03-01 09:00" in the zone of the link, or with an offset: 2026-03-01T09:00Z'),
  option('--until <time>', 'when it closes, likewise'),
  option('--zone <zone>', 'IANA name, Windows name or id of a time zone (see: assay timezones)'),
  option('--invite-only', 'only candidates who are invited may take it'),
  option('--no-invite-only', 'anyone with the join URL may register'),
  option('--confirm-email', 'people who register by the join URL confirm a mail before the test'),
  option('--no-confirm-email', 'people who register by the join URL go straight to the test'),
  option('--camera', 'take webcam images during the attempt'),
  option('--no-camera', 'take no webcam images'),
  option('--notify <email>', 'whom to tell of completed attempts'),
  option('--no-notify', 'tell nobody'),
  option('--dry-run', 'change nothing, and show when it would be open: the first and last day, and each day on which clocks change'),
] as const;

export const addLinkCommands = (program: Command, context: Context): void => {
  const links = groupOf(
    program,
    context,
    'links',
    'Test links: by which address and when candidates may take a test',
    'Example:\n  assay links create 3 --name "Spring intake"',
  );

  links.remote('list', 'Links of a test, with their join URLs', {
    examples: ['assay links list 3', 'assay links list 3 --json'],
    args: [test],
    run: async () => (await import('./show.ts')).listLinks,
  });

  links.remote('show', 'One link, its dates in its own zone and in UTC', {
    examples: ['assay links show 3 7'],
    args: [test, link],
    run: async () => (await import('./show.ts')).showLink,
  });

  links.remote('create', 'Make a link of a test', {
    examples: [
      'assay links create 3 --name "Spring intake"',
      'assay links create 3 --name "Open day" --access time-bound --zone Europe/Berlin --from "2026-03-01 09:00" --until "2026-03-01 17:00"',
      'assay links create 3 --name "Office hours" --access slot-wise --zone Asia/Tokyo --from "2026-03-01 09:00" --until "2026-03-31 18:00" --invite-only',
    ],
    args: [test],
    options: [mandatory(name), ...settings, option('--no-enabled', 'make it without enabling it')],
    run: async () => (await import('./change.ts')).createLink,
  });

  links.remote('update', 'Change what is named; the rest stays', {
    examples: [
      'assay links update 3 7 --until "2026-03-02 17:00"',
      'assay links update 3 7 --access anytime --no-notify',
      'assay links update 3 7 --confirm-email',
    ],
    args: [test, link],
    options: [name, ...settings],
    run: async () => (await import('./change.ts')).updateLink,
  });

  links.remote('enable', 'Let candidates in by this link', {
    examples: ['assay links enable 3 7'],
    args: [test, link],
    run: async () => (await import('./change.ts')).setEnabled(true),
  });

  links.remote('disable', 'Let nobody in by this link; attempts in progress go on', {
    examples: ['assay links disable 3 7'],
    args: [test, link],
    run: async () => (await import('./change.ts')).setEnabled(false),
  });
};
