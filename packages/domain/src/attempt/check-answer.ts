import { kindOf, type StoredQuestion } from '../questions/kinds.ts';
import { err, ok, type Result } from '../result.ts';
import { type Refusal, refusal } from '../wire/status-codes.ts';
import { type Answer, isBlank } from './answer.ts';

/** Checks an answer against its question's kind and normalizes it: option ids sorted, without duplicates. */
export const checkAnswer = (question: StoredQuestion, answer: Answer): Result<Answer, Refusal<'request.invalid'>> => {
  if (isBlank(answer)) return ok(typeof answer === 'string' ? '' : null);
  const kind = kindOf(question);
  const checked = kind.isAnswer(answer) ? kind.check(question, answer) : err(kind.answerRule);
  return checked.ok ? checked : err(refusal('request.invalid', `answer: ${checked.error}`));
};
