import { type CandidateOperation, joinOperations, type Operation, operations, takeOperations } from '@assay/domain';
import type { AnyEntry, Entries } from './entry.ts';
import { joining, taking } from './operations/candidate.ts';
import { deliveries } from './operations/deliveries.ts';
import { invitations } from './operations/invitations.ts';
import { keysAndAccount } from './operations/keys-and-account.ts';
import { managedInvitations } from './operations/managed-invitations.ts';
import { managedTests } from './operations/managed-tests.ts';
import { reports } from './operations/reports.ts';
import { reviews } from './operations/reviews.ts';
import { submissions } from './operations/submissions.ts';
import { testLinks } from './operations/test-links.ts';
import { tests } from './operations/tests.ts';

const subjectsOf = {
  Tests: { words: 'The tests of the account.', entries: tests },
  'Test links': { words: 'Access points to a test, with rules for when it may be taken.', entries: testLinks },
  Invitations: { words: 'Candidates and the URLs where they take a test.', entries: invitations },
  Reports: { words: 'What came of an attempt, as figures, PDF and Excel.', entries: reports },
  'Test files and versions': { words: 'Importing, correcting and archiving tests, and settings of their links.', entries: managedTests },
  'Invitations and attempts': { words: 'Inviting by mail, watching, extra time, resets.', entries: managedInvitations },
  'Submissions and images': { words: 'What candidates wrote, and what the webcam recorded.', entries: submissions },
  Reviews: { words: 'Essays and files: the answers that people grade by a rubric, and their grades.', entries: reviews },
  Deliveries: { words: 'Callbacks and mails: what was sent, and sending it again; the secrets that sign callbacks.', entries: deliveries },
  'Keys and account': { words: 'API keys, the audit of changes, the account and its time zones.', entries: keysAndAccount },
  'Taking a test': {
    words:
      'What the candidate’s page sends. The token of the take URL is the only credential; it is no API key, and an API key opens nothing here. ' +
      'For programs that show the test in a page of their own.',
    entries: taking,
  },
  Joining: { words: 'Registering with the access key of a test or a link, without an API key.', entries: joining },
} as const;

export type Tag = keyof typeof subjectsOf;

/** How the tags are grouped in a table of contents. */
export const tagGroups: readonly { readonly name: string; readonly tags: readonly Tag[] }[] = [
  { name: 'API v2', tags: ['Tests', 'Test links', 'Invitations', 'Reports'] },
  {
    name: 'Management',
    tags: ['Test files and versions', 'Invitations and attempts', 'Submissions and images', 'Reviews', 'Deliveries', 'Keys and account'],
  },
  { name: 'Candidates', tags: ['Taking a test', 'Joining'] },
];

// The compiler refuses a contract that has an operation more than the reference.
const entries: Entries = {
  ...tests,
  ...testLinks,
  ...invitations,
  ...reports,
  ...managedTests,
  ...managedInvitations,
  ...submissions,
  ...reviews,
  ...deliveries,
  ...keysAndAccount,
  ...taking,
  ...joining,
};

export type Described = (
  | { readonly by: 'key'; readonly operation: Operation }
  | { readonly by: 'candidate'; readonly operation: CandidateOperation }
) & { readonly tag: Tag; readonly entry: AnyEntry };

const candidateOperations: Readonly<Record<string, CandidateOperation>> = { ...takeOperations, ...joinOperations };
const apiOperations: Readonly<Record<string, Operation>> = operations;

const describedAs = (name: string, tag: Tag): Described => {
  // The cast holds because an entry only has fewer fields than the widest one.
  const entry = entries[name as keyof Entries] as AnyEntry;
  const operation = apiOperations[name];
  if (operation !== undefined) return { by: 'key', operation, tag, entry };
  const ofCandidate = candidateOperations[name];
  if (ofCandidate === undefined) throw new Error(`the contract has no ${name}`);
  return { by: 'candidate', operation: ofCandidate, tag, entry };
};

export const subjects: readonly { readonly tag: Tag; readonly words: string; readonly operations: readonly Described[] }[] = Object.entries(
  subjectsOf,
).map(([tag, { words, entries: own }]) => ({
  tag: tag as Tag,
  words,
  operations: Object.keys(own).map((name) => describedAs(name, tag as Tag)),
}));

export const described: readonly Described[] = subjects.flatMap(({ operations: list }) => list);
