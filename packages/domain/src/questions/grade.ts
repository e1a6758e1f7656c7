import { type Decimal, decimal, roundScore, zero } from '../decimal.ts';
import type { QuestionOutcome } from '../report/report-status.ts';

export type Grade = { readonly outcome: QuestionOutcome; readonly score: Decimal };

type Worth = { readonly marks: number; readonly penalty: number };

export const right = ({ marks }: Pick<Worth, 'marks'>): Grade => ({ outcome: 'right', score: roundScore(decimal(marks)) });

export const wrong = ({ penalty }: Pick<Worth, 'penalty'>): Grade => ({ outcome: 'wrong', score: roundScore(zero.minus(penalty)) });

export const rightOrWrong = (question: Worth, isRight: boolean): Grade => (isRight ? right(question) : wrong(question));
