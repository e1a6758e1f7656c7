import { z } from 'zod';
import { voids } from '../questions/question-fields.ts';
import { atMost, bounds } from '../wire/fields.ts';
import { WireId } from '../wire/ids.ts';
import { named } from '../wire/named.ts';
import { ReportFigures } from './figures.ts';
import { questionOutcomes, testResults } from './report-status.ts';

export const mostComparedCandidates = 10;

const idsRule = `must be 1 to ${mostComparedCandidates} ids of invitations with commas between them`;

/** The ids in `1,2,3`, each once. */
export const invitationsIn = (text: string): readonly number[] => [...new Set(text.split(',').map(Number))];

export const CompareQuery = z.object({
  invitations: z
    .string({ error: idsRule })
    .check(atMost(16 * mostComparedCandidates, idsRule))
    .regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/, idsRule)
    .refine((text) => invitationsIn(text).length <= mostComparedCandidates, idsRule)
    .meta({
      description: `Ids of 1 to ${mostComparedCandidates} invitations to this test, with commas between them.`,
      override: { type: 'string', maxLength: 16 * mostComparedCandidates },
    }),
  by: z
    .string()
    .check(atMost(bounds.name, `must be at most ${bounds.name} characters`))
    .optional()
    .describe('Name of the section that ranks; left out for the whole test.'),
});

/** Scores have at most two decimals, which a JSON number carries exactly. */
const sectionOf = named('ComparedSection', 'Marks of a section.', {
  sectionName: z.string(),
  candidateScore: z.number().describe('Marks of the candidate; may be negative.'),
  sectionScore: z.number().describe('Maximum of the section.'),
  passPercent: z.string().nullable().describe('Pass mark of the section, in per cent: an exact decimal in text; null without one.'),
  result: z.enum(testResults).nullable().describe('Whether the section reaches its pass mark; null without one.'),
  meanPercent: z.number().nullable().describe('Mean of all who finished the test, in per cent of the maximum; null until twenty have.'),
});

const questionOf = named('ComparedResult', 'What came of a question.', {
  id: z.string().describe('The question in all versions of the test.'),
  number: z.int().describe('Its position in the version that the candidate took.'),
  sectionName: z.string(),
  outcome: z.enum(questionOutcomes).describe('What came of the answer, by its marks: all is right, some partial, none or less wrong.'),
  score: z.number().describe('Marks of the candidate; may be negative.'),
  marks: z.number().describe('Maximum of the question.'),
  void: z.enum(voids).nullable().describe('Everybody has the marks of the question, or it counts for nobody; null for any other question.'),
});

export const ComparedCandidate = named('ComparedCandidate', 'A candidate beside others.', {
  rank: z
    .int()
    .nullable()
    .describe('From 1 for the highest share of the maximum, the same for equal shares; null if nothing of theirs ranks.'),
  testInvitationId: WireId,
  fullName: z.string(),
  emailId: z.string(),
  testVersion: z.int().describe('Version of the test that the candidate took.'),
  ...ReportFigures.shape,
  score: z.number().describe('Marks of the candidate; may be negative.'),
  totalScore: z.number().describe('Maximum of the test.'),
  percentile: z
    .int()
    .nullable()
    .describe(
      'Per cent of all who finished the test that have a lower score, with half of those that have the same; null until twenty have.',
    ),
  meanPercent: z.number().nullable().describe('Mean of all who finished the test, in per cent of the maximum; null until twenty have.'),
  secondsTaken: z.int().describe('From start to completion, rounded up.'),
  remarks: z.array(z.string()).describe('What stands out in how the attempt went, in numbers; no verdicts.'),
  sections: z.array(sectionOf).describe('Marks of each section, in order.'),
  questions: z.array(questionOf).describe('What came of each question, in order.'),
});
export type ComparedCandidate = z.output<typeof ComparedCandidate>;

export const Comparison = named('Comparison', 'Candidates of one test side by side.', {
  testId: WireId,
  testName: z.string(),
  candidates: z.array(ComparedCandidate).describe('The best first; candidates of one rank in the order of the request.'),
});
export type Comparison = z.output<typeof Comparison>;

type Ranked = {
  readonly score: number;
  readonly totalScore: number;
  readonly sections: readonly { readonly sectionName: string; readonly candidateScore: number; readonly sectionScore: number }[];
};

/** The share that ranks; undefined if there is nothing to compare. */
const rankingShare = ({ score, totalScore, sections }: Ranked, by: string | undefined): number | undefined => {
  const section = by === undefined ? undefined : sections.find(({ sectionName }) => sectionName === by);
  const [got, maximum] = by === undefined ? [score, totalScore] : [section?.candidateScore ?? 0, section?.sectionScore ?? 0];
  return maximum > 0 ? got / maximum : undefined;
};

/** Ranks by share of the maximum, so that versions with other marks compare; the best first, then as they came. */
export const rankCandidates = <One extends Ranked>(candidates: readonly One[], by?: string): (One & Pick<ComparedCandidate, 'rank'>)[] => {
  const shares = candidates.map((one) => rankingShare(one, by));
  return candidates
    .map((one, index) => {
      const share = shares[index];
      const rank = share === undefined ? null : 1 + shares.filter((other) => other !== undefined && other > share).length;
      return { ...one, rank };
    })
    .toSorted((one, other) => (one.rank ?? Number.POSITIVE_INFINITY) - (other.rank ?? Number.POSITIVE_INFINITY) || 0);
};

/** The sections of all candidates, each once, in the order in which they come up. */
export const comparedSections = (candidates: readonly Pick<ComparedCandidate, 'sections'>[]): readonly string[] => [
  ...new Set(candidates.flatMap(({ sections }) => sections.map(({ sectionName }) => sectionName))),
];

/** With the number and the section that it has for the first candidate who saw it. */
export type ComparedQuestion = Pick<ComparedCandidate['questions'][number], 'id' | 'number' | 'sectionName'>;

/** The questions of all versions that were taken, section by section. */
export const comparedQuestions = (candidates: readonly Pick<ComparedCandidate, 'questions'>[]): readonly ComparedQuestion[] => {
  const seen = new Map<string, ComparedQuestion>();
  for (const { id, number, sectionName } of candidates.flatMap(({ questions }) => questions))
    if (!seen.has(id)) seen.set(id, { id, number, sectionName });
  const asked = [...seen.values()];
  return [...new Set(asked.map(({ sectionName }) => sectionName))].flatMap((name) =>
    asked.filter(({ sectionName }) => sectionName === name),
  );
};
