import { hash, timingSafeEqual } from 'node:crypto';

const bearer = /^bearer +(\S+)$/i;

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * Reads `/metrics` for the header `Authorization`; undefined when `ASSAY_METRICS_TOKEN` is set and the header does not carry it. Readers
 * that come at the same time share one reading.
 */
export const createMetricsReader = (registry: { metrics(): Promise<string> }, token: string | undefined) => {
  const expected = token === undefined ? undefined : digest(token);
  let reading: Promise<string> | undefined;
  return async (authorization: string | undefined): Promise<string | undefined> => {
    const sent = bearer.exec(authorization ?? '')?.[1] ?? '';
    // Digests have one length, so the comparison takes the same time for every token.
    if (expected !== undefined && !timingSafeEqual(digest(sent), expected)) return undefined;
    reading ??= registry.metrics().finally(() => {
      reading = undefined;
    });
    return reading;
  };
};
