import {
  acceptedInWords,
  type CodeSubmission,
  differenceInWords,
  earlierRoundsInWords,
  limitsInWords,
  marksInWords,
  typingInWords,
  verdictInWords,
} from '@assay/domain';
import { engineText, programLines, verdictTone } from '../../output/code-text.ts';
import type { CommandResult, Output } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { UsageError } from '../../support/failures.ts';
import { openSession } from '../common/session.ts';
import { type DownloadOptions, downloadPrograms } from './download.ts';

export type CodeOptions = DownloadOptions & { readonly question?: number; readonly pdf?: true };

const casesTable = (out: Output, { cases }: CodeSubmission): string =>
  out.table(
    [
      { head: 'CASE', cell: ({ name }) => name },
      { head: 'VERDICT', cell: verdictInWords, tone: verdictTone, whole: true },
      { head: 'SECONDS', cell: ({ seconds, leftOut }) => (leftOut ? null : seconds.toFixed(3)), right: true, whole: true },
      { head: 'MB', cell: ({ memory }) => (memory === null ? null : Math.ceil(memory)), right: true, whole: true },
      { head: 'WEIGHT', cell: ({ weight }) => weight, right: true, whole: true },
      { head: 'DIFFERENCE', cell: differenceInWords },
    ],
    cases,
  );

const submissionText = (out: Output, one: CodeSubmission): string => {
  const { questionId, prompt, status, language, source } = one;
  const head = out.paint('strong', oneLine(`Question ${questionId}: ${prompt}`));
  if (language === null || source === null) return `${head}\nNo answer.`;
  const facts = out.facts([
    ['Language', engineText(one)],
    ['Status', status === 'graded' ? acceptedInWords(one) : 'waiting to be graded'],
    ['Marks', marksInWords(one)],
    ['Limits', limitsInWords(one)],
    ['Typed', typingInWords(one)],
    ...earlierRoundsInWords(one).map((text): [string, string] => ['Earlier', text]),
  ]);
  const parts = [head, facts, ...(one.cases.length === 0 ? [] : ['', casesTable(out, one)])];
  return [...parts, '', ...programLines(language, source, out.paint)].join('\n');
};

/** Prints the programs, or with `--pdf` saves a file of all of them. */
export const reportCode = (context: Context, testInvitationId: number, options: CodeOptions): Promise<CommandResult | undefined> => {
  const { pdf, question, output } = options;
  if (pdf !== true && output !== undefined) throw new UsageError('--output names the file of --pdf.', 'Add --pdf, or leave --output out.');
  if (pdf === true && question !== undefined)
    throw new UsageError('The PDF holds all programs.', 'Leave --question out, or leave --pdf out.');
  return pdf === true ? downloadPrograms(context, testInvitationId, options) : showCode(context, testInvitationId, options);
};

const showCode = async (context: Context, testInvitationId: number, options: CodeOptions): Promise<CommandResult> => {
  const { out, client, call } = await openSession(context, options);
  const { question } = options;
  const submissions: CodeSubmission[] = [];
  const from = question === undefined ? {} : { cursor: String(question - 1), limit: 1 };
  for await (const one of client.paginateSubmissions({ testInvitationId, ...from }, call)) {
    if (question === undefined || one.questionId === question) submissions.push(one);
    if (question !== undefined) break;
  }
  if (question !== undefined && submissions.length === 0)
    throw new UsageError(
      `Invitation ${testInvitationId} has no program to question ${question}.`,
      'Without --question all programs are shown, once the attempt is completed.',
    );
  return {
    json: { testInvitationId, submissions },
    ids: submissions.map(({ questionId }) => questionId),
    text: () =>
      submissions.length === 0
        ? 'No programs: the test asks for none, or the attempt is not completed.'
        : submissions.map((one) => submissionText(out, one)).join('\n\n'),
  };
};
