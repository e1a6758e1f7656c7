import { type Answer, type CodeAnswer, codingBounds, isBlankSource, type TakeCode, utf8Length } from '@assay/domain/take';
import type { Drafts, Typed } from './answer-store.ts';

export type CodeLanguage = CodeAnswer['language'];

/** What the device has of one question. */
export type Written = { readonly answer: Answer; readonly typed?: Typed | undefined; readonly drafts?: Drafts | undefined };

/** The program that counts; null for none. */
export const programOf = (answer: Answer): CodeAnswer | null =>
  typeof answer === 'object' && answer !== null && 'source' in answer ? answer : null;

/** `ofLanguages`: what the candidate may begin with in a language, where it is known. */
export type Code = TakeCode & { readonly ofLanguages?: { readonly [Language in CodeLanguage]?: string | undefined } };

export const starterIn = ({ starter }: TakeCode, language: CodeLanguage): string => starter[language] ?? '';

/** Nothing, or as it was given: no answer. */
export const isUnwritten = (code: Code, language: CodeLanguage, text: string): boolean =>
  isBlankSource(text, starterIn(code, language), code.ofLanguages?.[language] ?? '');

const isOffered = ({ languages }: TakeCode, language: CodeLanguage | undefined): boolean =>
  languages.some((one) => one.language === language);

/** The language that is shown: the one chosen on this device, else that of the answer, else the first. */
export const shownLanguage = (code: TakeCode, { answer, drafts }: Written): CodeLanguage => {
  const known = [drafts?.language, programOf(answer)?.language];
  return known.find((language) => isOffered(code, language)) ?? code.languages[0]?.language ?? 'sql';
};

/** Whether the text of a language is too long to be an answer; `typed` names the language then. */
const isTooLong = ({ typed }: Written, language: CodeLanguage): boolean => typed?.counts === false && typed.text === language;

/** The text of a language. The answer may come from another device, and is newer than what this one has. */
export const shownText = (code: TakeCode, written: Written, language: CodeLanguage): string => {
  const program = programOf(written.answer);
  const draft = written.drafts?.texts[language];
  if (program?.language === language && !isTooLong(written, language)) return program.source;
  return draft ?? starterIn(code, language);
};

/** Bytes of UTF-8 beyond what the server accepts, 0 for none. */
export const bytesOver = (text: string): number => Math.max(0, utf8Length(text) - codingBounds.source);

/** What becomes of a text: an answer (null clears it), a text that is too long, or neither: the answer in another language stays. */
export type Effect =
  | { readonly type: 'answer'; readonly answer: CodeAnswer | null }
  | { readonly type: 'too-long' }
  | { readonly type: 'none' };

const effectOf = (code: Code, { answer }: Written, language: CodeLanguage, text: string): Effect => {
  if (bytesOver(text) > 0) return { type: 'too-long' };
  if (!isUnwritten(code, language, text)) return { type: 'answer', answer: { language, source: text } };
  const program = programOf(answer);
  return program === null || program.language === language ? { type: 'answer', answer: null } : { type: 'none' };
};

export type Step = { readonly drafts: Drafts; readonly effect: Effect };

/** The candidate wrote `text` in the language that is shown. */
export const writeText = (code: Code, written: Written, text: string): Step => {
  const language = shownLanguage(code, written);
  const program = programOf(written.answer);
  // The answer moves on to another language: its text stays here.
  const texts = {
    ...written.drafts?.texts,
    ...(program !== null && { [program.language]: shownText(code, written, program.language) }),
    [language]: text,
  };
  return { drafts: { language, texts }, effect: effectOf(code, written, language, text) };
};

/** The candidate chose a language. A text that they wrote in it is the answer from now on; an untouched one leaves the answer as it is. */
export const chooseLanguage = (code: Code, written: Written, language: CodeLanguage): Step => {
  const here = shownLanguage(code, written);
  const texts = { ...written.drafts?.texts, [here]: shownText(code, written, here) };
  const text = shownText(code, written, language);
  const effect = isUnwritten(code, language, text) ? ({ type: 'none' } as const) : effectOf(code, written, language, text);
  return { drafts: { language, texts }, effect };
};
