import type { Command } from 'commander';
import type { Context } from '../../support/context.ts';
import { parseAccount, parseId, parseIds } from '../common/arguments.ts';
import { defineCommand, defineRemote, withOutputOptions, withOverwrite } from '../common/define.ts';
import type { CommonOptions } from '../common/session.ts';
import type { AnswersOptions } from './answers.ts';
import type { CodeOptions } from './code.ts';
import type { CompareOptions } from './compare.ts';
import type { DownloadOptions, ExcelOptions } from './download.ts';
import type { VerifyOptions } from './verify.ts';

/** Its own command: it needs a key that may read answers, and reports hold none. */
export const addAnswersCommand = (program: Command, context: Context): void => {
  withOverwrite(
    defineRemote(program, 'answers', 'What a candidate answered, with the right answers and how they were graded', [
      'assay answers 12',
      'assay answers 12 --question 3',
      'assay answers 12 --output ana-answers.pdf',
      'assay answers 12 --attempt 1 --json',
    ])
      .argument('<invitation>', 'id of the invitation', parseId)
      .option('--question <number>', 'only this question, with its prompt and when its answer was changed', parseId)
      .option('--attempt <number>', 'a former attempt, which a reset archived', parseId)
      .option('--output <file>', 'save all of it as PDF; - is standard output'),
  ).action(async (id: number, options: AnswersOptions) => (await import('./answers.ts')).showAnswers(context, id, options));
};

export const addReportCommands = (program: Command, context: Context): void => {
  const report = program.command('report').description('Reports: figures of an attempt, PDFs of invitations, Excel of a test');
  report.addHelpText('after', '\nExample:\n  assay report show 12\n  assay report pdf 12 --output ana.pdf');

  defineRemote(report, 'show', 'Score, time and window violations of an invitation', ['assay report show 12'])
    .argument('<invitation>', 'id of the invitation', parseId)
    .action(async (id: number, options: CommonOptions) => (await import('./show.ts')).showReport(context, id, options));

  defineRemote(report, 'sections', 'Scores by section', ['assay report sections 12', 'assay report sections 12 --json'])
    .argument('<invitation>', 'id of the invitation', parseId)
    .action(async (id: number, options: CommonOptions) => (await import('./show.ts')).showSections(context, id, options));

  defineRemote(report, 'skills', 'Scores by skill', ['assay report skills 12', 'assay report skills 12 --json'])
    .argument('<invitation>', 'id of the invitation', parseId)
    .action(async (id: number, options: CommonOptions) => (await import('./show.ts')).showSkills(context, id, options));

  withOverwrite(
    defineRemote(report, 'compare', 'Chosen candidates of a test side by side, the best first', [
      'assay report compare 12 13 14',
      "assay report compare 12 13 14 --by 'Scope and values'",
      'assay report compare 12 13 14 --pdf spring.pdf',
    ])
      .argument('<invitations...>', 'ids of 2 to 10 invitations to one test', parseIds)
      .option('--by <section>', 'rank by the scores of this section')
      .option('--pdf <file>', 'save them as PDF; - is standard output'),
  ).action(async (ids: number[], options: CompareOptions) => (await import('./compare.ts')).compareCandidates(context, ids, options));

  withOverwrite(
    defineRemote(report, 'code', 'Programs of an invitation, with the verdict of each case', [
      'assay report code 12',
      'assay report code 12 --question 3',
      'assay report code 12 --pdf --output ana-programs.pdf',
    ])
      .argument('<invitation>', 'id of the invitation', parseId)
      .option('--question <number>', 'only the answer to this question', parseId)
      .option('--pdf', 'save them as PDF')
      .option('--output <file>', 'where the PDF goes to; - is standard output (programs-ID.pdf)'),
  ).action(async (id: number, options: CodeOptions) => (await import('./code.ts')).reportCode(context, id, options));

  withOverwrite(
    defineRemote(report, 'pdf', 'Reports of invitations as PDF', [
      'assay report pdf 12',
      'assay report pdf 12 --output ana.pdf',
      'assay report pdf 12 13 14 --output reports/',
    ])
      .argument('<invitations...>', 'ids of invitations', parseIds)
      .option('--output <file>', 'where to; - is standard output, a directory gets one file for each (invitation-ID.pdf)'),
  ).action(async (ids: number[], options: DownloadOptions) => (await import('./download.ts')).downloadPdfs(context, ids, options));

  withOverwrite(
    defineRemote(report, 'bundle', 'A report with all that it was graded from, signed: whoever has it can check the grade', [
      'assay report bundle 12',
      'assay report bundle 12 --output ana.assay.json',
    ])
      .argument('<invitation>', 'id of the invitation', parseId)
      .option('--output <file>', 'where to; - is standard output (report-ID.assay.json)'),
  ).action(async (id: number, options: DownloadOptions) => (await import('./download.ts')).downloadBundle(context, id, options));

  withOverwrite(
    defineRemote(report, 'excel', 'All candidates of a test as Excel', [
      'assay report excel 3',
      'assay report excel 3 --output spring.xlsx',
      'assay report excel 3 --answers',
    ])
      .argument('<test>', 'id of the test', parseId)
      .option('--answers', 'what they answered instead, with prompts and right answers; needs a key that may read answers')
      .option('--output <file>', 'where to; - is standard output (test-ID.xlsx or test-ID-answers.xlsx)'),
  ).action(async (id: number, options: ExcelOptions) => (await import('./download.ts')).downloadExcel(context, id, options));

  withOutputOptions(
    defineCommand(program, 'verify', 'Check the signature of a report bundle, and grade its answers again; needs no server', [
      'curl -o keys.json https://assay.example.com/.well-known/assay-keys.json',
      'assay verify report-12.assay.json --keys keys.json --account 7',
      "assay verify report-12.assay.json --keys keys.json --account '7 Acme Hiring'",
    ]),
  )
    .argument('<file>', 'what `assay report bundle` wrote; - is standard input')
    .requiredOption('--keys <file>', 'public keys of the server that signed it')
    .option('--account <account>', 'the account that has to be named in it: its id, or id and name', parseAccount)
    .addHelpText(
      'after',
      '\nOne key signs for all accounts of a server, and an account chooses its name: ask the account for its id (assay account).' +
        '\n\nExit code: 0 verified, 1 not, 2 wrong usage.',
    )
    .action(async (file: string, options: VerifyOptions) => (await import('./verify.ts')).verify(context, file, options));
};
