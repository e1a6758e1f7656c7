import { picturesInWords, type Review, type ReviewSummary } from '@assay/domain';
import type { CommandResult, Output } from '../../output/output.ts';
import { candidateInWords, fileInWords, stateInWords, wordsInWords } from '../../output/review-text.ts';
import { oneLine, paragraph } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { UsageError } from '../../support/failures.ts';
import { whenUtc } from '../../time/format-time.ts';
import { collect, moreRemark, type PagingOptions } from '../common/paging.ts';
import { type CommonOptions, openSession, type Session } from '../common/session.ts';

export type ListReviewsOptions = CommonOptions &
  PagingOptions & { readonly state?: 'open' | 'graded'; readonly test?: number; readonly question?: number };

const emptyText = ({ state = 'open', test }: ListReviewsOptions): string =>
  state === 'open' ? `No answer${test === undefined ? '' : ' of the test'} waits for a grade.` : 'Nothing is graded yet.';

export const listReviews = async (context: Context, options: ListReviewsOptions): Promise<CommandResult> => {
  const { state = 'open', test, question } = options;
  if (question !== undefined && test === undefined)
    throw new UsageError('Questions are numbered in each test.', 'Name the test too: --test 3 --question 5');
  const { out, client, call } = await openSession(context, options);
  const found = await collect(options, out, async ({ limit, cursor }) => {
    const page = await client.listReviews({ state, testId: test, questionId: question, limit, cursor }, call);
    return { items: page.reviews, nextCursor: page.nextCursor };
  });
  return {
    json: { reviews: found.items, more: found.more },
    ids: found.items.map(({ reviewId }) => reviewId),
    text: () => {
      if (found.items.length === 0) return emptyText(options);
      return out.table<ReviewSummary>(
        [
          { head: 'ID', cell: ({ reviewId }) => reviewId, right: true, whole: true },
          { head: 'TEST', cell: ({ testName }) => testName },
          { head: 'QUESTION', cell: ({ questionId, title }) => `${questionId}: ${title}` },
          ...(found.items.some(({ file }) => file !== null) ? [{ head: 'FILE', cell: fileInWords }] : []),
          { head: 'STATE', cell: stateInWords },
          { head: 'SCORE', cell: ({ score, marks }) => (score === null ? null : `${score} / ${marks}`), right: true, whole: true },
          { head: 'SINCE (UTC)', spare: true, cell: ({ waitingSince }) => whenUtc(waitingSince), whole: true },
        ],
        found.items,
      );
    },
    remark: moreRemark(found),
  };
};

const rubricText = (out: Output, { rubric }: Review): string =>
  out.table(
    [
      { head: 'CRITERION', cell: ({ criterion }) => criterion },
      { head: 'MARKS', cell: ({ marks }) => marks, right: true, whole: true },
      { head: 'LEVEL', cell: ({ text }) => oneLine(text) },
    ],
    rubric.flatMap(({ criterion, levels }) =>
      levels.map((level, index) => ({ ...level, criterion: index === 0 ? oneLine(criterion) : '' })),
    ),
  );

const gradesText = (out: Output, { grades, marks: most }: Review): string =>
  out.table(
    [
      { head: 'GRADE', cell: ({ type }) => type, whole: true },
      { head: 'BY', cell: ({ keyName, mine }) => (mine ? 'you' : (keyName ?? 'the operator')) },
      { head: 'MARKS', cell: ({ marks }) => marks.join(', ') },
      { head: 'SCORE', cell: ({ score }) => `${score} / ${most}`, right: true, whole: true },
      { head: 'WHEN (UTC)', spare: true, cell: ({ at }) => whenUtc(at), whole: true },
      { head: 'REMARK', cell: ({ reason, comment }) => [reason, comment].filter((one) => one !== null).join('; ') },
    ],
    grades,
  );

export const reviewText = (out: Output, review: Review): string =>
  [
    out.paint('strong', oneLine(`Review ${review.reviewId}: question ${review.questionId} of ${review.testName}`)),
    out.facts([
      ['Candidate', candidateInWords(review)],
      ['State', stateInWords(review)],
      ['Score', review.score === null ? null : `${review.score} / ${review.marks}`],
      review.file === null ? ['Words', wordsInWords(review.words)] : ['File', fileInWords(review)],
    ]),
    '',
    paragraph(picturesInWords(review.prompt)),
    '',
    out.paint('strong', 'Answer'),
    review.file === null ? paragraph(review.answer) : `assay review save ${review.reviewId} saves it.`,
    '',
    rubricText(out, review),
    ...(review.grades.length === 0 ? [] : ['', gradesText(out, review)]),
  ].join('\n');

export const showReview = async ({ out, client, call }: Session, reviewId: number): Promise<CommandResult> => {
  const review = await client.getReview({ reviewId }, call);
  return { json: review, ids: [reviewId], text: () => reviewText(out, review) };
};
