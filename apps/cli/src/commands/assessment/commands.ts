import { answerLanguages, testStatuses } from '@assay/domain';
import { type Command, InvalidArgumentError } from 'commander';
import type { Context } from '../../support/context.ts';
import { parseId, parseIds, parsePair, shareFrom, wholeNumber } from '../common/arguments.ts';
import { groupOf } from '../common/define.ts';
import { argument, choice, confirmation, option, overwrite, paging, remoteOptions, withDefault } from '../common/options.ts';

const parseKey = (text: string): string => {
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/.test(text)) throw new InvalidArgumentError('It must be lower-case letters, digits, dots and dashes.');
  return text;
};

const test = argument('<test>', 'id of the test', parseId);
const someTests = argument('<tests...>', 'ids of tests', parseIds);

const regradeOptions = [
  option('--reason <text>', 'why, for the timelines of those whom it changes'),
  option('--notify', 'send callbacks again where score or total changes'),
  ...paging,
] as const;

type Group = ReturnType<typeof groupOf>;

const addReadCommands = (tests: Group): void => {
  tests.remote('list', 'Tests of the account, active ones first, with how far their candidates got', {
    examples: ['assay tests list', 'assay tests list --search javascript --status Active', 'assay tests list --all --json'],
    options: [
      ...paging,
      option('--search <text>', 'only those with this in the name or key'),
      choice('--status <status>', 'only those (archived ones are listed only so)', testStatuses),
    ],
    run: async () => (await import('./list.ts')).listTests,
  });

  tests.remote('show', 'One test: sections, key, version, maximum score', {
    examples: ['assay tests show 3'],
    args: [test],
    run: async () => (await import('./show.ts')).showTest,
  });

  tests.remote('regraded', 'How far the last regrade of a test is, whose score it changed, and who passes now', {
    examples: ['assay tests regraded 3', 'assay tests regraded 3 --all --json'],
    args: [test],
    options: paging,
    run: async () => (await import('./regrade.ts')).showRegrade,
  });

  tests.remote('preview', 'The questions as candidates see them; nothing is recorded', {
    examples: ['assay tests preview 3 | less'],
    args: [test],
    run: async () => (await import('./show.ts')).previewTest,
  });

  tests.remote('export', 'The test as a test file (YAML) that can be imported again', {
    examples: ['assay tests export 3 --output javascript.yaml', 'assay tests export 3 --version 2 > before.yaml'],
    args: [test],
    options: [
      option('--output <file>', 'write there instead of printing'),
      overwrite,
      option('--version <n>', 'a former version', wholeNumber(1, 999_999_999)),
    ],
    run: async () => (await import('./export.ts')).exportTest,
  });

  tests.remote('similar', 'Pairs of programs to one question that are alike, with a measure', {
    examples: [
      'assay tests similar 3',
      'assay tests similar 3 --question 2 --at-least 0.5',
      'assay tests similar 3 --question 2 --pair 12,15',
    ],
    args: [test],
    options: [
      option('--question <n>', 'only this question (all that are answered with a program)', wholeNumber(1, 100_000)),
      choice('--language <name>', 'only programs in this language', answerLanguages),
      option('--at-least <share>', 'how alike, 0.1 to 1 (0.7, which unrelated programs seldom are)', shareFrom(0.1)),
      withDefault(option('--limit <n>', 'at most so many pairs for each question', wholeNumber(1, 100)), 50),
      option('--pair <a,b>', 'the programs of two invitations beside each other', parsePair),
    ],
    run: async () => (await import('./similar.ts')).showSimilar,
  });

  tests.command('statistics', 'How the questions of a test work, how reliable it is, and what to look at', {
    examples: ['assay tests statistics 3', 'assay tests statistics 3 --json', 'assay tests statistics 3 --pdf statistics.pdf'],
    args: [test],
    options: [...remoteOptions, option('--pdf <file>', 'save them as PDF; - is standard output'), overwrite],
    run: async () => (await import('./statistics.ts')).showStatistics,
  });
};

const addChangeCommands = (tests: Group): void => {
  tests.command('import', 'Check test files and import them: new tests, or new versions of those with the same key', {
    examples: ['assay tests import javascript.yaml --dry-run', 'assay tests import tests/*.yaml'],
    args: [argument('<files...>', 'test files in YAML, - is standard input; all are checked before any is sent')],
    options: [...remoteOptions, option('--dry-run', 'check, and tell what would change')],
    run: async () => (await import('./import.ts')).importTests,
  });

  tests.remote('activate', 'Let candidates take it', {
    examples: ['assay tests activate 3', 'assay tests activate 3 4 5'],
    args: [someTests],
    run: async () => (await import('./set-status.ts')).setTestStatus('Active'),
  });

  tests.remote('deactivate', 'Let nobody start it; attempts in progress go on', {
    examples: ['assay tests deactivate 3', 'assay tests deactivate 3 4 5'],
    args: [someTests],
    run: async () => (await import('./set-status.ts')).setTestStatus('Inactive'),
  });

  tests.remote('archive', 'Take it out of the lists and let nobody start it', {
    examples: ['assay tests archive 3', 'assay tests archive 3 4 5'],
    args: [someTests],
    options: [confirmation],
    run: async () => (await import('./set-status.ts')).setTestStatus('Archived'),
  });

  tests.command('update', 'Import a corrected file as a new version, and grade completed attempts again by it', {
    examples: [
      'assay tests update javascript.yaml --regrade --dry-run',
      'assay tests update javascript.yaml --regrade --reason "The key of question 3 was wrong" --notify',
    ],
    args: [argument('<file>', 'a test file whose key a test has, - is standard input')],
    options: [
      ...remoteOptions,
      option('--regrade', 'grade the attempts of earlier versions again by the keys, marks and tolerances of the file'),
      option('--dry-run', 'tell what would change; with --regrade: whose score, from what to what, and who would pass'),
      ...regradeOptions,
    ],
    run: async () => (await import('./update.ts')).updateTest,
  });

  tests.remote('regrade', "Grade completed attempts again, by the present version's keys", {
    examples: ['assay tests regrade 3 --dry-run', 'assay tests regrade 3 --reason "The key of question 3 was wrong"'],
    args: [test],
    options: [option('--dry-run', 'tell whose score would change, from what to what, and who would pass'), ...regradeOptions],
    run: async () => (await import('./regrade.ts')).regradeTest,
  });

  tests.remote('duplicate', 'Make an inactive copy to change', {
    examples: ['assay tests duplicate 3', 'assay tests duplicate 3 --name "JavaScript, short" --key javascript-short'],
    args: [test],
    options: [
      option('--name <name>', 'name of the copy (Copy of …)'),
      option('--key <key>', 'key of the copy, by which files update it', parseKey),
    ],
    run: async () => (await import('./set-status.ts')).duplicateTest,
  });
};

export const addTestCommands = (program: Command, context: Context): void => {
  const tests = groupOf(
    program,
    context,
    'tests',
    'Tests: list, import from files, activate, archive, export',
    'Example:\n  assay tests import javascript.yaml\n  assay tests list',
  );
  addReadCommands(tests);
  addChangeCommands(tests);
};
