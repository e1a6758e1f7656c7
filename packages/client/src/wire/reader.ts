import { type Read, readShape } from '../contract/read-shape.ts';
import type { Shape } from '../contract/shape.ts';

/** Reads the `result` of an envelope. */
export type Reader = (result: unknown) => Read;

/** A reader that normalizes the result and then checks its shape. */
export const readAs =
  (shape: Shape, normalize: (result: unknown) => unknown = (result) => result): Reader =>
  (result) =>
    readShape(shape, normalize(result));
