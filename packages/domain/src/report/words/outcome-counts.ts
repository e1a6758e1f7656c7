import { z } from 'zod';
import { named } from '../../wire/named.ts';
import type { ReportContent } from '../report-content.ts';

export const OutcomeCounts = named('OutcomeCounts', 'How many questions were graded how.', {
  right: z.int().describe('Those with full marks.'),
  partial: z.int().describe('Those with a part of their marks.'),
  wrong: z.int().describe('Those answered without marks.'),
  blank: z.int().describe('Those without an answer.'),
  void: z
    .int()
    .describe(
      'Those that say nothing of the candidate, as everybody has their marks or they count for nobody; they are in no other figure.',
    ),
});
export type OutcomeCounts = z.output<typeof OutcomeCounts>;

type Graded = Pick<ReportContent['questions'][number], 'outcome' | 'void'>;

/** The outcome that a document marks; null for a void question. */
export const markedOutcome = ({ outcome, void: voided }: Graded): Graded['outcome'] | null => (voided === undefined ? outcome : null);

export const countOutcomes = (questions: readonly Graded[]): OutcomeCounts => {
  const counts = { right: 0, partial: 0, wrong: 0, blank: 0, void: 0 };
  for (const question of questions) counts[markedOutcome(question) ?? 'void'] += 1;
  return counts;
};
