import { apiKeyPrefix } from '@assay/operations';
import type { FastifyRequest } from 'fastify';
import { TokenBuckets } from './token-buckets.ts';

/** Enough to see who tries what, and too little to fill the disk. */
const linesLimit = { perSecond: 1, burst: 60 };
const longestAddress = 64;

/** Logs API keys that were refused: the address and how the key begins, never the key. */
export const createFailedKeyLog = () => {
  const lines = new TokenBuckets(linesLimit, () => performance.now());
  let omitted = 0;
  return (request: FastifyRequest, key: string): void => {
    if (lines.take('') > 0) omitted += 1;
    else {
      request.log.warn({ address: request.ip.slice(0, longestAddress), prefix: apiKeyPrefix(key), omitted }, 'an API key was refused');
      omitted = 0;
    }
  };
};
