import { type AnsweredQuestion, type AttemptAnswers, isFileAnswer, outcomeWords, picturesInWords } from '@assay/domain';
import { answerFacts, answerLines, keyOrDecidedBy, questionTitle, signalText } from '../../output/answer-text.ts';
import type { CommandResult, Output } from '../../output/output.ts';
import { paragraph } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { UsageError } from '../../support/failures.ts';
import { readAllAnswers } from '../../support/read-all-answers.ts';
import { seconds, whenUtc } from '../../time/format-time.ts';
import { openSession, type Session } from '../common/session.ts';
import { type DownloadOptions, downloadAnswerFile, downloadAnswers } from './download.ts';

export type AnswersOptions = DownloadOptions & { readonly question?: number; readonly attempt?: number };

const outcomeTones = { right: 'good', partial: 'waiting', wrong: 'bad', blank: 'quiet' } as const;

const timeText = ({ secondsShown }: AnsweredQuestion): string | null => (secondsShown === null ? null : seconds(secondsShown));

const listText = (out: Output, { questions }: AttemptAnswers): string =>
  out.table(
    [
      { head: 'NO', cell: ({ questionId }) => questionId, right: true, whole: true },
      {
        head: 'RESULT',
        cell: ({ outcome }) => (outcome === null ? null : outcomeWords[outcome].toLowerCase()),
        tone: ({ outcome }) => (outcome === null ? 'waiting' : outcomeTones[outcome]),
        whole: true,
      },
      { head: 'SCORE', cell: ({ score }) => score, right: true, whole: true },
      { head: 'OF', cell: ({ marks }) => marks, right: true, whole: true },
      { head: 'TIME', cell: timeText, right: true, whole: true },
      { head: 'CHANGES', cell: ({ revisions }) => revisions.length, right: true, whole: true },
      { head: 'ANSWER', cell: ({ answerText }) => answerText },
      { head: 'KEY', cell: keyOrDecidedBy },
    ],
    questions,
  );

/** What stands out, or nothing. */
const signalLines = ({ signals }: AttemptAnswers): readonly string[] =>
  signals.length === 0
    ? []
    : [
        '',
        'To look at, no verdict:',
        ...signals.map((signal) => `- ${paragraph(signalText(signal))} (questions ${signal.questionIds.join(', ')})`),
      ];

const questionText = (out: Output, one: AnsweredQuestion): string =>
  [
    out.paint('strong', questionTitle(one)),
    paragraph(picturesInWords(one.prompt)),
    '',
    out.facts(answerFacts(one)),
    '',
    ...answerLines(one),
  ].join('\n');

/** All questions, or the one that is asked for. */
const readAnswers = async (
  { client, call }: Session,
  testInvitationId: number,
  { question, attempt }: AnswersOptions,
): Promise<AttemptAnswers> => {
  const of = { testInvitationId, ...(attempt === undefined ? {} : { attempt: String(attempt) }) };
  if (question !== undefined) return client.listAnswers({ ...of, cursor: String(question - 1), limit: 1 }, call);
  return readAllAnswers(client, of, call);
};

/** The file that answers one question. */
const saveAnswerFile = async (context: Context, testInvitationId: number, question: number, options: AnswersOptions) => {
  const { attempt } = options;
  const { questions } = await readAnswers(await openSession(context, options), testInvitationId, options);
  const [one] = questions;
  if (one?.questionId !== question || one.answer === null || !isFileAnswer(one.answer))
    throw new UsageError(
      'Only an answer that is a file can be saved by itself; the PDF holds all questions.',
      'Leave --question out, or leave --output out.',
    );
  return downloadAnswerFile(context, { testInvitationId, questionId: question, attempt, file: one.answer }, options);
};

/**
 * Prints what a candidate answered: a list, or one question with its history. With `--output` it saves all of it as PDF, or the file that
 * answers one question.
 */
export const showAnswers = (context: Context, testInvitationId: number, options: AnswersOptions): Promise<CommandResult | undefined> => {
  const { output, question, attempt } = options;
  if (output === undefined) return readResult(context, testInvitationId, options);
  if (question !== undefined) return saveAnswerFile(context, testInvitationId, question, options);
  return downloadAnswers(context, { testInvitationId, attempt }, options);
};

const readResult = async (context: Context, testInvitationId: number, options: AnswersOptions): Promise<CommandResult> => {
  const session = await openSession(context, options);
  const { out } = session;
  const answers = await readAnswers(session, testInvitationId, options);
  const [one] = answers.questions;
  if (options.question !== undefined && one?.questionId !== options.question)
    throw new UsageError(`The test has no question ${options.question}.`, `assay answers ${testInvitationId} lists them.`);
  return {
    json: answers,
    ids: answers.questions.map(({ questionId }) => questionId),
    text: () => {
      if (options.question !== undefined && one !== undefined) return questionText(out, one);
      const { attempt, testVersion, completedAt } = answers;
      return [
        `Attempt ${attempt} of test version ${testVersion}, completed ${whenUtc(completedAt)}`,
        '',
        listText(out, answers),
        ...signalLines(answers),
      ].join('\n');
    },
  };
};
