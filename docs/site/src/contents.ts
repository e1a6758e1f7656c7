/** A page that is not there yet is left out of the site; a page that no group names fails a test. */
type Group = { readonly title: string; readonly pages: readonly string[] };

/** The order of the site. Pages are named by their place in the repository; README.md gives the first page its text. */
export const contents: readonly Group[] = [
  { title: 'Start', pages: ['README.md', 'docs/first-hour.md'] },
  {
    title: 'Integrators',
    pages: ['docs/integrating.md', 'docs/callbacks.md', 'docs/refusals.md', 'docs/clients.md', 'docs/moving-from-hosted.md'],
  },
  { title: 'Authors', pages: ['docs/test-files.md', 'docs/languages.md'] },
  { title: 'Recruiters and candidates', pages: ['docs/recruiting.md', 'docs/definitions.md', 'docs/candidates.md'] },
  {
    title: 'Operators',
    pages: [
      'docs/installing.md',
      'docs/operating.md',
      'docs/monitoring.md',
      'docs/backup-and-upgrade.md',
      'docs/security.md',
      'docs/performance.md',
    ],
  },
  { title: 'Compare', pages: ['docs/comparison.md'] },
  { title: 'How it is made', pages: ['docs/architecture.md', 'docs/testing.md', 'docs/dependencies.md', 'docs/decisions'] },
];
