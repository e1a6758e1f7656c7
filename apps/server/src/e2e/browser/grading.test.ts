import { fileURLToPath } from 'node:url';
import { type Answer, gradeBundle, graderVersion, paperOf, type ReportBundle, type StoredDefinition, verdicts } from '@assay/domain';
import fc from 'fast-check';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { describeInBrowser } from './support/browser.ts';
import { launch, usualBrowser } from './support/chromium.ts';

const worth = fc.record({
  marks: fc.integer({ min: 1, max: 1000 }).map((one) => one / 100),
  penalty: fc.constantFrom(0, 0.1, 0.25, 1 / 3),
});
const optionIds = [...'abcdefg'];
/** What case folding, normalization and white space do to text differs between engines if anything does. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    'Straße',
    'STRASSE',
    'İstanbul',
    'ﬁn',
    'ΣΊΣΥΦΟΣ',
    'σίσυφος',
    'Ångström',
    'A\u030angstro\u0308m',
    ' don’t\u00a0',
    "don't",
    'ǅ',
    '\u1e9e',
  ),
);
const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), fc.constantFrom(0, -0, 0.1, 0.3, 1e-9));
const verdict = fc.constantFrom(...verdicts.filter((one) => one !== 'not-run'));

const options = fc
  .subarray(optionIds, { minLength: 1 })
  .map((right) => optionIds.map((optionId) => ({ optionId, text: optionId, correct: right.includes(optionId) })));
const weights = fc.array(fc.constantFrom(0.1, 0.5, 1, 3, 7), { minLength: 1, maxLength: 6 });

/** A question, an answer to it, and the verdicts where the answer is a program. */
const asked = fc.oneof(
  fc.record({ worth, options, answer: fc.subarray(optionIds) }).map(({ worth, options, answer }) => ({
    question: { ...worth, kind: 'multiple-choice', options },
    answer: answer as Answer,
    found: null,
  })),
  fc.record({ worth, right: number, tolerance: fc.constantFrom(0, 0.05, 1e-9), off: fc.constantFrom(0, 0.05, 1e-9, 0.1) }).map((one) => ({
    question: { ...one.worth, kind: 'numeric', answer: one.right, tolerance: one.tolerance },
    answer: (one.right + one.off) as Answer,
    found: null,
  })),
  fc.record({ worth, answers: fc.array(text, { minLength: 1, maxLength: 3 }), answer: text }).map(({ worth, answers, answer }) => ({
    question: { ...worth, kind: 'text', answers },
    answer: answer as Answer,
    found: null,
  })),
  weights.chain((list) =>
    fc.record({ worth, found: fc.array(verdict, { minLength: list.length, maxLength: list.length }) }).map(({ worth, found }) => ({
      question: {
        ...worth,
        kind: 'coding',
        io: 'stdio',
        cases: list.map((weight, index) => ({ name: String(index), sample: false, weight, input: '', output: '' })),
        allOrNothing: false,
      },
      answer: { language: 'python', source: 'print(1)' } as Answer,
      found,
    })),
  ),
);

const at = (milliseconds: number): string => new Date(milliseconds).toISOString();

const attempt = { list: fc.array(asked, { minLength: 1, maxLength: 12 }), left: fc.array(fc.nat(100_000), { maxLength: 6 }) };

/** Without a result: that is what both compute. */
const bundle = fc.record(attempt).map(
  ({ list, left }): Omit<ReportBundle, 'result'> => ({
    version: 1,
    grader: graderVersion,
    server: 'https://assay.example',
    issuedAt: at(0),
    account: { accountId: 1, name: 'Acme' },
    testInvitationId: 1,
    attempt: 1,
    candidate: { fullName: 'Ana', emailId: 'ana@example.com', nameAtCompletion: 'Ana' },
    test: { testId: 1, key: null, name: 'All', version: 1 },
    startedAt: at(0),
    completedAt: at(100_000),
    completedBy: 'candidate',
    // The cast holds for grading, which reads no other fields of a question.
    paper: paperOf({
      name: 'All',
      duration: 60,
      sections: [
        {
          name: 'All',
          type: 'general questions',
          duration: 0,
          questions: list.map(({ question }, index) => ({ ...question, questionId: index + 1, prompt: '' })),
        },
      ],
    } as unknown as StoredDefinition),
    answers: list.map(({ answer }, index) => ({ questionId: index + 1, answer, late: index % 5 === 4 })),
    programs: list.flatMap(({ found }, index) =>
      found === null
        ? []
        : [
            {
              questionId: index + 1,
              testVersion: 1,
              language: 'python' as const,
              engine: 'embedded',
              version: '3.14',
              limits: { seconds: 1, memory: 64, from: { seconds: 'author' as const, memory: 'author' as const } },
              cases: found.map((one) => ({
                name: '1',
                verdict: one,
                seconds: 0,
                memory: null,
                time: { rule: 'quickest of at most 3 within 15 %' as const, limit: 1, tries: [0] },
              })),
            },
          ],
    ),
    reviews: [],
    events: left.map((one, index) => ({ type: index % 2 === 0 ? ('left' as const) : ('returned' as const), at: at(one) })),
  }),
);

/** The grading of the domain as a script for a page. */
const gradingScript = async (): Promise<string> => {
  const domain = fileURLToPath(new URL('../../../../../packages/domain/src/index.ts', import.meta.url));
  const built = await rolldown({
    input: domain,
    platform: 'browser',
    resolve: { conditionNames: ['@assay/source', 'browser', 'import', 'default'] },
  });
  const { output } = await built.generate({ format: 'iife', name: 'assayDomain' });
  return output[0].code;
};

type Page = { readonly assayDomain: { readonly gradeBundle: typeof gradeBundle } };

describeInBrowser('grading', {}, () => {
  it('gives the same bytes in Chromium as in Node', async () => {
    const bundles = fc.sample(bundle, { numRuns: 1000, seed: 16 });
    const texts = bundles.map((one) => JSON.stringify(one));
    const here = texts.map((one) => JSON.stringify(gradeBundle(JSON.parse(one))));
    const browser = await launch(usualBrowser);
    try {
      const page = await browser.newPage();
      await page.addScriptTag({ content: await gradingScript() });
      const there = await page.evaluate(
        (list) => list.map((one) => JSON.stringify((globalThis as unknown as Page).assayDomain.gradeBundle(JSON.parse(one)))),
        texts,
      );
      expect(there).toEqual(here);
      // Not all blank, not all alike.
      expect(new Set(here).size).toBeGreaterThan(900);
      for (const outcome of ['right', 'partial', 'wrong', 'blank']) expect(here.join()).toContain(`"${outcome}"`);
    } finally {
      await browser.close();
    }
  });
});
