import { setImmediate as turn } from 'node:timers/promises';
import { ok, operations, type RenderedVersion, type TakeQuestion } from '@assay/domain';
import { testPictures } from '@assay/store';
import { openPicture } from '../rendering/picture.ts';
import type { Assay } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { findTest } from './find-test.ts';
import { takeQuestions } from './take-questions.ts';
import { wireSections } from './wire-sections.ts';
import { withRendered } from './with-rendered.ts';

type Of = { readonly accountId: number; readonly testId: number };

/** Pictures of a read: 50 KB each at most. */
const atOnce = 20;

/** The pictures of a version as `data:` addresses, by their ids: who previews a test has no token that other addresses would need. */
const dataAddresses = async ({ store }: Assay, { accountId, testId }: Of, { pictures }: RenderedVersion): Promise<Map<string, string>> => {
  const addresses = new Map<string, string>();
  for (let from = 0; from < pictures.length; from += atOnce) {
    const ids = pictures.slice(from, from + atOnce).map(({ pictureId }) => pictureId);
    for (const { picture_id, media_type: type, picture_key: key, sealed } of await store.read((db) =>
      testPictures.list(db, { accountId, testId, ids }),
    ))
      addresses.set(String(picture_id), `data:${type};base64,${openPicture({ key, sealed }).toString('base64')}`);
    await turn();
  }
  return addresses;
};

const withPictures = (questions: readonly TakeQuestion[], addresses: ReadonlyMap<string, string>): TakeQuestion[] => {
  const fill = <Text extends { readonly html?: string | undefined }>(text: Text): Text =>
    text.html === undefined
      ? text
      : {
          ...text,
          html: text.html.replace(/ src="pictures\/(\d+)"/g, (source, id) => (addresses.has(id) ? ` src="${addresses.get(id)}"` : source)),
        };
  return questions.map((question) => {
    const filled = fill(question);
    return 'options' in filled ? { ...filled, options: filled.options.map(fill) } : filled;
  });
};

/** The present version of a test as its candidates would see it. Nothing is recorded, and the key is not in it. */
export const previewTest = operation(operations.previewTest, async ({ assay, accountId }, { testId }) => {
  const read = await assay.store.read(async (db) => {
    const test = await findTest(db, accountId, testId);
    if (!test.ok) return test;
    const of = { accountId, testId, version: test.value.version };
    return ok({ of, version: await assay.testVersions.load(db, of) });
  });
  if (!read.ok) return read;
  const { of, version } = read.value;
  const rendered = await assay.rendered.load(assay, of, 'author');
  const questions = withRendered(takeQuestions(assay, version), rendered);
  const addresses = await dataAddresses(assay, of, rendered);
  const { name, duration, definition } = version;
  return ok({ testName: name, duration, sections: wireSections(definition), questions: withPictures(questions, addresses) });
});
