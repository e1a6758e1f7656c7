import { mostPreviewed, type TestFile } from '@assay/domain';
import type { z } from 'zod';
import type { Entries } from '../entry.ts';

const javascriptBasics: z.input<typeof TestFile> = {
  key: 'javascript-basics',
  name: 'JavaScript basics',
  status: 'Active',
  duration: 45,
  sections: [
    {
      name: 'Language',
      duration: 15,
      questions: [
        { kind: 'single-choice', prompt: "What is `2 + '2'`?", marks: 1, options: [{ text: "'22'", correct: true }, { text: '4' }] },
        { kind: 'numeric', prompt: 'How many bits has a byte?', marks: 1, penalty: 0.25, answer: 8 },
        { kind: 'text', prompt: 'Which word declares a constant?', marks: 2, answers: ['const'] },
      ],
    },
    {
      name: 'Programs',
      type: 'coding questions',
      duration: 30,
      questions: [
        {
          kind: 'coding',
          prompt: 'Return the sum of two numbers.',
          marks: 6,
          languages: ['javascript'],
          io: 'function',
          function: { name: 'add', parameters: ['a', 'b'] },
          cases: [
            { name: 'small', args: [1, 2], returns: 3, sample: true },
            { name: 'negative', args: [-5, 5], returns: 0, weight: 2 },
          ],
          solution: { javascript: 'const add = (a, b) => a + b;' },
        },
      ],
    },
  ],
};

export const managedTests = {
  listManagedTests: {
    description: `Tests with their key, version and maximum score, and how many candidates were invited, started and completed. Pass \`nextCursor\` back
as \`cursor\` for the next page. Archived tests are listed only with \`status=Archived\`.`,
    query: { limit: '50', search: 'JavaScript' },
  },
  importTest: {
    description: `Imports a test file. Without \`key\`, or with one that the account does not have, it is a new test; with a known key it is a new version of
that test, and running attempts stay on the version they started with. The same content again changes nothing (\`outcome\` is \`unchanged\`).

Programs of coding questions are run before anything changes: the solution must pass every case and each program of \`wrong\` must not. That may
take two minutes; set the timeout of your client to 150 seconds. A fault in the file is \`400.1\` and names up to 20 places.`,
    body: javascriptBasics,
  },
  getManagedTest: {
    description: 'One test as in the list of the management API.',
    path: { testId: 1 },
  },
  exportTest: {
    description: 'The test file of a version, with every default written out; without `version` the present one. It contains the answers.',
    path: { testId: 1 },
    query: { version: '1' },
  },
  duplicateTest: {
    description: 'A new test with the content of the present version of another one. It is inactive until its status is set.',
    path: { testId: 1 },
    body: { name: 'JavaScript basics, autumn', key: 'javascript-basics-autumn' },
  },
  previewTest: {
    description: 'The questions as candidates see them, with prompts as safe HTML and without the answers. No attempt is made.',
    path: { testId: 1 },
  },
  listTestVersions: {
    description: 'All versions of a test. Attempts pin the version that they started with.',
    path: { testId: 1 },
  },
  getTestStatistics: {
    description: `How the questions of a test work, from all finished attempts of all its versions; a question is the same in two versions that have its id. Candidates
are compared in per cent of the maximum. With \`isComplete\` false there are more attempts than one request counts: send it again. What was counted is kept, so later
requests read only what is new; a regrade begins again. Keys, outcomes and advice are by the keys that grade the attempts now, each attempt by its own; where attempts of a
question are graded by two keys, \`correct\` and \`flags\` are by the newer one, and \`otherKey\` counts those that a regrade would grade by another. The formulas are in the project's \`docs/definitions.md\`.`,
    path: { testId: 1 },
  },
  exportStatisticsPdf: {
    description: `Figures, scores as a drawing, a table of the questions, and for each one that is flagged who chose what and what to do about it. It has first lines
of prompts and options and says which are right, so it is for authors. With more attempts to count than one request does it is refused with 409: read the statistics
until \`isComplete\`, then send it again.`,
    path: { testId: 1 },
  },
  setTestStatus: {
    description: `Sets whether the test can be started. \`Archived\` hides it from lists, and API v2 shows it as \`Inactive\`. Running attempts go on.`,
    path: { testId: 2 },
    body: { status: 'Active' },
  },
  regradeTest: {
    description: `Grades completed attempts of earlier versions again, by keys, marks, tolerances, voids and cases of the present one. Questions are
found by \`id\`; one that candidates read otherwise (kind, prompt, options) keeps its own key. A report changes in one write, those with programs
when these have run. Callbacks are sent again only with \`notify\`, one for each report whose score, total or result changes. With \`dryRun\` nothing is
queued and \`programs\` says how many would run; \`previewRegrade\` tells whose score would change, and who would pass.`,
    path: { testId: 1 },
    body: { dryRun: true, reason: 'The key of question 3 was wrong' },
  },
  previewRegrade: {
    description: `Grades the generated reports of present attempts by the keys of the file in the body, and writes nothing. A page grades at most
${mostPreviewed} reports, so it may hold fewer than \`limit\` and have a \`nextCursor\`. Programs are not run: a report with \`programs\` may change further. Pass marks stay
those of the version that was taken.`,
    path: { testId: 1 },
    query: { limit: '50' },
    body: javascriptBasics,
  },
  getRegrade: {
    description:
      'How far the last regrade is, and the reports of present attempts whose score, maximum or result it changed. Ask again while `regrade.status` is `running`.',
    path: { testId: 1 },
    query: { limit: '50' },
  },
  getLinkSettings: {
    description: 'Settings of a test link that API v2 has no fields for.',
    path: { testLinkId: 1 },
  },
  updateLinkSettings: {
    description: `With \`confirmEmail\` \`1\`, whoever registers at \`/join\` is mailed first, and invited when the mailed address is opened. Registrations by the API
are not affected.`,
    path: { testLinkId: 1 },
    body: { confirmEmail: 1 },
  },
} satisfies Partial<Entries>;
