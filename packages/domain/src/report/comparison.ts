import { z } from 'zod';
import { voids } from '../assessment/question-fields.ts';
import { atMost, bounds } from '../wire/fields.ts';
import { WireId } from '../wire/ids.ts';
import { ReportFigures } from './figures.ts';
import { questionOutcomes, testResults } from './report-status.ts';

export const mostComparedCandidates = 10;

const idsRule = `must be 1 to ${mostComparedCandidates} ids of invitations with commas between them`;

/** The ids in `1,2,3`, each once. */
export const invitationsIn = (text: string): readonly number[] => [...new Set(text.split(',').map(Number))];

/** `by`: the section whose scores rank; without it the whole test. */
export const CompareQuery = z.object({
  invitations: z
    .string({ error: idsRule })
    .check(atMost(16 * mostComparedCandidates, idsRule))
    .regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/, idsRule)
    .refine((text) => invitationsIn(text).length <= mostComparedCandidates, idsRule)
    .meta({ override: { type: 'string', maxLength: 16 * mostComparedCandidates } }),
  by: z
    .string()
    .check(atMost(bounds.name, `must be at most ${bounds.name} characters`))
    .optional(),
});

/** Scores have at most two decimals, which a JSON number carries exactly. */
const sectionOf = z.object({
  sectionName: z.string(),
  candidateScore: z.number(),
  sectionScore: z.number(),
  passPercent: z.string().nullable(),
  result: z.enum(testResults).nullable(),
  /** Of all who finished the test; null while they are too few. */
  meanPercent: z.number().nullable(),
});

const questionOf = z.object({
  /** The same in all versions of the test. */
  id: z.string(),
  /** Position in the version that the candidate took. */
  number: z.int(),
  sectionName: z.string(),
  outcome: z.enum(questionOutcomes),
  score: z.number(),
  marks: z.number(),
  /** Everybody has its marks, or it counts for nobody; null for any other question. */
  void: z.enum(voids).nullable(),
});

export const ComparedCandidate = z.object({
  /** From 1, the same for equal shares of the maximum. Null if the candidate's version lacks the section that ranks. */
  rank: z.int().nullable(),
  testInvitationId: WireId,
  fullName: z.string(),
  emailId: z.string(),
  testVersion: z.int(),
  ...ReportFigures.shape,
  score: z.number(),
  totalScore: z.number(),
  /** Among all who finished the test; null while they are too few. */
  percentile: z.int().nullable(),
  /** Of all who finished the test; null while they are too few. */
  meanPercent: z.number().nullable(),
  secondsTaken: z.int(),
  /** What stands out in how the attempt went, in numbers. */
  remarks: z.array(z.string()),
  sections: z.array(sectionOf),
  questions: z.array(questionOf),
});
export type ComparedCandidate = z.output<typeof ComparedCandidate>;

/** Candidates of one test side by side, the best first. */
export const Comparison = z.object({ testId: WireId, testName: z.string(), candidates: z.array(ComparedCandidate) });
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
