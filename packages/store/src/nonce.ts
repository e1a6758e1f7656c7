import { randomFillSync } from 'node:crypto';

const bytes = 12;
// Filled for many at once: a system call for each would be a twentieth of a registration.
const pool = Buffer.alloc(256 * bytes);
let used = pool.length;

/**
 * 96 random bits that tell a row from every other one that has or had its id: ids start again after a restore or a failover that lost
 * rows. What leaves the service and names a row carries its nonce.
 */
export const newNonce = (): string => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('base64url', used - bytes, used);
};
