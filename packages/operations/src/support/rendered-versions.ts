import { createHmac, type KeyObject } from 'node:crypto';
import type { LargeText, Refusal, RenderedTest, RenderedVersion, Result } from '@assay/domain';
import { largeTexts, renderedVersions, type Store, type Tx, testPictures, tests } from '@assay/store';
import { LRUCache } from 'lru-cache';
import { partsOf, sharePieces, sizeOf } from '../rendering/large-text.ts';
import { type RenderJob, rendererVersion } from '../rendering/render-job.ts';
import { readRendered } from '../rendering/rendered-lines.ts';
import { type For, Renderer } from '../rendering/renderer.ts';
import { inParts } from './in-parts.ts';
import { stageTexts } from './stage-texts.ts';
import { definitionPieces } from './test-versions.ts';

type Key = { readonly accountId: number; readonly testId: number; readonly version: number };
type On = { readonly store: Store; readonly secret: KeyObject };

/** Definitions up to this size have a thread of their own: most do, and wait for none that takes a second. In bytes, or characters. */
const smallAtMost = 64 * 1024;

/** Its texts, of which those that are large are staged before they are stored. */
export const textsOf = ({ version, pictures }: RenderedTest): readonly (string | LargeText)[] => [
  version,
  ...pictures.map(({ sealed }) => sealed),
];

/** Stores what was rendered with its version, unless a newer renderer was there. */
export const storeRendered = async (tx: Tx, { accountId, testId, version }: Key, rendered: RenderedTest): Promise<void> => {
  const of = { account_id: accountId, test_id: testId };
  const row = { ...of, version, renderer: rendererVersion, content: rendered.version, rendered_at: await tx.now() };
  await renderedVersions.put(tx, row);
  // Two versions of a test may be rendered at once, and share pictures: each inserts them in one order.
  const inOrder = rendered.pictures.toSorted((one, other) => one.pictureId - other.pictureId);
  const pictures = inOrder.map(({ pictureId, type, key, sealed }) => ({
    ...of,
    picture_id: pictureId,
    media_type: type,
    picture_key: key,
    sealed,
  }));
  await testPictures.insert(tx, pictures);
};

/** What candidates see of the texts of tests: rendered with the import, read from the database, and never rendered in this thread. */
export class RenderedVersions {
  readonly #renderers: { readonly small: Renderer; readonly large: Renderer };
  readonly #cache = new LRUCache<string, RenderedVersion>({ maxSize: 32 * 1024 * 1024 });
  readonly #loading = new Map<string, Promise<RenderedVersion>>();

  /** @param thread the script of the thread that renders; without it that is done between other work */
  constructor(thread?: URL) {
    this.#renderers = { small: new Renderer(thread, { niceness: 'short' }), large: new Renderer(thread) };
  }

  /** Renders a test file, or refuses it by the question that is over a bound. */
  render({ secret }: Pick<On, 'secret'>, accountId: number, definition: string | LargeText): Promise<Result<RenderedTest, Refusal>> {
    return this.#render(secret, { definition, beyond: 'refuse' }, { account: accountId, waits: 'author' });
  }

  /** Of a stored version. One that a renderer from before has rendered, or none, is rendered now: once, however many wait for it. */
  load(on: On, key: Key, waits: For['waits'] = 'candidate'): Promise<RenderedVersion> {
    const name = `${key.accountId}/${key.testId}/${key.version}`;
    const cached = this.#cache.get(name);
    if (cached !== undefined) return Promise.resolve(cached);
    const loading = this.#loading.get(name) ?? this.#load(on, key, waits).finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    return loading;
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#renderers).map((renderer) => renderer.close()));
  }

  #render(secret: KeyObject, job: Omit<RenderJob, 'pictureSecret'>, purpose: For) {
    const pictureSecret = createHmac('sha256', secret).update(`assay:pictures:${purpose.account}`).digest();
    return this.#renderers[sizeOf(job.definition) <= smallAtMost ? 'small' : 'large'].render({ ...job, pictureSecret }, purpose);
  }

  async #load(on: On, key: Key, waits: For['waits']): Promise<RenderedVersion> {
    const stored = await on.store.read((db) => renderedVersions.find(db, { ...key, renderer: rendererVersion }));
    const pieces = stored === undefined ? [...partsOf(await this.#renderStored(on, key, waits))] : await this.#pieces(on, key, stored);
    const version = await inParts(readRendered(pieces));
    const size = pieces.reduce((sum, { length }) => sum + length, 1);
    this.#cache.set(`${key.accountId}/${key.testId}/${key.version}`, version, { size });
    return version;
  }

  /** Each is read by itself: others come in between. */
  async #pieces({ store }: On, { accountId }: Key, { content, digest }: renderedVersions.Rendered): Promise<readonly string[]> {
    if (digest === null) return [content];
    const pieces: string[] = [];
    for (;;) {
      const piece = await store.read((db) => largeTexts.findPart(db, { accountId, digest, part: pieces.length }));
      if (piece === undefined) return pieces;
      pieces.push(piece);
    }
  }

  async #renderStored({ store, secret }: On, key: Key, waits: For['waits']): Promise<string | LargeText> {
    const stored = await store.read((db) => tests.findLarge(db, key));
    if (stored === undefined) throw new Error(`version ${key.version} of test ${key.testId} is missing`);
    const pieces = await definitionPieces(store, { ...key, digest: stored.digest });
    const definition = await inParts(sharePieces(pieces.map((piece) => Buffer.from(piece))));
    const { accountId } = key;
    const rendered = await this.#render(secret, { definition, beyond: 'plain' }, { account: accountId, waits });
    if (!rendered.ok) throw new Error(`version ${key.version} of test ${key.testId} was refused: ${rendered.error.message}`);
    await stageTexts({ store, accountId }, textsOf(rendered.value));
    await store.write((tx) => storeRendered(tx, key, rendered.value));
    return rendered.value.version;
  }
}
