import { createHmac, type KeyObject } from 'node:crypto';
import { installation } from '@assay/store';
import type { Assay } from '../support/context.ts';

type OfDatabase = { readonly assay: Pick<Assay, 'store' | 'secret'> };

const fact = 'secret-fingerprint';

/** Tells secrets apart and says nothing of them. */
const fingerprintOf = (secret: KeyObject): string => createHmac('sha256', secret).update('assay:fingerprint').digest('base64url');

/** Whether the database is used with this secret. The first process of a database decides it. */
export const isSecretOfDatabase = async ({ assay: { store, secret } }: OfDatabase): Promise<boolean> => {
  const own = fingerprintOf(secret);
  const known = await store.read((db) => installation.find(db, fact));
  if (known !== undefined) return known === own;
  return store.write(async (tx) => {
    await installation.insertFirst(tx, fact, own);
    return (await installation.find(tx, fact)) === own;
  });
};

/** From now on the database is used with this secret. What was signed and encrypted with the former one is lost. */
export const acceptSecret = ({ assay: { store, secret } }: OfDatabase): Promise<void> =>
  store.write((tx) => installation.replace(tx, fact, fingerprintOf(secret)));
