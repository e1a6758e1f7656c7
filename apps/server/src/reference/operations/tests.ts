import type { Entries } from '../entry.ts';

export const tests = {
  listTests: {
    description:
      'The tests of the account, newest first, without their sections. Archived tests are left out. `testsCount` counts all pages.',
    query: { page_size: '20', page_no: '1' },
  },
  getTest: {
    description: 'One test with its sections in the order in which candidates see them.',
    path: { testId: 1 },
  },
} satisfies Partial<Entries>;
