import { err, ok, type Result } from '../result.ts';
import { type CodeAnswer, isBlankSource } from './code-answer.ts';
import { utf8Length } from './code-units.ts';
import { languageFacts } from './language-facts.ts';
import { codingBounds } from './question-bounds.ts';

export const isCodeAnswer = (answer: unknown): answer is CodeAnswer =>
  typeof answer === 'object' && answer !== null && 'language' in answer && 'source' in answer && typeof answer.source === 'string';

/**
 * Checks a program against the languages of its question. One that is blank, or as the candidate was given it by the question or for its
 * language, is no answer and becomes null. The installation has no say: an engine that is down refuses no answer.
 */
export const checkCode = (
  { language, source }: CodeAnswer,
  { languages, starter }: { readonly languages: readonly CodeAnswer['language'][]; readonly starter: string },
): Result<CodeAnswer | null, string> => {
  if (!languages.includes(language)) return err(`language must be one of ${languages.join(', ')}`);
  if (source.length > codingBounds.source || utf8Length(source) > codingBounds.source)
    return err(`source must be at most ${codingBounds.source} bytes of UTF-8`);
  return ok(isBlankSource(source, starter, languageFacts[language].starter) ? null : { language, source });
};
