import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { bundlePrefix, type ExpectedAccount, mostSignedBytes, signedBundle } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../testing/fake-server.ts';
import { BundleVerificationError, verifyReportBundle } from './verify-report-bundle.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const jwkOf = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' });
const keys = { keys: [jwkOf(publicKey, 'first')] };
const account = { accountId: 7, name: 'Núñez & Co' };
const payload = JSON.stringify({ version: 1, account });

const signatureOf = (text: string, key = privateKey): Buffer =>
  sign(null, Buffer.concat([Buffer.from(bundlePrefix(Buffer.byteLength(text))), Buffer.from(text)]), key);
const fileOf = (text: string, keyId = 'first', signature = signatureOf(text)): Buffer =>
  Buffer.from(signedBundle({ payload: Buffer.from(text).toString('base64'), keyId, signature: signature.toString('base64') }));

const reasonOf = async (file: Uint8Array, given: unknown = keys): Promise<string | undefined> => {
  const error = await failureOf(verifyReportBundle({ file, keys: given }));
  expect(error).toBeInstanceOf(BundleVerificationError);
  return (error as BundleVerificationError).reason;
};

describe('a report bundle', () => {
  it('that one of the keys signed gives what was signed', async () => {
    const other = generateKeyPairSync('ed25519');
    const set = { keys: [{ kty: 'RSA', kid: 'first', n: 'AQAB' }, jwkOf(other.publicKey, 'first'), jwkOf(publicKey, 'first')] };
    for (const given of [keys, set])
      expect(await verifyReportBundle({ file: fileOf(payload), keys: given })).toEqual({ payload, account, keyId: 'first' });
  });

  it('of another account than the expected one is refused: the id decides, and a name beside it', async () => {
    const verify = (expected: ExpectedAccount) => verifyReportBundle({ file: fileOf(payload), keys, account: expected });
    for (const expected of [account, { accountId: 7 }, { accountId: 7, name: account.name.normalize('NFD') }])
      expect(await verify(expected)).toMatchObject({ account });
    for (const expected of [{ accountId: 8 }, { ...account, accountId: 8 }, { accountId: 7, name: 'Nuñez & Co' }]) {
      expect(await failureOf(verify(expected))).toMatchObject({ name: 'BundleVerificationError', reason: 'other-account' });
    }
  });

  it('that names no account, or is no JSON, is refused', async () => {
    for (const text of ['{}', 'null', '[]', '{"account":7}', '{"account":{"accountId":"7","name":"A"}}'])
      expect([text, await reasonOf(fileOf(text))]).toEqual([text, 'no-account']);
    expect(await reasonOf(fileOf('{"account":'))).toBe('malformed');
  });

  it('with any bit of the file flipped is refused', async () => {
    const file = fileOf(payload);
    for (let bit = 0; bit < file.length * 8; bit += 1) {
      const changed = Buffer.from(file);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect([bit, await reasonOf(changed)]).toEqual([bit, expect.stringMatching(/^(malformed|unknown-key|wrong-signature)$/)]);
    }
  });

  it('written otherwise is refused, though it means the same', async () => {
    const text = fileOf(payload).toString();
    const [, base64 = ''] = /"payload":"([^"]+)"/.exec(text) ?? [];
    for (const other of [
      text.trimEnd(),
      `${text}\n`,
      ` ${text}`,
      `\ufeff${text}`,
      text.replaceAll(',', ', '),
      text.replace('{', '{"comment":"",'),
      text.replace(base64, `${base64.slice(0, 4)} ${base64.slice(4)}`),
      text.replace('"payload"', '"payl\\u006fad"'),
      text.replace('"signatures":[', '"signatures":[{"keyid":"x","sig":""},'),
      text.slice(0, -10),
    ])
      expect(await reasonOf(Buffer.from(other))).toBe('malformed');
  });

  it('is refused when no key has its name, or another key signed it, or it was signed as something else', async () => {
    const { privateKey: stranger } = generateKeyPairSync('ed25519');
    expect(await reasonOf(fileOf(payload, 'second'))).toBe('unknown-key');
    expect(await reasonOf(fileOf(payload), { keys: [] })).toBe('unknown-key');
    expect(await reasonOf(fileOf(payload, 'first', signatureOf(payload, stranger)))).toBe('wrong-signature');
    expect(await reasonOf(fileOf(payload, 'first', sign(null, Buffer.from(payload), privateKey)))).toBe('wrong-signature');
    expect(await reasonOf(fileOf(payload, 'first', Buffer.alloc(0)))).toBe('wrong-signature');
  });

  it('that is too large, or nothing like it, is refused before it is read further', async () => {
    expect(await reasonOf(new Uint8Array(mostSignedBytes + 1))).toBe('too-large');
    for (const text of ['', '{', 'null', '[]', '{}', '%PDF-1.7', '{"payload":1,"signatures":[]}', '{"payload":"","signatures":[null]}'])
      expect(await reasonOf(Buffer.from(text))).toBe('malformed');
    expect(await reasonOf(Buffer.from([0xff, 0xfe]))).toBe('malformed');
  });

  it.each([undefined, null, {}, [], { keys: {} }, { keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'first', x: 'short' }] }])(
    'with keys that are none is a TypeError: %j',
    async (given) => {
      expect(await failureOf(verifyReportBundle({ file: fileOf(payload), keys: given }))).toBeInstanceOf(TypeError);
    },
  );
});
