import { randomBytes } from 'node:crypto';

/**
 * 96 random bits that tell a row from every other one that has or had its id: ids start again after a restore or a failover that lost
 * rows. What leaves the service and names a row carries its nonce.
 */
export const newNonce = (): string => randomBytes(12).toString('base64url');
