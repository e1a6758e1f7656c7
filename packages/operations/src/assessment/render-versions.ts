import { renderedVersions } from '@assay/store';
import { rendererVersion } from '../rendering/render-job.ts';
import type { Assay } from '../support/context.ts';

/** Tests of a slice; each costs a look-up by its key. */
const slice = 200;

export type RenderWalk = { readonly isActive: boolean; readonly accountId: number; readonly testId: number };

/** Active tests come first: candidates may come to them at any time. */
const first: RenderWalk = { isActive: true, accountId: 0, testId: 0 };

type Slice = {
  readonly rendered: number;
  /** Where the next slice begins; undefined after the last one. */
  readonly next: RenderWalk | undefined;
};

/**
 * Renders the present versions of some tests of all accounts that a release before has rendered, or none. Of what a candidate comes to first,
 * and of earlier versions, the request has it rendered. Another process may do the same at once: the result is the same.
 *
 * @param after where the slice before ended; undefined for the first one
 */
export const renderVersions = async ({ assay, after = first }: { assay: Assay; after?: RenderWalk | undefined }): Promise<Slice> => {
  const { isActive } = after;
  const walk = { renderer: rendererVersion, isActive, after, limit: slice };
  const found = await assay.store.readSlice(0, (db) => renderedVersions.listOutdated(db, walk));
  const outdated = found.filter((one) => one.isOutdated);
  for (const { accountId, testId, version } of outdated) await assay.rendered.load(assay, { accountId, testId, version }, 'nobody');
  const last = found.at(-1);
  const others = isActive ? { ...first, isActive: false } : undefined;
  const next = last === undefined || found.length < slice ? others : { isActive, accountId: last.accountId, testId: last.testId };
  return { rendered: outdated.length, next };
};
