import {
  type AnsweredQuestion,
  answersOfPage,
  answerWords,
  err,
  formatInstant,
  isCodeQuestion,
  keyOf,
  keyWords,
  ok,
  type Question,
  type Refusal,
  type Result,
  refusal,
} from '@assay/domain';
import { answers, type Db, invitations, reports } from '@assay/store';
import type { Services } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { noReportYet } from './export-report.ts';
import { readPrograms, submissionOf } from './submission.ts';

type Named = { readonly accountId: number; readonly invitationId: number };

/** A completed attempt: the present one, or one that a reset archived. Both have a report from the moment they are completed. */
export const findCompleted = async (
  db: Db,
  { attempt, ...key }: Named & { readonly attempt?: number | undefined },
): Promise<Result<{ readonly row: invitations.Invitation; readonly report: reports.Report }, Refusal>> => {
  const row = await invitations.find(db, key);
  if (row === undefined) return notFound('invitation', key.invitationId);
  if (attempt !== undefined && (attempt < 1 || attempt > row.attempt))
    return err(refusal('resource.not-found', `Invitation ${key.invitationId} has no attempt ${attempt}`));
  const report = await reports.find(db, { ...key, attempt: attempt ?? row.attempt });
  if (report !== undefined) return ok({ row, report });
  return attempt === undefined || attempt === row.attempt
    ? noReportYet(row)
    : conflict(`Attempt ${attempt} was reset before it was completed`);
};

type Attempted = Parameters<typeof readPrograms>[1] & { readonly testId: number; readonly startedAt: number };
type Read = { readonly assay: Services; readonly db: Db; readonly attempted: Attempted };
type Placed = { readonly question: Question; readonly section: string };

const programOf = async ({ assay, db, attempted }: Read, stored: Awaited<ReturnType<typeof readPrograms>>, question: Question) => {
  if (!isCodeQuestion(question)) return {};
  const { status, engine, version, limits, rounds, typing, cases } = await submissionOf({ ...attempted, assay, db }, stored, question);
  return { program: { status, engine, version, limits, rounds, typing }, runs: cases };
};

/** What was answered to these questions, and what came of it. */
export const answeredQuestions = async (read: Read, placed: readonly Placed[]): Promise<AnsweredQuestion[]> => {
  const { db, attempted } = read;
  const saved = new Map((await answers.list(db, attempted)).map((one) => [one.question_id, one]));
  const stored = await readPrograms(db, attempted);
  const graded = new Map(stored.content?.questions.map((one) => [one.questionId, one]));
  const listed: AnsweredQuestion[] = [];
  for (const { question, section } of placed) {
    const { questionId, kind, prompt, marks, penalty } = question;
    const given = saved.get(questionId);
    const grade = graded.get(questionId);
    const answer = given?.answer ?? null;
    listed.push({
      questionId,
      section,
      kind,
      prompt,
      ...('options' in question ? { options: question.options.map((one) => ({ ...one })) } : {}),
      answer,
      answerText: answerWords(question, answer),
      savedAt: given === undefined ? null : formatInstant(given.saved_at),
      late: grade?.late ?? given?.late === 1,
      key: keyOf(question),
      keyText: keyWords(question),
      ...(question.kind === 'numeric' ? { tolerance: question.tolerance } : {}),
      marks,
      penalty,
      score: grade === undefined ? null : Number(grade.score),
      outcome: grade?.outcome ?? null,
      ...(await programOf(read, stored, question)),
    });
  }
  return listed;
};

/** As many of these as one page holds: programs are large. */
export const fitPage = (left: readonly Placed[], limit: number): number => {
  let programs = 0;
  const beyond = left.findIndex(({ question }, index) => {
    if (isCodeQuestion(question)) programs += 1;
    return index >= limit || programs > answersOfPage.programs;
  });
  return beyond < 0 ? left.length : beyond;
};
