import { err, ok, type Result } from '../result.ts';
import { type Refusal, refusal } from '../wire/status-codes.ts';
import { type CodeAnswer, isBlankSource, starterOf } from './code-answer.ts';
import { utf8Length } from './code-units.ts';
import { type CodingQuestion, languagesOf } from './coding-question.ts';
import { languageFacts } from './language-facts.ts';
import { codingLanguages } from './languages.ts';
import { codingBounds } from './question-bounds.ts';
import type { SqlQuestion } from './sql-question.ts';

const wrong = (message: string) => err(refusal('request.invalid', `answer: ${message}`));

export const isCodeAnswer = (answer: unknown): answer is CodeAnswer =>
  typeof answer === 'object' && answer !== null && 'language' in answer && 'source' in answer && typeof answer.source === 'string';

/**
 * Checks an answer of any kind against a question that is answered with a program. One that is blank, or as the candidate was given it by the
 * question or for its language, is no answer and becomes null. The installation has no say: an engine that is down refuses no answer.
 */
export const checkCode = (
  question: CodingQuestion | SqlQuestion,
  answer: unknown,
): Result<CodeAnswer | null, Refusal<'request.invalid'>> => {
  if (answer === null) return ok(null);
  if (!isCodeAnswer(answer)) return wrong('must be an object with language and source');
  const { language, source } = answer;
  const possible: readonly string[] = question.kind === 'sql' ? ['sql'] : languagesOf(question, codingLanguages);
  if (!possible.includes(language)) return wrong(`language must be one of ${possible.join(', ')}`);
  if (source.length > codingBounds.source || utf8Length(source) > codingBounds.source)
    return wrong(`source must be at most ${codingBounds.source} bytes of UTF-8`);
  return ok(isBlankSource(source, starterOf(question, language), languageFacts[language].starter) ? null : { language, source });
};
