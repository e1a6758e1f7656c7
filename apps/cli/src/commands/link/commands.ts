import type { Command } from 'commander';
import type { Context } from '../../support/context.ts';
import { choice, parseId } from '../common/arguments.ts';
import { defineRemote } from '../common/define.ts';
import type { CommonOptions } from '../common/session.ts';
import { accessModes } from './access-mode.ts';
import type { LinkOptions } from './change.ts';

const withLinkOptions = (command: Command): Command =>
  command
    .addOption(
      choice(
        '--access <mode>',
        'anytime; time-bound: once, from … until; slot-wise: every day between the two times of day, by the clocks of its zone',
        accessModes,
      ),
    )
    .option('--from <time>', 'when it opens: "2026-03-01 09:00" in the zone of the link, or with an offset: 2026-03-01T09:00Z')
    .option('--until <time>', 'when it closes, likewise')
    .option('--zone <zone>', 'IANA name, Windows name or id of a time zone (see: assay timezones)')
    .option('--invite-only', 'only candidates who are invited may take it')
    .option('--no-invite-only', 'anyone with the join URL may register')
    .option('--confirm-email', 'people who register by the join URL confirm a mail before the test')
    .option('--no-confirm-email', 'people who register by the join URL go straight to the test')
    .option('--camera', 'take webcam images during the attempt')
    .option('--no-camera', 'take no webcam images')
    .option('--notify <email>', 'whom to tell of completed attempts')
    .option('--no-notify', 'tell nobody')
    .option('--dry-run', 'change nothing, and show when it would be open: the first and last day, and each day on which clocks change');

const addReadCommands = (links: Command, context: Context): void => {
  defineRemote(links, 'list', 'Links of a test, with their join URLs', ['assay links list 3', 'assay links list 3 --json'])
    .argument('<test>', 'id of the test', parseId)
    .action(async (testId: number, options: CommonOptions) => (await import('./show.ts')).listLinks(context, testId, options));

  defineRemote(links, 'show', 'One link, its dates in its own zone and in UTC', ['assay links show 3 7'])
    .argument('<test>', 'id of the test', parseId)
    .argument('<link>', 'id of the link', parseId)
    .action(async (testId: number, testLinkId: number, options: CommonOptions) =>
      (await import('./show.ts')).showLink(context, { testId, testLinkId }, options),
    );
};

export const addLinkCommands = (program: Command, context: Context): void => {
  const links = program.command('links').description('Test links: by which address and when candidates may take a test');
  links.addHelpText('after', '\nExample:\n  assay links create 3 --name "Spring intake"');
  addReadCommands(links, context);

  withLinkOptions(
    defineRemote(links, 'create', 'Make a link of a test', [
      'assay links create 3 --name "Spring intake"',
      'assay links create 3 --name "Open day" --access time-bound --zone Europe/Berlin --from "2026-03-01 09:00" --until "2026-03-01 17:00"',
      'assay links create 3 --name "Office hours" --access slot-wise --zone Asia/Tokyo --from "2026-03-01 09:00" --until "2026-03-31 18:00" --invite-only',
    ])
      .argument('<test>', 'id of the test', parseId)
      .requiredOption('--name <name>', 'name of the link'),
  )
    .option('--no-enabled', 'make it without enabling it')
    .action(async (testId: number, options: LinkOptions) => (await import('./change.ts')).createLink(context, testId, options));

  withLinkOptions(
    defineRemote(links, 'update', 'Change what is named; the rest stays', [
      'assay links update 3 7 --until "2026-03-02 17:00"',
      'assay links update 3 7 --access anytime --no-notify',
      'assay links update 3 7 --confirm-email',
    ])
      .argument('<test>', 'id of the test', parseId)
      .argument('<link>', 'id of the link', parseId)
      .option('--name <name>', 'name of the link'),
  ).action(async (testId: number, testLinkId: number, options: LinkOptions) =>
    (await import('./change.ts')).updateLink(context, { testId, testLinkId }, options),
  );

  const addSwitch = (name: string, summary: string, enabled: boolean): void => {
    defineRemote(links, name, summary, [`assay links ${name} 3 7`])
      .argument('<test>', 'id of the test', parseId)
      .argument('<link>', 'id of the link', parseId)
      .action(async (testId: number, testLinkId: number, options: CommonOptions) =>
        (await import('./change.ts')).updateLink(context, { testId, testLinkId }, { ...options, enabled }),
      );
  };
  addSwitch('enable', 'Let candidates in by this link', true);
  addSwitch('disable', 'Let nobody in by this link; attempts in progress go on', false);
};
