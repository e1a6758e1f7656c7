import { match, P } from 'ts-pattern';
import { z } from 'zod';
import { bounds } from './fields.ts';
import { err, ok, type Result } from './result.ts';
import { type Refusal, refusal } from './status-codes.ts';
import type { Question } from './test-file.ts';

/** An answer as the candidate protocol carries it: option id, option ids, number or text; null clears. */
export const Answer = z.union([z.string(), z.array(z.string()), z.number(), z.null()]);
export type Answer = z.output<typeof Answer>;

/** `[]`, `null` and blank text are unanswered. */
export const isBlank = (answer: Answer): boolean =>
  answer === null || (Array.isArray(answer) && answer.length === 0) || (typeof answer === 'string' && answer.trim() === '');

const wrong = (message: string) => err(refusal('request.invalid', `answer: ${message}`));

const isOption = (options: readonly { optionId: string }[], optionId: string) => options.some((one) => one.optionId === optionId);

/** Checks an answer against its question's kind and returns it in its canonical form (option ids in order, none twice). */
export const checkAnswer = (question: Question, answer: Answer): Result<Answer, Refusal<'request.invalid'>> =>
  match([question, answer] as const)
    .returnType<Result<Answer, Refusal<'request.invalid'>>>()
    .with([P._, P.when(isBlank)], ([, blank]) => ok(typeof blank === 'string' ? '' : null))
    .with([{ kind: 'single-choice' }, P.string], ([{ options }, picked]) =>
      isOption(options, picked) ? ok(picked) : wrong(`no option ${picked.slice(0, 20)}`),
    )
    .with([{ kind: 'single-choice' }, P._], () => wrong('must be one option id'))
    .with([{ kind: 'multiple-choice' }, P.array(P.string)], ([{ options }, picked]) => {
      const unknown = picked.find((optionId) => !isOption(options, optionId));
      return unknown === undefined ? ok([...new Set(picked)].sort()) : wrong(`no option ${unknown.slice(0, 20)}`);
    })
    .with([{ kind: 'multiple-choice' }, P._], () => wrong('must be an array of option ids'))
    .with([{ kind: 'numeric' }, P.number], ([, value]) => ok(value))
    .with([{ kind: 'numeric' }, P._], () => wrong('must be a number'))
    .with([{ kind: 'text' }, P.string], ([, value]) =>
      [...value].length <= bounds.textAnswer ? ok(value) : wrong(`must be at most ${bounds.textAnswer} characters`),
    )
    .with([{ kind: 'text' }, P._], () => wrong('must be a string'))
    .exhaustive();
