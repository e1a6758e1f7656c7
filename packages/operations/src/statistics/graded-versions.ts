import {
  correctedKeys,
  formatInstant,
  type GradedVersion,
  hasOtherKey,
  type Question,
  questionsOf,
  type TestTally,
  withKeysOf,
} from '@assay/domain';
import type { Assay } from '../support/context.ts';
import { gradedPaper } from './graded-paper.ts';

type Key = { readonly accountId: number; readonly testId: number };
type Graded = Key & { readonly version: number; readonly keyVersion: number };

/** Versions that are looked at for the one that corrected a key, back from the one whose keys grade; with more, the last one is named. */
const mostLookedAt = 100;

/** Loads a version in a turn of its own. */
const loaderOf =
  ({ store, testVersions }: Assay, key: Key) =>
  (version: number) =>
    store.read((db) => testVersions.load(db, { ...key, version }));

/** Which version brought the key that grades, by question, of those that had another one when they were taken. */
const correctionsOf = async (assay: Assay, { version, keyVersion, ...key }: Graded, paper: GradedVersion['paper']) => {
  const load = loaderOf(assay, key);
  const { definition: taken } = await load(version);
  const open = new Map(correctedKeys(taken, paper).map(({ after }) => [after.questionId, after]));
  const corrected = new Map<number, { readonly version: number; readonly at: string }>();
  const oldest = Math.max(version + 1, keyVersion - mostLookedAt);
  for (let by = keyVersion; open.size > 0; by -= 1) {
    const earlier = by > oldest ? questionsOf(withKeysOf(taken, (await load(by - 1)).definition).paper) : [];
    const byId = new Map<number, Question>(earlier.map((question) => [question.questionId, question]));
    for (const [questionId, after] of open) {
      const before = byId.get(questionId);
      if (before !== undefined && !hasOtherKey(before, after)) continue;
      corrected.set(questionId, { version: by, at: formatInstant((await load(by)).createdAt) });
      open.delete(questionId);
    }
  }
  return corrected;
};

/** The versions of a tally with the keys that grade their attempts. */
export const loadGradedVersions = async (assay: Assay, key: Key, { versions }: TestTally): Promise<GradedVersion[]> => {
  const graded: GradedVersion[] = [];
  for (const { version, keyVersion } of Object.values(versions)) {
    const of = { account_id: key.accountId, test_id: key.testId, version, key_version: keyVersion };
    const paper = await assay.store.read((db) => gradedPaper(assay, db, of));
    graded.push({ version, keyVersion, paper, corrected: await correctionsOf(assay, { ...key, version, keyVersion }, paper) });
  }
  return graded;
};
