import {
  type CodeQuestion,
  type CodeSubmission,
  casesFor,
  formatInstant,
  type GradedCode,
  isCodeAnswer,
  type ReportContent,
  typingFigures,
  type Verdict,
} from '@assay/domain';
import { answers, type Db, gradings, reports, typedTexts } from '@assay/store';
import { firstLine } from '../statistics/first-line.ts';
import type { Services } from '../support/operation.ts';

type Key = { readonly accountId: number; readonly invitationId: number; readonly attempt: number };

const weightsOf = (question: CodeQuestion | undefined): readonly { readonly weight: number; readonly sample: boolean }[] =>
  question?.kind === 'coding' && question.io !== 'harness' ? question.cases : [];

/** Cases of a round in the order of the question that it graded; a harness and a data set have no weights of their own. */
const casesOf = (result: GradedCode | null, question: CodeQuestion | undefined): CodeSubmission['cases'] => {
  const weights = weightsOf(question);
  return (result?.cases ?? []).map(({ time: _, ...one }, index) => ({
    ...one,
    weight: weights[index]?.weight ?? 1,
    sample: weights[index]?.sample ?? false,
  }));
};

const countsOf = (result: GradedCode | null): Pick<CodeSubmission['rounds'][number], 'verdicts' | 'leftOut'> => {
  const counts: Partial<Record<Verdict, number>> = {};
  for (const { verdict, leftOut } of result?.cases ?? []) if (!leftOut) counts[verdict] = (counts[verdict] ?? 0) + 1;
  const left = (result?.cases ?? []).filter(({ leftOut }) => leftOut).length;
  return { verdicts: counts, ...(left === 0 ? {} : { leftOut: left }) };
};

/** An attempt whose programs are read. */
export type Attempted = Key & { readonly testId: number; readonly version: number; readonly startedAt: number };
type Read = Attempted & { readonly assay: Services; readonly db: Db };

const typingOf = async (
  { db, startedAt, accountId, invitationId, attempt }: Read,
  texts: Awaited<ReturnType<typeof typedTexts.listCounts>>,
  questionId: number,
) => {
  const edits = [];
  for (const { language } of texts.filter((one) => one.questionId === questionId))
    edits.push(await typedTexts.findEdits(db, { accountId, invitationId, attempt, questionId, language }));
  const { first, last, ...figures } = typingFigures(edits);
  const instant = (at: number | null) => (at === null ? null : formatInstant(startedAt + at));
  return { ...figures, firstAt: instant(first), lastAt: instant(last) };
};

type Stored = {
  readonly saved: ReadonlyMap<number, answers.StoredAnswer>;
  readonly gradings: readonly gradings.Grading[];
  readonly texts: Awaited<ReturnType<typeof typedTexts.listCounts>>;
  readonly content: ReportContent | null;
};

/** What was answered to one question, and what came of it. */
export const submissionOf = async (read: Read, stored: Stored, question: CodeQuestion): Promise<CodeSubmission> => {
  const { questionId } = question;
  const given = stored.saved.get(questionId)?.answer;
  const answer = isCodeAnswer(given) ? given : undefined;
  const rounds = stored.gradings.filter((one) => one.question_id === questionId);
  const graded = rounds.findLast(({ result }) => result !== null);
  const { definition } =
    graded === undefined
      ? { definition: undefined }
      : await read.assay.testVersions.load(read.db, { accountId: read.accountId, testId: read.testId, version: graded.version });
  const by =
    definition === undefined || graded?.version === read.version
      ? question
      : casesFor(
          (await read.assay.testVersions.load(read.db, { accountId: read.accountId, testId: read.testId, version: read.version }))
            .definition,
          definition,
          questionId,
        );
  const reported = stored.content?.questions.find((one) => one.questionId === questionId);
  const { engine = null, version = null, insteadOf, limits = null } = graded?.result ?? {};
  return {
    questionId,
    prompt: firstLine(question.prompt),
    status: answer === undefined ? 'blank' : rounds.at(-1)?.graded_at == null ? 'waiting' : 'graded',
    language: answer?.language ?? null,
    source: answer?.source ?? null,
    engine,
    version,
    ...(insteadOf === undefined ? {} : { insteadOf }),
    limits,
    cases: casesOf(graded?.result ?? null, by),
    marks: question.marks,
    score: reported === undefined ? null : Number(reported.score),
    outcome: reported?.outcome ?? null,
    rounds: rounds.map((one) => ({
      round: one.round,
      testVersion: one.version,
      gradedAt: one.graded_at === null ? null : formatInstant(one.graded_at),
      ...countsOf(one.result),
    })),
    typing: await typingOf(read, stored.texts, questionId),
  };
};

/** All that an attempt left of its programs, except how they were typed. */
export const readPrograms = async (db: Db, key: Key): Promise<Stored> => ({
  saved: new Map((await answers.list(db, key)).map((one) => [one.question_id, one])),
  gradings: await gradings.list(db, key),
  texts: await typedTexts.listCounts(db, key),
  content: (await reports.find(db, key))?.content ?? null,
});
