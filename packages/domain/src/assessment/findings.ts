import { z } from 'zod';
import { type Measured, secondsRule } from '../coding/time-limits.ts';
import { type AskedLimits, languagesWith } from '../questions/coding/question.ts';
import { named } from '../wire/named.ts';
import type { StoredDefinition } from './test-file.ts';

/**
 * What an import accepts and an author should look at. `untried-harness`: no solution has passed it, so perhaps nobody can.
 * `slow-solution`: it comes so near to its author's limit that an honest program may not keep it.
 */
export const findingCodes = ['untried-harness', 'slow-solution'] as const;

export const Finding = named('Finding', 'What an author should look at.', {
  code: z
    .enum(findingCodes)
    .describe(
      '`untried-harness`: no solution has passed the harness. `slow-solution`: a solution took more than a third of the seconds that its author allows; only an import that runs it finds that.',
    ),
  path: z.string().max(200).describe('Where it is in the test file.'),
  message: z.string().max(500).describe('What is found, and what to do.'),
});
export type Finding = z.output<typeof Finding>;

/** An author mends the first ones first. */
export const mostFindings = 100;

/** What a file shows by itself, without a run of its programs. */
export const findingsOf = ({ sections }: Pick<StoredDefinition, 'sections'>): readonly Finding[] =>
  sections
    .flatMap(({ questions }, section) =>
      questions.flatMap((question, index): Finding[] => {
        if (question.kind !== 'coding' || question.io !== 'harness') return [];
        const untried = languagesWith(question.harness).filter((language) => question.solution[language] === undefined);
        return untried.map((language) => ({
          code: 'untried-harness',
          path: `sections[${section}].questions[${index}].harness.${language}`,
          message: `no solution shows that it can be passed; give the question solution.${language}`,
        }));
      }),
    )
    .slice(0, mostFindings);

/** The finding of a solution that takes more of its author's limit than a limit that comes from the solution would let it. */
export const slowSolution = (
  question: string,
  { seconds }: Pick<AskedLimits, 'seconds'>,
  solution: string,
  measured: readonly Measured[],
): Finding | undefined => {
  const slowest = Math.max(0, ...measured.map((one) => one.seconds));
  if (seconds === null || slowest * secondsRule.factor <= seconds) return undefined;
  const took = `${solution} took ${Number(slowest.toFixed(2))} s, more than a third of the limit of ${seconds} s`;
  const what = `raise the limit, or leave it out: it is then ${secondsRule.factor} times what the solution takes`;
  return {
    code: 'slow-solution',
    path: `${question}.limits.seconds`,
    message: `${took}, so that a right program which is not as quick may fail; ${what}`,
  };
};
