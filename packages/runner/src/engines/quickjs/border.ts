/**
 * The border between a harness and the candidate's code, in two instances of the sandbox; a part of the prelude of both. Plain values cross
 * as copies. Other objects and functions stay where they are: the other side gets a stand-in, a Proxy that passes on what is done with it.
 * JavaScript compares on the side of the harness, so the candidate's code sees only what the harness hands over as an argument or a property.
 */
export const border = String.raw`
const MOST_LENT = 100000;
const lent = [], numbers = new Map();
const numberOf = (value) => {
  if (!numbers.has(value)) {
    if (lent.length >= MOST_LENT) throw new RangeError('more than ' + MOST_LENT + ' objects cross between the harness and the solution');
    numbers.set(value, lent.length);
    lent.push(value);
  }
  return numbers.get(value);
};
const isCopied = (value) => {
  const proto = Object.getPrototypeOf(value);
  if (proto !== null && proto !== Object.prototype) return false;
  return Reflect.ownKeys(value).every((key) => {
    const property = Object.getOwnPropertyDescriptor(value, key);
    return typeof key === 'string' && 'value' in property && typeof property.value !== 'function';
  });
};
const cross = (value, other, path = []) => {
  switch (typeof value) {
    case 'undefined': return { type: 'undefined' };
    case 'bigint': return { type: 'bigint', value: String(value) };
    case 'boolean': case 'string': case 'number': return toPlain(value, path);
    case 'symbol': throw new TypeError('a symbol cannot cross between the harness and the solution');
    case 'function': return other(value);
  }
  if (value === null) return null;
  if (numberOfStandIn.has(value) || path.includes(value)) return other(value);
  if (path.length > 60) throw new TypeError('the value is nested too deeply');
  const inner = path.concat([value]);
  const each = (item) => cross(item, other, inner);
  const proto = Object.getPrototypeOf(value);
  if (Array.isArray(value) && proto === Array.prototype) { const list = []; for (let at = 0; at < value.length; at += 1) list[at] = each(value[at]); return list; }
  if (proto === Set.prototype) return { type: 'set', items: Array.from(value, each) };
  if (proto === Map.prototype) return { type: 'map', entries: Array.from(value, ([key, item]) => [each(key), each(item)]) };
  if (proto === Date.prototype) return { type: 'date', value: toPlain(value.getTime(), path) };
  if (ArrayBuffer.isView(value)) return toPlain(value, path);
  if (isCopied(value)) return { type: 'dict', entries: Object.keys(value).map((key) => [key, each(value[key])]) };
  return other(value);
};
const take = (told, other) => {
  if (told === null || typeof told !== 'object') return told;
  if (Array.isArray(told)) return told.map((item) => take(item, other));
  switch (told.type) {
    case 'undefined': return undefined;
    case 'bigint': return BigInt(told.value);
    case 'float': case 'bytes': return fromPlain(told);
    case 'set': return new Set(told.items.map((item) => take(item, other)));
    case 'map': return new Map(told.entries.map(([key, item]) => [take(key, other), take(item, other)]));
    case 'date': return new Date(take(told.value, other));
    case 'dict': {
      const object = {};
      for (const [key, item] of told.entries) Object.defineProperty(object, key, { value: take(item, other), writable: true, enumerable: true, configurable: true });
      return object;
    }
    default: return other(told);
  }
};

// On the side of the candidate's code
const builtInOf = (error) => {
  for (let at = Object.getPrototypeOf(error); at !== null; at = Object.getPrototypeOf(at)) {
    for (const name of Object.keys(errors)) if (errors[name].prototype === at) return name;
  }
  return 'Error';
};
const lend = (value) => {
  const told = { type: typeof value === 'function' ? 'function' : 'object', id: numberOf(value) };
  if (!(value instanceof Error)) return told;
  const own = Object.keys(value).map((key) => [key, cross(value[key], lend, [value])]);
  return { ...told, type: 'error', kind: builtInOf(value), name: String(value.name), message: String(value.message), own };
};
const callables = new Map();
const back = (told) => {
  if (told.type !== 'callback') return lent[told.id];
  if (!callables.has(told.id)) {
    callables.set(told.id, (...values) => take(parse(host(CALL, 'callback', stringify({ id: told.id, values: values.map((value) => cross(value, lend)) }))), back));
  }
  return callables.get(told.id);
};
const exportedNow = (name) => {
  if (name === 'default') return typeof module.exports === 'function' ? module.exports : module.exports && module.exports.default;
  for (const source of [exposed, module.exports, module.exports && module.exports.default]) {
    if (source !== null && source !== undefined && source[name] !== undefined) return source[name];
  }
  return undefined;
};
const actions = {
  name: exportedNow,
  get: (object, key) => object[key],
  set: (object, key, value) => { object[key] = value; },
  delete: (object, key) => delete object[key],
  has: (object, key) => key in object,
  keys: (object) => Object.getOwnPropertyNames(object),
  apply: (work, self, values) => Reflect.apply(work, self, values),
  construct: (kind, values) => Reflect.construct(kind, values),
  instance: (object, kind) => object instanceof kind,
  iterates: (object) => typeof object[Symbol.iterator] === 'function',
  iterator: (object) => object[Symbol.iterator](),
  asyncIterates: (object) => typeof object[Symbol.asyncIterator] === 'function',
  asyncIterator: (object) => object[Symbol.asyncIterator](),
  next: (iterator) => iterator.next(),
};
const settle = (value) => {
  if (value === null || typeof value !== 'object' || typeof value.then !== 'function') return { value };
  const own = { pending: true, promise: true };
  value.then((settled) => { own.pending = false; own.value = settled; }, (error) => { own.pending = false; own.error = error; own.failed = true; });
  return own;
};
const acts = {
  act: (request) => {
    const { what, values } = parse(request);
    try { result = settle(actions[what](...take(values, back))); } catch (error) { result = { failed: true, error }; }
  },
  // A promise of the candidate's code is a promise of the harness, settled by now.
  acted: () => {
    if (result.pending) throw new Error('the function returned a promise that never settles');
    if (!result.failed) return stringify({ promise: result.promise === true, value: cross(result.value, lend) });
    // What the host ends the run for is not caught by a harness.
    if (result.error !== null && typeof result.error === 'object' && result.error.name === 'InternalError') throw result.error;
    return stringify({ promise: result.promise === true, error: cross(result.error, lend) });
  },
  // The harness names the names that it may mean.
  names: (names) => stringify([...new Set([...parse(names), ...(module.exports !== null && typeof module.exports === 'object' ? Object.getOwnPropertyNames(module.exports) : []), 'default'])].filter((name) => exportedNow(name) !== undefined)),
};

// On the side of the harness
const standInOf = new Map(), numberOfStandIn = new WeakMap(), built = new WeakSet(), calledBack = [];
// What is asked of plain values with what is expected of them. A function that is to return a list could return what says yes to all of
// these; of an object that the harness made itself with new, they are passed on.
const QUERIES = new Set(['includes', 'indexOf', 'lastIndexOf', 'startsWith', 'endsWith', 'every', 'some', 'find', 'findIndex', 'findLast', 'findLastIndex', 'filter', 'has', 'equals', 'localeCompare', 'test', 'match', 'search']);
const handOver = (value) => {
  if (numberOfStandIn.has(value)) return { type: 'object', id: numberOfStandIn.get(value) };
  if (typeof value !== 'function') throw new TypeError('an object of a class of the harness cannot be passed to the solution');
  if (/^class\b/.test(Function.prototype.toString.call(value))) throw new TypeError('a class of the harness cannot be passed to the solution');
  if (!calledBack.includes(value)) {
    if (calledBack.length >= 1000) throw new RangeError('more than 1000 functions of the harness are passed to the solution');
    calledBack.push(value);
  }
  return { type: 'callback', id: calledBack.indexOf(value) };
};
const ask = (what, ...values) => {
  const answer = parse(host(CALL, 'act', stringify({ what, values: values.map((value) => cross(value, handOver)) })));
  if (!('error' in answer)) { const value = take(answer.value, standIn); return answer.promise === true ? Promise.resolve(value) : value; }
  const error = take(answer.error, standIn);
  if (answer.promise === true) return Promise.reject(error);
  throw error;
};
const iteratorOf = (object, isAsync) => () => {
  const iterator = ask(isAsync ? 'asyncIterator' : 'iterator', object);
  const step = (next) => ({ done: next.done === true, value: next.value });
  const next = () => { const found = ask('next', iterator); return isAsync ? found.then(step) : step(found); };
  const made = { next, return: (value) => ({ done: true, value }) };
  made[isAsync ? Symbol.asyncIterator : Symbol.iterator] = () => made;
  return made;
};
const traps = {
  get: (target, key) => {
    const own = standInOf.get(target.id);
    if (key === Symbol.iterator || key === Symbol.asyncIterator) {
      const isAsync = key === Symbol.asyncIterator;
      return ask(isAsync ? 'asyncIterates' : 'iterates', own) === true ? iteratorOf(own, isAsync) : undefined;
    }
    if (key === Symbol.hasInstance) return (value) => numberOfStandIn.has(value) && ask('instance', value, own) === true;
    if (typeof key === 'symbol') return undefined;
    const found = ask('get', own, key);
    if (typeof found !== 'function' || built.has(own) || !QUERIES.has(key)) return found;
    return (...values) => {
      if (values.length > 0) throw new TypeError(key + ' of an object that a function returned is not passed on: check what it is first');
      return Reflect.apply(found, own, values);
    };
  },
  set: (target, key, value) => { ask('set', standInOf.get(target.id), String(key), value); return true; },
  deleteProperty: (target, key) => ask('delete', standInOf.get(target.id), String(key)) === true,
  defineProperty: () => { throw new TypeError('the harness cannot define a property of an object of the solution'); },
  has: (target, key) => typeof key === 'string' && ask('has', standInOf.get(target.id), key) === true,
  ownKeys: (target) => [...new Set([...(typeof target === 'function' ? ['prototype'] : []), ...ask('keys', standInOf.get(target.id))])],
  getOwnPropertyDescriptor: (target, key) => (typeof key === 'string' && ask('keys', standInOf.get(target.id)).includes(key) ? { value: traps.get(target, key), writable: true, enumerable: true, configurable: true } : undefined),
  apply: (target, self, values) => ask('apply', standInOf.get(target.id), numberOfStandIn.has(self) ? self : undefined, values),
  construct: (target, values, made) => {
    const own = standInOf.get(target.id);
    if (made !== own) throw new TypeError('a class of the harness cannot extend a class of the solution');
    const object = ask('construct', own, values);
    if (numberOfStandIn.has(object)) built.add(object);
    return object;
  },
};
const standIn = (told) => {
  if (typeof told.id !== 'number') throw new TypeError('the solution answered with what is no value');
  if (standInOf.has(told.id)) return standInOf.get(told.id);
  let made;
  if (told.type === 'error') {
    made = new (Object.hasOwn(errors, told.kind) ? errors[told.kind] : Error)(String(told.message));
    define(made, { name: String(told.name) });
    for (const [key, value] of told.own) if (key !== 'stack') Object.defineProperty(made, key, { value: take(value, standIn), writable: true, enumerable: true, configurable: true });
  } else {
    const target = told.type === 'function' ? function () {} : {};
    Object.defineProperty(target, 'id', { value: told.id, configurable: true });
    made = new Proxy(target, traps);
  }
  standInOf.set(told.id, made);
  numberOfStandIn.set(made, told.id);
  return made;
};
const judges = {
  stand: (names) => {
    standIns = {};
    for (const name of parse(names)) Object.defineProperty(standIns, name, { get: () => ask('name', name), enumerable: true });
  },
  callback: (request) => {
    const { id, values } = parse(request);
    const value = calledBack[id](...take(values, standIn));
    if (value instanceof Promise) throw new TypeError('a promise of the harness cannot be passed to the solution');
    return stringify(cross(value, handOver));
  },
};
`;
