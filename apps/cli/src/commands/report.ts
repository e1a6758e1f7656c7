import type { Command } from 'commander';
import { parseId } from './support/arguments.ts';
import type { CommonOptions } from './support/session.ts';
import { remote } from './support/verb.ts';
import type { World } from './support/world.ts';

export type DownloadOptions = CommonOptions & { readonly output?: string };

export const registerReport = (program: Command, world: World): void => {
  const report = program.command('report').description('Reports: figures of an attempt, PDF of an invitation, Excel of a test');
  report.addHelpText('after', '\nExample:\n  assay report show 12\n  assay report pdf 12 --output ana.pdf');

  remote(report, 'show', 'Score, time and window violations of an invitation', ['assay report show 12'])
    .argument('<invitation>', 'id of the invitation', parseId)
    .action(async (id: number, options: CommonOptions) => (await import('./report/show.ts')).showReport(world, id, options));

  remote(report, 'sections', 'Scores by section', ['assay report sections 12', 'assay report sections 12 --json'])
    .argument('<invitation>', 'id of the invitation', parseId)
    .action(async (id: number, options: CommonOptions) => (await import('./report/show.ts')).showSections(world, id, options));

  remote(report, 'pdf', 'The report of an invitation as PDF', ['assay report pdf 12', 'assay report pdf 12 --output ana.pdf'])
    .argument('<invitation>', 'id of the invitation', parseId)
    .option('--output <file>', 'where to; - is standard output (invitation-ID.pdf)')
    .action(async (id: number, options: DownloadOptions) => (await import('./report/download.ts')).downloadPdf(world, id, options));

  remote(report, 'excel', 'All candidates of a test as Excel', ['assay report excel 3', 'assay report excel 3 --output spring.xlsx'])
    .argument('<test>', 'id of the test', parseId)
    .option('--output <file>', 'where to; - is standard output (test-ID.xlsx)')
    .action(async (id: number, options: DownloadOptions) => (await import('./report/download.ts')).downloadExcel(world, id, options));
};
