import { createHmac, createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { bundleKey } from './signing-key.ts';

const secretOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));

// Written down: another key here means that no saved keys file verifies what was signed before.
it('the key that signs bundles is the same from one version to the next', () => {
  expect(bundleKey(secretOf(7))).toEqual({
    kty: 'OKP',
    crv: 'Ed25519',
    alg: 'EdDSA',
    use: 'sig',
    kid: 'HzYba8JV9uFqX2DnTjQs6myaFJ01MPcDQY33fZlvO4U',
    x: 'IuJThebcGhPlcxXemX-RhEZacvqhaK1mdqD0x-XO7kc',
  });
});

it('each secret has another key, and none that another use of the secret gives away', () => {
  expect(bundleKey(secretOf(8)).x).not.toBe(bundleKey(secretOf(7)).x);
  const { x } = bundleKey(secretOf(7));
  for (const name of ['assay:sealed', 'assay:join', 'assay:report-bundle:1'])
    expect(x).not.toBe(createHmac('sha256', secretOf(7)).update(name).digest('base64url'));
});
