import { reviewFilters } from '@assay/domain';
import type { Command } from 'commander';
import type { Context } from '../../support/context.ts';
import { choice, parseId, parseMarks, profileOption } from '../common/arguments.ts';
import { defineRemote, withPaging } from '../common/define.ts';
import type { CommonOptions } from '../common/session.ts';
import type { DownloadOptions } from '../report/download.ts';
import type { GradeOptions } from './grade.ts';
import type { ScreenOptions } from './open.ts';
import type { ListReviewsOptions } from './show.ts';

export const addReviewCommands = (program: Command, context: Context): void => {
  const review = program
    .command('review')
    .description('Essays and files: the answers that people grade, and their grades; by itself a screen to grade on')
    .option('--test <id>', 'on the screen: only answers of the test', parseId)
    .addOption(profileOption())
    .action(async (options: ScreenOptions) => (await import('./open.ts')).openReviews(context, options));
  review.addHelpText('after', '\nExample:\n  assay review\n  assay review list\n  assay review show 7\n  assay review grade 7 --marks 4,1');

  withPaging(
    defineRemote(review, 'list', 'What waits for a grade, oldest first, or what is graded', [
      'assay review list',
      'assay review list --test 3 --question 5',
      'assay review list --state graded --all --json',
    ]),
  )
    .addOption(choice('--state <state>', 'only those (open)', reviewFilters))
    .option('--test <id>', 'only answers of the test', parseId)
    .option('--question <number>', 'only answers to this question of the test', parseId)
    .action(async (options: ListReviewsOptions) => (await import('./show.ts')).listReviews(context, options));

  defineRemote(review, 'show', 'An answer with its rubric and its grades', ['assay review show 7'])
    .argument('<review>', 'id of the review', parseId)
    .action(async (id: number, options: CommonOptions) => (await import('./show.ts')).showReview(context, id, options));

  defineRemote(review, 'save', 'Save the file that is the answer', ['assay review save 7', 'assay review save 7 --output answers/'])
    .argument('<review>', 'id of the review', parseId)
    .option('--output <file>', 'where to, - for standard output (review-<id>-<name>)')
    .option('--force', 'overwrite a file that is there')
    .action(async (id: number, options: DownloadOptions) => (await import('./save.ts')).saveReviewFile(context, id, options));

  defineRemote(review, 'claim', 'Keep an answer for half an hour, so that nobody else grades it', ['assay review claim 7'])
    .argument('<review>', 'id of the review', parseId)
    .action(async (id: number, options: CommonOptions) => (await import('./grade.ts')).claimReview(context, id, options));

  defineRemote(review, 'grade', 'Grade an answer by its rubric', [
    'assay review grade 7 --marks 4,1',
    'assay review grade 7 --marks 2,1 --comment "One reason only"',
    'assay review grade 7 --marks 2,0 --reason "Copied from a book"',
  ])
    .argument('<review>', 'id of the review', parseId)
    .requiredOption('--marks <marks>', 'for each criterion those of a level, with commas', parseMarks)
    .option('--comment <text>', 'a remark for the other graders and those who read answers')
    .option('--reason <text>', 'why a report that is generated is corrected')
    .action(async (id: number, options: GradeOptions) => (await import('./grade.ts')).gradeReview(context, id, options));
};
