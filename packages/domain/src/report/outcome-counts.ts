import { z } from 'zod';
import type { ReportContent } from './report-content.ts';

/** How many questions were graded how. A void one is in none of the others: it says nothing of the candidate. */
export const OutcomeCounts = z.object({ right: z.int(), partial: z.int(), wrong: z.int(), blank: z.int(), void: z.int() });
export type OutcomeCounts = z.output<typeof OutcomeCounts>;

type Graded = Pick<ReportContent['questions'][number], 'outcome' | 'void'>;

/** The outcome that a document marks; null for a void question. */
export const markedOutcome = ({ outcome, void: voided }: Graded): Graded['outcome'] | null => (voided === undefined ? outcome : null);

export const countOutcomes = (questions: readonly Graded[]): OutcomeCounts => {
  const counts = { right: 0, partial: 0, wrong: 0, blank: 0, void: 0 };
  for (const question of questions) counts[markedOutcome(question) ?? 'void'] += 1;
  return counts;
};
