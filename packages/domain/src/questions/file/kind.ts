import { isFileAnswer } from '../../attempt/answer.ts';
import type { FileAnswer } from '../../attempt/file-answer.ts';
import { ok } from '../../result.ts';
import { fileWords } from '../../review/file-name.ts';
import { fileBounds } from '../../review/file-types.ts';
import type { Kind } from '../kind.ts';
import { gradeReviewed, gradersInWords } from '../reviewed.ts';
import { UploadFile } from './file.ts';
import { defineUpload, type UploadQuestion, uploadFileOf } from './question.ts';

export const file = {
  words: 'File',
  gradedBy: 'people',
  file: UploadFile,
  define: defineUpload,
  fileOf: uploadFileOf,
  mostOfTest: fileBounds.questions,
  texts: () => [],
  take: ({ kind, accept, maxBytes }) => ({ kind, file: { accept: [...accept], maxBytes } }),
  isAnswer: isFileAnswer,
  answerRule: 'must be a file that was uploaded, {"fileId": …}',
  check: (_, answer) => ok(answer),
  grade: (question, _, by) => gradeReviewed(question, by),
  answerWords: (_, answer) => fileWords(answer),
  countsPasted: false,
  decidedBy: gradersInWords,
} satisfies Kind<UploadFile, UploadQuestion, FileAnswer>;
