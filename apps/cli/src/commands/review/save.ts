import { reviewFileName } from '../../files/saved-name.ts';
import type { Context } from '../../support/context.ts';
import { UsageError } from '../../support/failures.ts';
import { openSession } from '../common/session.ts';
import { type DownloadOptions, download } from '../report/download.ts';

/** Saves the file that answers a question that people grade. */
export const saveReviewFile = async (context: Context, reviewId: number, options: DownloadOptions) => {
  const { client, call } = await openSession(context, options);
  const { file } = await client.getReview({ reviewId }, call);
  if (file === null) throw new UsageError('The answer is no file.', `assay review show ${reviewId} shows it.`);
  const fetch = () => client.getReviewFile({ reviewId }, call);
  return download(context, { id: reviewId, name: reviewFileName(reviewId, file), fetch }, options);
};
