const assert = require('assert');
const tries = [
  () => assert.strictEqual(1, 2),
  () => assert.equal(1, 2),
  () => assert.deepStrictEqual([1, 2, 3], [1, 2, 4]),
  () => assert.ok(false, 'my own message'),
  () => assert.strictEqual('a', 'b', 'names differ'),
  () => assert.notStrictEqual(1, 1),
  () => assert.throws(() => {}),
  () => assert.fail(),
  () => assert.fail('boom'),
  () => assert.match('abc', /x/),
  () => assert.deepEqual({ a: 1 }, { a: 1 }),
  () => assert.throws(() => { throw new TypeError('bad'); }, TypeError),
  () => assert.throws(() => { throw new TypeError('bad'); }, { name: 'TypeError', message: 'bad' }),
  () => assert.ifError(null),
  () => assert.doesNotThrow(() => 1),
];
for (const one of tries) {
  try { one(); console.log('passed'); } catch (error) { console.log(error.name, error.code, JSON.stringify(error.message), error.generatedMessage); }
}
assert.rejects(Promise.reject(new Error('x')), /x/).then(() => console.log('rejected as expected'));
