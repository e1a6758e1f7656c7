import type { CandidateReport } from '@assay/domain';
import { proctoringImages } from '@assay/store';
import type { Assay } from '../support/context.ts';

/** A document's strip has room for so many; of more images it shows evenly spread ones. */
const mostShown = 12;

const spread = <Item>(items: readonly Item[]): Item[] =>
  items.length <= mostShown
    ? [...items]
    : Array.from({ length: mostShown }, (_, index) => items[Math.round((index * (items.length - 1)) / (mostShown - 1))]).flatMap((item) =>
        item === undefined ? [] : [item],
      );

/** The webcam images of a reported attempt, for its document. */
export const loadReportImages = async (
  assay: Assay,
  key: { accountId: number; invitationId: number; attempt: number },
): Promise<CandidateReport['images']> => {
  const rows = await assay.store.read((db) => proctoringImages.list(db, key));
  const shown = await Promise.all(
    spread(rows).map(async ({ storage_key, taken_at }) => ({
      takenAt: taken_at,
      // A deleted image is shown as deleted, so that the report does not fail.
      jpeg: (await assay.images.get(storage_key)) ?? new Uint8Array(),
    })),
  );
  return { count: rows.length, shown };
};
