import { match } from 'ts-pattern';
import type { StoredQuestion } from '../assessment/test-file.ts';
import { checkCode } from '../coding/check-code.ts';
import { err, ok, type Result } from '../result.ts';
import { essayBounds } from '../review/essay-bounds.ts';
import { bounds } from '../wire/fields.ts';
import { type Refusal, refusal } from '../wire/status-codes.ts';
import { type Answer, isBlank, isFileAnswer } from './answer.ts';

const wrong = (message: string) => err(refusal('request.invalid', `answer: ${message}`));

const isOption = (options: readonly { optionId: string }[], optionId: string) => options.some((one) => one.optionId === optionId);

type Checked = Result<Answer, Refusal<'request.invalid'>>;

const checkPicks = (options: readonly { optionId: string }[], answer: Answer): Checked => {
  if (!Array.isArray(answer)) return wrong('must be an array of option ids');
  const unknown = answer.find((optionId) => !isOption(options, optionId));
  return unknown === undefined ? ok([...new Set(answer)].sort()) : wrong(`no option ${unknown.slice(0, 20)}`);
};

const checkPick = (options: readonly { optionId: string }[], answer: Answer): Checked => {
  if (typeof answer !== 'string') return wrong('must be one option id');
  return isOption(options, answer) ? ok(answer) : wrong(`no option ${answer.slice(0, 20)}`);
};

const checkText = (answer: Answer, most: number): Checked => {
  if (typeof answer !== 'string') return wrong('must be a string');
  return [...answer].length <= most ? ok(answer) : wrong(`must be at most ${most} characters`);
};

/** Checks an answer against its question's kind and normalizes it: option ids sorted, without duplicates. */
export const checkAnswer = (question: StoredQuestion, answer: Answer): Checked => {
  if (isBlank(answer)) return ok(typeof answer === 'string' ? '' : null);
  return match(question)
    .returnType<Checked>()
    .with({ kind: 'single-choice' }, ({ options }) => checkPick(options, answer))
    .with({ kind: 'multiple-choice' }, ({ options }) => checkPicks(options, answer))
    .with({ kind: 'numeric' }, () => (typeof answer === 'number' ? ok(answer) : wrong('must be a number')))
    .with({ kind: 'text' }, () => checkText(answer, bounds.textAnswer))
    .with({ kind: 'essay' }, () => checkText(answer, essayBounds.answer))
    .with({ kind: 'file' }, () => (isFileAnswer(answer) ? ok(answer) : wrong('must be a file that was uploaded, {"fileId": …}')))
    .with({ kind: 'coding' }, { kind: 'sql' }, (code) => checkCode(code, answer))
    .exhaustive();
};
