/** `crypto`: digests by the host, one call each; random bytes as everywhere here, the same in each run. What else Node's has says that it is not here. */
export const cryptoSource = String.raw`
const digests = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'];
const digestName = (name) => {
  const plain = String(name).toLowerCase().replace(/^(?:rsa-)?sha-?(?=\d)/, 'sha');
  if (!digests.includes(plain)) throw new Error('Digest method not supported');
  return plain;
};
const hashed = (data, form) => {
  if (typeof data === 'string') return Buffer.from(data, form);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw Object.assign(new TypeError('The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received ' + (data === null || data === undefined ? data : typeof data === 'object' ? 'an instance of ' + constructorOf(data) : 'type ' + typeof data + ' (' + inspect(data) + ')')), { code: 'ERR_INVALID_ARG_TYPE' });
};
const digestOf = (name, bytes) => Object.setPrototypeOf(host(DIGEST, name, bytes), Buffer.prototype);
const written = (bytes, form) => (form === undefined || form === 'buffer' ? bytes : bytes.toString(form));
class Digest {
  #name; #parts; #isDone = false; #finish;
  constructor(name, parts, finish) { this.#name = name; this.#parts = parts; this.#finish = finish; }
  update(data, form) {
    if (this.#isDone) throw Object.assign(new Error('Digest already called'), { code: 'ERR_CRYPTO_HASH_FINALIZED' });
    this.#parts.push(Buffer.from(hashed(data, form)));
    return this;
  }
  digest(form) {
    if (this.#isDone) throw Object.assign(new Error('Digest already called'), { code: 'ERR_CRYPTO_HASH_FINALIZED' });
    this.#isDone = true;
    return written(this.#finish(digestOf(this.#name, Buffer.concat(this.#parts))), form);
  }
  copy() { return new Digest(this.#name, [...this.#parts], this.#finish); }
}
const createHmac = (name, key) => {
  const plain = digestName(name);
  const size = /^sha(?:384|512)$/.test(plain) ? 128 : 64;
  const given = hashed(key);
  const padded = Buffer.alloc(size);
  padded.set(given.length > size ? digestOf(plain, given) : given);
  return new Digest(plain, [padded.map((byte) => byte ^ 0x36)], (inner) => digestOf(plain, Buffer.concat([padded.map((byte) => byte ^ 0x5c), inner])));
};
const getRandomValues = (into) => { const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength); for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256); return into; };
const random = Math.random;
const randomUUID = () => {
  const bytes = getRandomValues(Buffer.alloc(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const text = bytes.toString('hex');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
};
const webCrypto = { getRandomValues, randomUUID };
const crypto = {
  createHash: (name) => new Digest(digestName(name), [], (bytes) => bytes),
  createHmac,
  hash: (name, data, form = 'hex') => written(digestOf(digestName(name), hashed(data)), form),
  getHashes: () => [...digests],
  randomBytes: (size, then) => { const bytes = getRandomValues(Buffer.alloc(size)); if (then === undefined) return bytes; plan(() => then(null, bytes), 0); },
  randomFillSync: getRandomValues,
  randomInt: (low, high, then) => {
    const [from, to, done] = typeof high === 'number' ? [low, high, then] : [0, low, high];
    if (!(to > from)) throw Object.assign(new RangeError('The value of "max" is out of range. It must be greater than the value of "min" (' + from + '). Received ' + to), { code: 'ERR_OUT_OF_RANGE' });
    const found = from + Math.floor(random() * (to - from));
    if (done === undefined) return found;
    plan(() => done(null, found), 0);
  },
  randomUUID,
  timingSafeEqual: (one, other) => { if (one.byteLength !== other.byteLength) throw Object.assign(new RangeError('Input buffers must have the same byte length'), { code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH' }); return hashed(one).every((byte, at) => byte === hashed(other)[at]); },
  getRandomValues,
  webcrypto: webCrypto,
};
for (const name of ['createCipheriv', 'createDecipheriv', 'createSign', 'createVerify', 'sign', 'verify', 'publicEncrypt', 'privateDecrypt', 'generateKeyPair', 'generateKeyPairSync', 'createDiffieHellman', 'createECDH', 'pbkdf2', 'pbkdf2Sync', 'scrypt', 'scryptSync', 'hkdfSync']) {
  crypto[name] = () => { throw new Error('crypto.' + name + ' is not available here'); };
}
define(globalThis, { crypto: webCrypto });
`;
