import type { LargeText } from './large-text.ts';

/** A picture of a test. `sealed` is encrypted with `key`: a candidate's device stores it before the start and can show it only after. */
export type SealedPicture = {
  readonly pictureId: number;
  readonly type: string;
  /** Length of what is sent. */
  readonly bytes: number;
  /** In base64. */
  readonly key: string;
  /** In base64: nonce, encrypted bytes, tag. */
  readonly sealed: string;
};

/** One of a test with megabytes of them. */
type LargePicture = Omit<SealedPicture, 'sealed'> & { readonly sealed: LargeText };

/** A text without `html` is shown as it is written. `text`: without the bytes of its pictures; absent where it has none. */
export type RenderedText = { readonly html?: string; readonly text?: string };

/** The questions of a version, in the order of the paper. */
export type RenderedVersion = {
  readonly questions: readonly { readonly prompt: RenderedText; readonly options?: readonly RenderedText[] }[];
  readonly pictures: readonly Omit<SealedPicture, 'sealed'>[];
};

/** As it is stored; `version` is a `RenderedVersion`, in lines of JSON. */
export type RenderedTest = {
  readonly version: string | LargeText;
  readonly pictures: readonly (SealedPicture | LargePicture)[];
};
