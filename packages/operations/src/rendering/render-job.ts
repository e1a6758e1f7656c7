import type { LargeText, RenderedTest, SealedPicture } from '@assay/domain';

/** Raise it with any change of what is rendered or how it is stored: what an older one rendered is not shown, and is rendered again. */
export const rendererVersion = 3;

/** `definition`: the JSON of a `StoredDefinition`. */
export type RenderJob = {
  readonly definition: string | LargeText;
  /** What the ids and keys of pictures are made from, of the account. */
  readonly pictureSecret: Uint8Array;
  /**
   * `refuse`: what is over a bound refuses the test. `plain`: it is shown as it is written, because the test was imported before there was
   * the bound. `all-plain`: so is everything.
   */
  readonly beyond: 'refuse' | 'plain' | 'all-plain';
};

type Refused = { readonly faults: readonly string[] };
/** As it was rendered. */
export type Written = Refused | { readonly version: string; readonly pictures: readonly SealedPicture[] };
/** As it is stored. */
export type RenderResult = Refused | RenderedTest;

export const renderBounds = {
  /** Characters of HTML of a prompt, or of an option: a prompt of 50,000 characters that is all code has 120,000. */
  html: 300_000,
  /** And of all together. */
  htmlOfTest: 8 * 1024 * 1024,
  /** Characters of code of a test that are highlighted; what is more has no colours. */
  highlighted: 512 * 1024,
  pictures: 1000,
  /** Milliseconds of processor time of a text, which is ten thousand times as long as a usual one takes. */
  time: 2000,
  /** And of all together: 1,000 usual questions take half a second. */
  timeOfTest: 10_000,
} as const;

export type RenderBounds = { readonly [Name in keyof typeof renderBounds]: number };
