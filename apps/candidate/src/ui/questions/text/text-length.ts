import { bounds } from '@assay/domain/take';

/** In characters (code points), as the server counts them. */
export const lengthOf = (text: string): number => (text.length <= bounds.textAnswer ? text.length : [...text].length);
