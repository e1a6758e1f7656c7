import {
  type AnswerChange,
  type AnsweredQuestion,
  answersOfPage,
  answerWords,
  decidedBy,
  err,
  formatInstant,
  isCodeQuestion,
  isReviewed,
  keyOf,
  keyWords,
  kindOf,
  ok,
  type Question,
  questionsOf,
  type Refusal,
  type ReportContent,
  type Result,
  refusal,
  type Signal,
  secondsShown,
} from '@assay/domain';
import { type Db, invitations, reports, reviews } from '@assay/store';
import { noReportYet } from '../report/export-report.ts';
import { readSameWrong } from '../statistics/read-same-wrong.ts';
import { readRecorded, recordedSignals } from '../statistics/read-signals.ts';
import type { Services } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { reviewedOf } from './reviewed.ts';
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

type Attempted = Parameters<typeof readPrograms>[1] & {
  readonly testId: number;
  readonly version: number;
  readonly startedAt: number;
  readonly completedAt: number;
};
type Read = { readonly assay: Services; readonly db: Db; readonly attempted: Attempted; readonly report: reports.Report };
type Placed = { readonly question: Question; readonly section: string };

const programOf = async ({ assay, db, attempted }: Read, stored: Awaited<ReturnType<typeof readPrograms>>, question: Question) => {
  if (!isCodeQuestion(question)) return {};
  const { status, engine, version, insteadOf, limits, rounds, typing, cases } = await submissionOf(
    { ...attempted, assay, db },
    stored,
    question,
  );
  return { program: { status, engine, version, ...(insteadOf === undefined ? {} : { insteadOf }), limits, rounds, typing }, runs: cases };
};

/** Each page counts what it saw, so that two devices make it the larger count of the two. */
const pastedInto = (question: Question, changes: readonly AnswerChange[]): number | null =>
  kindOf(question).countsPasted && changes.length > 0 ? Math.max(...changes.map(({ pasted = 0 }) => pasted)) : null;

/** All that an attempt left of its answers. */
const readTraces = async (db: Db, attempted: Attempted) => {
  const stored = await readPrograms(db, attempted);
  return {
    stored,
    recorded: await readRecorded(db, attempted),
    reviewed: new Map((await reviews.list(db, attempted)).map((one) => [one.question_id, one])),
    graded: new Map(stored.content?.questions.map((one) => [one.questionId, one])),
  };
};
type Traces = Awaited<ReturnType<typeof readTraces>>;

/** As its report says, which a question that is void stays until somebody graded it. */
const voided = (question: Question, grade: ReportContent['questions'][number] | undefined): Question => {
  if (grade === undefined || grade.void === question.void) return question;
  const { void: _, ...without } = question;
  return grade.void === undefined ? without : { ...without, void: grade.void };
};

const answeredQuestions = async (read: Read, traces: Traces, placed: readonly Placed[]): Promise<AnsweredQuestion[]> => {
  const { attempted } = read;
  const { stored, graded, reviewed } = traces;
  const { histories, shown } = traces.recorded;
  const listed: AnsweredQuestion[] = [];
  for (const { question, section } of placed) {
    const { questionId, id, kind, prompt, marks, penalty } = question;
    const given = stored.saved.get(questionId);
    const grade = graded.get(questionId);
    const time = shown.get(questionId);
    const changes = histories.get(questionId) ?? [];
    const program = await programOf(read, stored, question);
    const answer = given?.answer ?? null;
    listed.push({
      questionId,
      id,
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
      decidedBy: decidedBy(voided(question, grade), program.runs),
      ...('tolerance' in question ? { tolerance: question.tolerance } : {}),
      marks,
      penalty,
      score: grade === undefined ? null : Number(grade.score),
      outcome: grade?.outcome ?? null,
      secondsShown: secondsShown(shown, [questionId]),
      timesShown: time?.visits ?? 0,
      pasted: program.program?.typing.pasted ?? pastedInto(question, changes),
      revisions: changes.map(({ at, revision, size, short }) => ({
        revision,
        at: formatInstant(attempted.startedAt + at),
        size,
        ...(short === undefined ? {} : { picked: short }),
      })),
      ...program,
      ...(isReviewed(question) ? { review: await reviewedOf(read.db, question, reviewed.get(questionId)) } : {}),
    });
  }
  return listed;
};

/** What was answered to the questions of a page, what came of it, and what stands out in the attempt. */
export const readAnswered = async (
  read: Read,
  page: readonly Placed[],
): Promise<{ readonly questions: AnsweredQuestion[]; readonly signals: Signal[] }> => {
  const { assay, db, attempted, report } = read;
  const traces = await readTraces(db, attempted);
  const { recorded, stored } = traces;
  // Of the version and not of a corrected copy, whose words would be counted for each page.
  const questions = questionsOf((await assay.testVersions.load(db, attempted)).definition);
  return {
    // Of the whole attempt, also where only a page of it is shown.
    signals: [
      ...recordedSignals({ ...recorded, ...attempted, questions, content: stored.content }),
      ...(await readSameWrong(assay, db, report)),
    ],
    questions: await answeredQuestions(read, traces, page),
  };
};

/** As many of these as one page holds: programs and rubrics are large. */
export const fitPage = (left: readonly Placed[], limit: number): number => {
  let large = 0;
  const beyond = left.findIndex(({ question }, index) => {
    if (kindOf(question).gradedBy !== 'key') large += 1;
    return index >= limit || large > answersOfPage.large;
  });
  return beyond < 0 ? left.length : beyond;
};
