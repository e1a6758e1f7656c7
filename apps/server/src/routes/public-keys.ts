import type { BundleKeys } from '@assay/domain';
import { type Assay, bundleKey } from '@assay/operations';
import type { FastifyInstance } from 'fastify';

/** Who verifies a bundle keeps the file; a change of the secret shows within the hour. */
const caching = 'public, max-age=3600';

/** `GET /.well-known/assay-keys.json`: the public key of report bundles, as a JWK set and without an envelope, for programs that verify one. */
export const registerPublicKeys = (app: FastifyInstance, { secret }: Pick<Assay, 'secret'>): void => {
  const set: BundleKeys = { keys: [bundleKey(secret)] };
  // Bytes: to text Fastify adds a charset, which JSON does not have.
  const body = Buffer.from(`${JSON.stringify(set, null, 2)}\n`);
  app.get('/.well-known/assay-keys.json', async (_request, reply) =>
    reply.headers({ 'content-type': 'application/jwk-set+json', 'cache-control': caching }).send(body),
  );
};
