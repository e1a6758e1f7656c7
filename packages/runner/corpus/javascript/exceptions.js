class ValidationError extends Error {
  constructor(field, message, options) { super(message, options); this.name = 'ValidationError'; this.field = field; }
}
class RangeFault extends ValidationError {
  constructor(...given) { super(...given); this.name = 'RangeFault'; }
}
const check = (age) => {
  if (typeof age !== 'number') throw new ValidationError('age', `not a number: ${age}`);
  if (age < 0 || age > 150) throw new RangeFault('age', `out of range: ${age}`, { cause: age });
  return age;
};
const order = [];
const attempt = (age) => {
  try { order.push('try'); return check(age); } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    order.push(error.name);
    return `${error} / ${error.field} / ${error.cause}`;
  } finally { order.push('finally'); }
};
for (const age of [30, '30', -1, null]) console.log(attempt(age));
console.log(order.join(' '));
const override = () => { try { throw new Error('lost'); } finally { return 'kept'; } };
console.log(override());
for (const broken of [() => JSON.parse('{bad'), () => null.x, () => undefined.y.z, () => missing, () => (void 0)(), () => new Array(-1), () => 'x'.repeat(-1), () => (1).toFixed(101), () => BigInt(1.5), () => 1n + 1, () => decodeURIComponent('%'), () => new RegExp('('), () => { const c = 1; c = 2; }, () => Symbol() + '', () => { throw 'text'; }]) {
  try { broken(); } catch (error) { console.log(error?.name ?? typeof error, error instanceof Error); }
}
const deep = (n) => 1 + deep(n + 1);
try { deep(0); } catch (error) { console.log(error instanceof RangeError, error.name); }
const aggregate = new AggregateError([new Error('a'), new TypeError('b')], 'both');
console.log(aggregate.message, aggregate.errors.length, String(aggregate), Object.keys(new RangeFault('f', 'm')));
console.log(typeof new Error('x').stack, new Error('x').stack.split('\n')[0], Error('no new') instanceof Error);
