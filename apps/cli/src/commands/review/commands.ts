import { reviewFilters } from '@assay/domain';
import type { Command } from 'commander';
import type { Context } from '../../support/context.ts';
import { parseId, parseMarks } from '../common/arguments.ts';
import { commandsOf } from '../common/define.ts';
import { argument, choice, mandatory, option, paging, profileOption, remoteOptions, toOption } from '../common/options.ts';
import type { ScreenOptions } from './open.ts';

const id = argument('<review>', 'id of the review', parseId);

export const addReviewCommands = (program: Command, context: Context): void => {
  const group = program
    .command('review')
    .description('Essays and files: the answers that people grade, and their grades; by itself a screen to grade on')
    .addHelpText('after', '\nExample:\n  assay review\n  assay review list\n  assay review show 7\n  assay review grade 7 --marks 4,1')
    .addOption(toOption(option('--test <id>', 'on the screen: only answers of the test', parseId)))
    .addOption(toOption(profileOption))
    .action(async (options: ScreenOptions) => (await import('./open.ts')).openReviews(context, options));
  const review = commandsOf(group, context);

  review.command('list', 'What waits for a grade, oldest first, or what is graded', {
    examples: ['assay review list', 'assay review list --test 3 --question 5', 'assay review list --state graded --all --json'],
    options: [
      ...remoteOptions,
      ...paging,
      choice('--state <state>', 'only those (open)', reviewFilters),
      option('--test <id>', 'only answers of the test', parseId),
      option('--question <number>', 'only answers to this question of the test', parseId),
    ],
    run: async () => (await import('./show.ts')).listReviews,
  });

  review.remote('show', 'An answer with its rubric and its grades', {
    examples: ['assay review show 7'],
    args: [id],
    run: async () => (await import('./show.ts')).showReview,
  });

  review.command('save', 'Save the file that is the answer', {
    examples: ['assay review save 7', 'assay review save 7 --output answers/'],
    args: [id],
    options: [
      ...remoteOptions,
      option('--output <file>', 'where to, - for standard output (review-<id>-<name>)'),
      option('--force', 'overwrite a file that is there'),
    ],
    run: async () => (await import('./save.ts')).saveReviewFile,
  });

  review.remote('claim', 'Keep an answer for half an hour, so that nobody else grades it', {
    examples: ['assay review claim 7'],
    args: [id],
    run: async () => (await import('./grade.ts')).claimReview,
  });

  review.remote('grade', 'Grade an answer by its rubric', {
    examples: [
      'assay review grade 7 --marks 4,1',
      'assay review grade 7 --marks 2,1 --comment "One reason only"',
      'assay review grade 7 --marks 2,0 --reason "Copied from a book"',
    ],
    args: [id],
    options: [
      mandatory(option('--marks <marks>', 'for each criterion those of a level, with commas', parseMarks)),
      option('--comment <text>', 'a remark for the other graders and those who read answers'),
      option('--reason <text>', 'why a report that is generated is corrected'),
    ],
    run: async () => (await import('./grade.ts')).gradeReview,
  });
};
