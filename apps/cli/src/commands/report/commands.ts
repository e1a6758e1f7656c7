import type { Command } from 'commander';
import type { Context } from '../../support/context.ts';
import { parseAccount, parseId, parseIds } from '../common/arguments.ts';
import { commandsOf, groupOf } from '../common/define.ts';
import { argument, mandatory, option, outputOptions, overwrite, remoteOptions } from '../common/options.ts';

const invitation = argument('<invitation>', 'id of the invitation', parseId);

/** Its own command: it needs a key that may read answers, and reports hold none. */
export const addAnswersCommand = (program: Command, context: Context): void =>
  commandsOf(program, context).command('answers', 'What a candidate answered, with the right answers and how they were graded', {
    examples: [
      'assay answers 12',
      'assay answers 12 --question 3',
      'assay answers 12 --output ana-answers.pdf',
      'assay answers 12 --attempt 1 --json',
    ],
    args: [invitation],
    options: [
      ...remoteOptions,
      option('--question <number>', 'only this question, with its prompt and when its answer was changed', parseId),
      option('--attempt <number>', 'a former attempt, which a reset archived', parseId),
      option('--output <file>', 'save all of it as PDF; - is standard output'),
      overwrite,
    ],
    run: async () => (await import('./answers.ts')).showAnswers,
  });

const addVerifyCommand = (program: Command, context: Context): void =>
  commandsOf(program, context).command('verify', 'Check the signature of a report bundle, and grade its answers again; needs no server', {
    examples: [
      'curl -o keys.json https://assay.example.com/.well-known/assay-keys.json',
      'assay verify report-12.assay.json --keys keys.json --account 7',
      "assay verify report-12.assay.json --keys keys.json --account '7 Acme Hiring'",
    ],
    help:
      'One key signs for all accounts of a server, and an account chooses its name: ask the account for its id (assay account).' +
      '\n\nExit code: 0 verified, 1 not, 2 wrong usage.',
    args: [argument('<file>', 'what `assay report bundle` wrote; - is standard input')],
    options: [
      ...outputOptions,
      mandatory(option('--keys <file>', 'public keys of the server that signed it')),
      option('--account <account>', 'the account that has to be named in it: its id, or id and name', parseAccount),
    ],
    run: async () => (await import('./verify.ts')).verify,
  });

export const addReportCommands = (program: Command, context: Context): void => {
  const report = groupOf(
    program,
    context,
    'report',
    'Reports: figures of an attempt, PDFs of invitations, Excel of a test',
    'Example:\n  assay report show 12\n  assay report pdf 12 --output ana.pdf',
  );

  report.remote('show', 'Score, time and window violations of an invitation', {
    examples: ['assay report show 12'],
    args: [invitation],
    run: async () => (await import('./show.ts')).showReport,
  });

  report.remote('sections', 'Scores by section', {
    examples: ['assay report sections 12', 'assay report sections 12 --json'],
    args: [invitation],
    run: async () => (await import('./show.ts')).showSections,
  });

  report.remote('skills', 'Scores by skill', {
    examples: ['assay report skills 12', 'assay report skills 12 --json'],
    args: [invitation],
    run: async () => (await import('./show.ts')).showSkills,
  });

  report.command('compare', 'Chosen candidates of a test side by side, the best first', {
    examples: [
      'assay report compare 12 13 14',
      "assay report compare 12 13 14 --by 'Scope and values'",
      'assay report compare 12 13 14 --pdf spring.pdf',
    ],
    args: [argument('<invitations...>', 'ids of 2 to 10 invitations to one test', parseIds)],
    options: [
      ...remoteOptions,
      option('--by <section>', 'rank by the scores of this section'),
      option('--pdf <file>', 'save them as PDF; - is standard output'),
      overwrite,
    ],
    run: async () => (await import('./compare.ts')).compareCandidates,
  });

  report.command('code', 'Programs of an invitation, with the verdict of each case', {
    examples: ['assay report code 12', 'assay report code 12 --question 3', 'assay report code 12 --pdf --output ana-programs.pdf'],
    args: [invitation],
    options: [
      ...remoteOptions,
      option('--question <number>', 'only the answer to this question', parseId),
      option('--pdf', 'save them as PDF'),
      option('--output <file>', 'where the PDF goes to; - is standard output (programs-ID.pdf)'),
      overwrite,
    ],
    run: async () => (await import('./code.ts')).reportCode,
  });

  report.command('pdf', 'Reports of invitations as PDF', {
    examples: ['assay report pdf 12', 'assay report pdf 12 --output ana.pdf', 'assay report pdf 12 13 14 --output reports/'],
    args: [argument('<invitations...>', 'ids of invitations', parseIds)],
    options: [
      ...remoteOptions,
      option('--output <file>', 'where to; - is standard output, a directory gets one file for each (invitation-ID.pdf)'),
      overwrite,
    ],
    run: async () => (await import('./download.ts')).downloadPdfs,
  });

  report.command('bundle', 'A report with all that it was graded from, signed: whoever has it can check the grade', {
    examples: ['assay report bundle 12', 'assay report bundle 12 --output ana.assay.json'],
    args: [invitation],
    options: [...remoteOptions, option('--output <file>', 'where to; - is standard output (report-ID.assay.json)'), overwrite],
    run: async () => (await import('./download.ts')).downloadBundle,
  });

  report.command('excel', 'All candidates of a test as Excel', {
    examples: ['assay report excel 3', 'assay report excel 3 --output spring.xlsx', 'assay report excel 3 --answers'],
    args: [argument('<test>', 'id of the test', parseId)],
    options: [
      ...remoteOptions,
      option('--answers', 'what they answered instead, with prompts and right answers; needs a key that may read answers'),
      option('--output <file>', 'where to; - is standard output (test-ID.xlsx or test-ID-answers.xlsx)'),
      overwrite,
    ],
    run: async () => (await import('./download.ts')).downloadExcel,
  });

  addVerifyCommand(program, context);
};
