import { answerLanguages, type ManagedTestStatus, testStatuses } from '@assay/domain';
import { type Command, InvalidArgumentError } from 'commander';
import type { Context } from '../../support/context.ts';
import { choice, parseId, parseIds, parsePair, shareFrom, wholeNumber } from '../common/arguments.ts';
import { defineRemote, withConfirmation, withOverwrite, withPaging } from '../common/define.ts';
import type { CommonOptions } from '../common/session.ts';
import type { ExportOptions } from './export.ts';
import type { ImportOptions } from './import.ts';
import type { ListTestsOptions } from './list.ts';
import type { RegradedOptions, RegradeOptions } from './regrade.ts';
import type { ConfirmedOptions, DuplicateOptions } from './set-status.ts';
import type { SimilarOptions } from './similar.ts';
import type { StatisticsOptions } from './statistics.ts';
import type { UpdateOptions } from './update.ts';

const parseKey = (text: string): string => {
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/.test(text)) throw new InvalidArgumentError('It must be lower-case letters, digits, dots and dashes.');
  return text;
};

const addReadCommands = (tests: Command, context: Context): void => {
  withPaging(
    defineRemote(tests, 'list', 'Tests of the account, active ones first, with how far their candidates got', [
      'assay tests list',
      'assay tests list --search javascript --status Active',
      'assay tests list --all --json',
    ]),
  )
    .option('--search <text>', 'only those with this in the name or key')
    .addOption(choice('--status <status>', 'only those (archived ones are listed only so)', testStatuses))
    .action(async (options: ListTestsOptions) => (await import('./list.ts')).listTests(context, options));

  defineRemote(tests, 'show', 'One test: sections, key, version, maximum score', ['assay tests show 3'])
    .argument('<test>', 'id of the test', parseId)
    .action(async (testId: number, options: CommonOptions) => (await import('./show.ts')).showTest(context, testId, options));

  withPaging(
    defineRemote(tests, 'regraded', 'How far the last regrade of a test is, whose score it changed, and who passes now', [
      'assay tests regraded 3',
      'assay tests regraded 3 --all --json',
    ]).argument('<test>', 'id of the test', parseId),
  ).action(async (testId: number, options: RegradedOptions) => (await import('./regrade.ts')).showRegrade(context, testId, options));

  defineRemote(tests, 'preview', 'The questions as candidates see them; nothing is recorded', ['assay tests preview 3 | less'])
    .argument('<test>', 'id of the test', parseId)
    .action(async (testId: number, options: CommonOptions) => (await import('./show.ts')).previewTest(context, testId, options));

  withOverwrite(
    defineRemote(tests, 'export', 'The test as a test file (YAML) that can be imported again', [
      'assay tests export 3 --output javascript.yaml',
      'assay tests export 3 --version 2 > before.yaml',
    ])
      .argument('<test>', 'id of the test', parseId)
      .option('--output <file>', 'write there instead of printing'),
  )
    .option('--version <n>', 'a former version', wholeNumber(1, 999_999_999))
    .action(async (testId: number, options: ExportOptions) => (await import('./export.ts')).exportTest(context, testId, options));
};

const addSimilarCommand = (tests: Command, context: Context): void => {
  defineRemote(tests, 'similar', 'Pairs of programs to one question that are alike, with a measure', [
    'assay tests similar 3',
    'assay tests similar 3 --question 2 --at-least 0.5',
    'assay tests similar 3 --question 2 --pair 12,15',
  ])
    .argument('<test>', 'id of the test', parseId)
    .option('--question <n>', 'only this question (all that are answered with a program)', wholeNumber(1, 100_000))
    .addOption(choice('--language <name>', 'only programs in this language', answerLanguages))
    .option('--at-least <share>', 'how alike, 0.1 to 1 (0.7, which unrelated programs seldom are)', shareFrom(0.1))
    .option('--limit <n>', 'at most so many pairs for each question', wholeNumber(1, 100), 50)
    .option('--pair <a,b>', 'the programs of two invitations beside each other', parsePair)
    .action(async (testId: number, options: SimilarOptions) => (await import('./similar.ts')).showSimilar(context, testId, options));
};

