import type { Command } from 'commander';
import type { Context } from '../../support/context.ts';
import { parseId } from '../common/arguments.ts';
import { defineRemote } from '../common/define.ts';
import type { CommonOptions } from '../common/session.ts';
import type { DownloadOptions } from './download.ts';

export const addReportCommands = (program: Command, context: Context): void => {
  const report = program.command('report').description('Reports: figures of an attempt, PDF of an invitation, Excel of a test');
  report.addHelpText('after', '\nExample:\n  assay report show 12\n  assay report pdf 12 --output ana.pdf');

  defineRemote(report, 'show', 'Score, time and window violations of an invitation', ['assay report show 12'])
    .argument('<invitation>', 'id of the invitation', parseId)
    .action(async (id: number, options: CommonOptions) => (await import('./show.ts')).showReport(context, id, options));

  defineRemote(report, 'sections', 'Scores by section', ['assay report sections 12', 'assay report sections 12 --json'])
    .argument('<invitation>', 'id of the invitation', parseId)
    .action(async (id: number, options: CommonOptions) => (await import('./show.ts')).showSections(context, id, options));

  defineRemote(report, 'pdf', 'The report of an invitation as PDF', ['assay report pdf 12', 'assay report pdf 12 --output ana.pdf'])
    .argument('<invitation>', 'id of the invitation', parseId)
    .option('--output <file>', 'where to; - is standard output (invitation-ID.pdf)')
    .action(async (id: number, options: DownloadOptions) => (await import('./download.ts')).downloadPdf(context, id, options));

  defineRemote(report, 'excel', 'All candidates of a test as Excel', ['assay report excel 3', 'assay report excel 3 --output spring.xlsx'])
    .argument('<test>', 'id of the test', parseId)
    .option('--output <file>', 'where to; - is standard output (test-ID.xlsx)')
    .action(async (id: number, options: DownloadOptions) => (await import('./download.ts')).downloadExcel(context, id, options));
};
