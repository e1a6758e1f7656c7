import { apiKeyPrefix } from '@assay/operations';
import type { FastifyRequest } from 'fastify';
import { TokenBuckets } from './token-buckets.ts';

/** Enough to see who tries what, and too little to fill the disk. */
const linesLimit = { perSecond: 1, burst: 60 };
const longestAddress = 64;

/** Logs keys that were refused: the address and, of an API key, how it begins; never the key. */
export const createFailedKeyLog = (what: 'an API key' | 'a runner key') => {
  const lines = new TokenBuckets(linesLimit, () => performance.now());
  let omitted = 0;
  return (request: FastifyRequest, apiKey?: string): void => {
    if (lines.take('') > 0) omitted += 1;
    else {
      const prefix = apiKey === undefined ? {} : { prefix: apiKeyPrefix(apiKey) };
      request.log.warn({ address: request.ip.slice(0, longestAddress), ...prefix, omitted }, `${what} was refused`);
      omitted = 0;
    }
  };
};