const addStatisticsCommand = (tests: Command, context: Context): void => {
  withOverwrite(
    defineRemote(tests, 'statistics', 'How the questions of a test work, how reliable it is, and what to look at', [
      'assay tests statistics 3',
      'assay tests statistics 3 --json',
      'assay tests statistics 3 --pdf statistics.pdf',
    ])
      .argument('<test>', 'id of the test', parseId)
      .option('--pdf <file>', 'save them as PDF; - is standard output'),
  ).action(async (testId: number, options: StatisticsOptions) =>
    (await import('./statistics.ts')).showStatistics(context, testId, options),
  );
};

const withRegrade = (command: Command): Command =>
  withPaging(
    command
      .option('--reason <text>', 'why, for the timelines of those whom it changes')
      .option('--notify', 'send callbacks again where score or total changes'),
  );

const addChangeCommands = (tests: Command, context: Context): void => {
  defineRemote(tests, 'import', 'Check test files and import them: new tests, or new versions of those with the same key', [
    'assay tests import javascript.yaml --dry-run',
    'assay tests import tests/*.yaml',
  ])
    .argument('<files...>', 'test files in YAML, - is standard input; all are checked before any is sent')
    .option('--dry-run', 'check, and tell what would change')
    .action(async (files: string[], options: ImportOptions) => (await import('./import.ts')).importTests(context, files, options));

  const addStatusChange = (name: string, summary: string, status: ManagedTestStatus): Command =>
    defineRemote(tests, name, summary, [`assay tests ${name} 3`, `assay tests ${name} 3 4 5`])
      .argument('<tests...>', 'ids of tests', parseIds)
      .action(async (testIds: number[], options: ConfirmedOptions) =>
        (await import('./set-status.ts')).setTestStatus(context, { testIds, status }, options),
      );
  addStatusChange('activate', 'Let candidates take it', 'Active');
  addStatusChange('deactivate', 'Let nobody start it; attempts in progress go on', 'Inactive');
  withConfirmation(addStatusChange('archive', 'Take it out of the lists and let nobody start it', 'Archived'));

  withRegrade(
    defineRemote(tests, 'update', 'Import a corrected file as a new version, and grade completed attempts again by it', [
      'assay tests update javascript.yaml --regrade --dry-run',
      'assay tests update javascript.yaml --regrade --reason "The key of question 3 was wrong" --notify',
    ])
      .argument('<file>', 'a test file whose key a test has, - is standard input')
      .option('--regrade', 'grade the attempts of earlier versions again by the keys, marks and tolerances of the file')
      .option('--dry-run', 'tell what would change; with --regrade: whose score, from what to what, and who would pass'),
  ).action(async (file: string, options: UpdateOptions) => (await import('./update.ts')).updateTest(context, file, options));

  withRegrade(
    defineRemote(tests, 'regrade', "Grade completed attempts again, by the present version's keys", [
      'assay tests regrade 3 --dry-run',
      'assay tests regrade 3 --reason "The key of question 3 was wrong"',
    ])
      .argument('<test>', 'id of the test', parseId)
      .option('--dry-run', 'tell whose score would change, from what to what, and who would pass'),
  ).action(async (testId: number, options: RegradeOptions) => (await import('./regrade.ts')).regradeTest(context, testId, options));

  defineRemote(tests, 'duplicate', 'Make an inactive copy to change', [
    'assay tests duplicate 3',
    'assay tests duplicate 3 --name "JavaScript, short" --key javascript-short',
  ])
    .argument('<test>', 'id of the test', parseId)
    .option('--name <name>', 'name of the copy (Copy of …)')
    .option('--key <key>', 'key of the copy, by which files update it', parseKey)
    .action(async (testId: number, options: DuplicateOptions) => (await import('./set-status.ts')).duplicateTest(context, testId, options));
};

export const addTestCommands = (program: Command, context: Context): void => {
  const tests = program.command('tests').description('Tests: list, import from files, activate, archive, export');
  tests.addHelpText('after', '\nExample:\n  assay tests import javascript.yaml\n  assay tests list');
  addReadCommands(tests, context);
  addSimilarCommand(tests, context);
  addStatisticsCommand(tests, context);
  addChangeCommands(tests, context);
};
