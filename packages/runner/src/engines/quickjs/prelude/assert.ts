/** `assert`: what it throws is worded as Node words it, which harnesses show to candidates. */
export const assertSource = String.raw`
const isDeepEqual = (one, other, strict, seen) => {
  if (strict ? Object.is(one, other) : one == other || (Number.isNaN(one) && Number.isNaN(other))) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (seen.some(([a, b]) => a === one && b === other)) return true;
  const inner = seen.concat([[one, other]]);
  if (strict && Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (one instanceof RegExp && other instanceof RegExp) return String(one) === String(other);
  if (one instanceof Error || other instanceof Error) return one.name === other.name && one.message === other.message;
  if (one instanceof Map || other instanceof Map) {
    if (!(one instanceof Map && other instanceof Map) || one.size !== other.size) return false;
    return [...one].every(([key, value]) => (other.has(key) ? isDeepEqual(value, other.get(key), strict, inner) : [...other].some(([k, v]) => isDeepEqual(key, k, strict, inner) && isDeepEqual(value, v, strict, inner))));
  }
  if (one instanceof Set || other instanceof Set) {
    if (!(one instanceof Set && other instanceof Set) || one.size !== other.size) return false;
    return [...one].every((value) => other.has(value) || [...other].some((item) => isDeepEqual(value, item, strict, inner)));
  }
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && isDeepEqual(one[key], other[key], strict, inner));
};
class AssertionError extends Error {
  constructor({ message, actual, expected, operator }) { super(message); Object.assign(this, { code: 'ERR_ASSERTION', actual, expected, operator }); }
  get name() { return 'AssertionError'; }
}
const assertTexts = {
  '==': (a, b) => inspect(a) + ' == ' + inspect(b),
  '!=': (a, b) => inspect(a) + ' != ' + inspect(b),
  '===': (a, b) => {
    const [one, other] = [inspect(a), inspect(b)];
    if (one.includes('\n') || other.includes('\n')) return 'Expected values to be strictly equal:\n' + differing(one, other);
    if ((typeof a === 'object' && a !== null) || typeof a === 'function') return 'Expected "actual" to be reference-equal to "expected":\n' + differing(one, other);
    return 'Expected values to be strictly equal:\n\n' + one + ' !== ' + other + '\n';
  },
  '!==': (a, b) => 'Expected "actual" to be strictly unequal to:' + (inspect(b).includes('\n') ? '\n\n' : ' ') + inspect(b),
  deepEqual: (a, b) => 'Expected values to be loosely deep-equal:\n\n' + inspect(a) + '\n\nshould loosely deep-equal\n\n' + inspect(b),
  deepStrictEqual: (a, b) => 'Expected values to be strictly deep-equal:\n' + differing(inspect(a, { compact: false }), inspect(b, { compact: false })),
  notDeepEqual: (a, b) => 'Expected "actual" not to be loosely deep-equal to: ' + inspect(b),
  notDeepStrictEqual: (a, b) => 'Expected "actual" not to be strictly deep-equal to: ' + inspect(b),
  match: (a, b) => 'The input did not match the regular expression ' + inspect(b) + '. Input:\n\n' + inspect(a) + '\n',
  doesNotMatch: (a, b) => 'The input was expected to not match the regular expression ' + inspect(b) + '. Input:\n\n' + inspect(a) + '\n',
};
const differing = (actual, expected) => {
  const [a, b] = [actual.split('\n'), expected.split('\n')];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const rows = [...a.slice(0, start).map((row) => '  ' + row), ...a.slice(start, a.length - end).map((row) => '+ ' + row), ...b.slice(start, b.length - end).map((row) => '- ' + row), ...a.slice(a.length - end).map((row) => '  ' + row)];
  return '+ actual - expected\n\n' + rows.join('\n') + '\n';
};
const claim = (holds, message, actual, expected, operator) => {
  if (holds) return;
  if (message instanceof Error) throw message;
  const text = message === undefined ? (assertTexts[operator] === undefined ? 'Failed' : assertTexts[operator](actual, expected)) : String(message) + (operator === '===' ? '\n\n' + inspect(actual) + ' !== ' + inspect(expected) + '\n' : '');
  throw Object.assign(new AssertionError({ message: text, actual, expected, operator }), { generatedMessage: message === undefined });
};
const fits = (error, expected) => {
  if (expected === undefined || typeof expected === 'string') return true;
  if (expected instanceof RegExp) return expected.test(String(error));
  if (typeof expected === 'function') return expected.prototype !== undefined && error instanceof expected ? true : Error.isPrototypeOf(expected) || expected === Error ? false : expected.call({}, error) === true;
  return Object.keys(expected).every((key) => (expected[key] instanceof RegExp ? expected[key].test(error[key]) : isDeepEqual(error[key], expected[key], true, [])));
};
const assert = Object.assign((holds, message) => claim(holds, message, holds, true, '=='), {
  AssertionError,
  ok: (holds, message) => claim(holds, message, holds, true, '=='),
  equal: (a, b, message) => claim(a == b || (Number.isNaN(a) && Number.isNaN(b)), message, a, b, '=='),
  notEqual: (a, b, message) => claim(a != b, message, a, b, '!='),
  strictEqual: (a, b, message) => claim(Object.is(a, b), message, a, b, '==='),
  notStrictEqual: (a, b, message) => claim(!Object.is(a, b), message, a, b, '!=='),
  deepEqual: (a, b, message) => claim(isDeepEqual(a, b, false, []), message, a, b, 'deepEqual'),
  notDeepEqual: (a, b, message) => claim(!isDeepEqual(a, b, false, []), message, a, b, 'notDeepEqual'),
  deepStrictEqual: (a, b, message) => claim(isDeepEqual(a, b, true, []), message, a, b, 'deepStrictEqual'),
  notDeepStrictEqual: (a, b, message) => claim(!isDeepEqual(a, b, true, []), message, a, b, 'notDeepStrictEqual'),
  match: (text, pattern, message) => claim(pattern.test(text), message, text, pattern, 'match'),
  doesNotMatch: (text, pattern, message) => claim(!pattern.test(text), message, text, pattern, 'doesNotMatch'),
  fail: (message) => claim(false, message),
  ifError: (value) => { if (value !== null && value !== undefined) throw value instanceof Error ? value : new AssertionError({ message: 'ifError got unwanted exception: ' + inspect(value), actual: value, expected: null, operator: 'ifError' }); },
  throws: (work, expected, message) => {
    let thrown;
    try { work(); } catch (error) { thrown = { error }; }
    claim(thrown !== undefined, typeof expected === 'string' ? expected : message || 'Missing expected exception.');
    if (!fits(thrown.error, expected)) throw thrown.error;
  },
  doesNotThrow: (work) => void work(),
  rejects: async (work, expected, message) => {
    let thrown;
    try { await (typeof work === 'function' ? work() : work); } catch (error) { thrown = { error }; }
    claim(thrown !== undefined, message || 'Missing expected rejection.');
    if (!fits(thrown.error, expected)) throw thrown.error;
  },
});
assert.strict = assert;
`;
