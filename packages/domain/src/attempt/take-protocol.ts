/**
 * The part of the domain that the candidate's page loads. Everything imported here uses `zod/mini`: `zod` adds 17 KB gzip (methods, a
 * locale, JSON Schema) and compiles code at run time, which the page's Content-Security-Policy forbids.
 */

export { CodeAnswer, isBlankSource } from '../coding/code-answer.ts';
export { utf8Length } from '../coding/code-units.ts';
export { languageNames } from '../coding/languages.ts';
export { codingBounds } from '../coding/question-bounds.ts';
export { type Change, changeBetween, composed } from '../coding/typing/text-change.ts';
export * from '../invitation/join.ts';
export type { TakeChoice } from '../questions/choice/take.ts';
export type { TakeEssay } from '../questions/essay/take.ts';
export type { TakeFile } from '../questions/file/take.ts';
export type { TakeCode } from '../questions/take-code.ts';
export { countWords } from '../review/count-words.ts';
export { essayBounds } from '../review/essay-bounds.ts';
export { type FileTypeName, fileBounds, fileTypes } from '../review/file-types.ts';
export { westernDigits } from '../wire/digits.ts';
export { FailureEnvelope, successEnvelope } from '../wire/envelope.ts';
export { bounds } from '../wire/fields.ts';
export { type RefusalCode, statuscodes } from '../wire/status-codes.ts';
export { Answer, isBlank, isFileAnswer } from './answer.ts';
export * from './camera.ts';
export { FileAnswer } from './file-answer.ts';
export * from './take.ts';
export * from './window-events.ts';
