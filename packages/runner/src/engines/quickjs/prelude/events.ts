/** Node's `events`: a function that can be called as well as extended, with the fields that Node's has, because they are printed. */
export const eventsSource = `
const shapeMode = Symbol('shapeMode');
const kCapture = Symbol('kCapture');
function EventEmitter(options) { EventEmitter.init.call(this, options); }
EventEmitter.init = function () {
  if (this._events === undefined || this._events === Object.getPrototypeOf(this)._events) { this._events = Object.create(null); this._eventsCount = 0; }
  this._maxListeners = this._maxListeners || undefined;
  if (!Object.hasOwn(this, shapeMode)) this[shapeMode] = false;
  if (!Object.hasOwn(this, kCapture)) this[kCapture] = false;
};
const listenerFault = (listener) => Object.assign(new TypeError('The "listener" argument must be of type function. Received ' + (listener === null || listener === undefined ? listener : 'type ' + typeof listener + ' (' + inspect(listener) + ')')), { code: 'ERR_INVALID_ARG_TYPE' });
const listOf = (emitter, name) => { const found = emitter._events === undefined ? undefined : emitter._events[name]; return found === undefined ? [] : typeof found === 'function' ? [found] : found; };
const addListener = (emitter, name, listener, isFirst) => {
  if (typeof listener !== 'function') throw listenerFault(listener);
  if (emitter._events === undefined) EventEmitter.init.call(emitter);
  if (emitter._events.newListener !== undefined) emitter.emit('newListener', name, listener.listener || listener);
  const found = emitter._events[name];
  if (found === undefined) { emitter._events[name] = listener; emitter._eventsCount += 1; }
  else if (typeof found === 'function') emitter._events[name] = isFirst ? [listener, found] : [found, listener];
  else if (isFirst) found.unshift(listener);
  else found.push(listener);
  return emitter;
};
const onceOf = (emitter, name, listener) => {
  if (typeof listener !== 'function') throw listenerFault(listener);
  const once = function (...values) { emitter.removeListener(name, once); return listener.apply(emitter, values); };
  Object.defineProperty(once, 'name', { value: 'bound onceWrapper', configurable: true });
  once.listener = listener;
  return once;
};
define(EventEmitter.prototype, {
  _events: undefined, _eventsCount: 0, _maxListeners: undefined,
  setMaxListeners(count) { this._maxListeners = count; return this; },
  getMaxListeners() { return this._maxListeners === undefined ? EventEmitter.defaultMaxListeners : this._maxListeners; },
  emit(name, ...values) {
    const found = this._events === undefined ? undefined : this._events[name];
    if (found === undefined) {
      if (name === 'error') throw values[0] instanceof Error ? values[0] : Object.assign(new Error('Unhandled error. (' + (typeof values[0] === 'string' ? quote(values[0]) : inspect(values[0])) + ')'), { code: 'ERR_UNHANDLED_ERROR', context: values[0] });
      return false;
    }
    if (typeof found === 'function') found.apply(this, values);
    else for (const listener of found.slice()) listener.apply(this, values);
    return true;
  },
  addListener(name, listener) { return addListener(this, name, listener, false); },
  prependListener(name, listener) { return addListener(this, name, listener, true); },
  once(name, listener) { this.on(name, onceOf(this, name, listener)); return this; },
  prependOnceListener(name, listener) { return this.prependListener(name, onceOf(this, name, listener)); },
  removeListener(name, listener) {
    if (typeof listener !== 'function') throw listenerFault(listener);
    const list = listOf(this, name);
    const at = list.findLastIndex((one) => one === listener || one.listener === listener);
    if (at < 0) return this;
    if (list.length === 1) { this._eventsCount -= 1; if (this._eventsCount === 0) this._events = Object.create(null); else delete this._events[name]; }
    else { const left = list.toSpliced(at, 1); this._events[name] = left.length === 1 ? left[0] : left; }
    if (this._events.removeListener !== undefined) this.emit('removeListener', name, list[at].listener || list[at]);
    return this;
  },
  removeAllListeners(name) {
    const names = name === undefined ? this.eventNames().filter((one) => one !== 'removeListener').concat('removeListener') : [name];
    for (const one of names) for (const listener of listOf(this, one).slice().reverse()) this.removeListener(one, listener);
    return this;
  },
  listeners(name) { return listOf(this, name).map((listener) => listener.listener || listener); },
  rawListeners(name) { return listOf(this, name).slice(); },
  listenerCount(name, listener) { const list = listOf(this, name); return listener === undefined ? list.length : list.filter((one) => one === listener || one.listener === listener).length; },
  eventNames() { return this._events === undefined ? [] : Reflect.ownKeys(this._events); },
});
define(EventEmitter.prototype, { on: EventEmitter.prototype.addListener, off: EventEmitter.prototype.removeListener });
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.defaultMaxListeners = 10;
EventEmitter.errorMonitor = Symbol('events.errorMonitor');
EventEmitter.captureRejectionSymbol = Symbol.for('nodejs.rejection');
EventEmitter.listenerCount = (emitter, name) => emitter.listenerCount(name);
EventEmitter.getEventListeners = (emitter, name) => emitter.listeners(name);
EventEmitter.once = (emitter, name, { signal } = {}) => new Promise((resolve, reject) => {
  const stop = () => { emitter.off(name, done); emitter.off('error', failed); reject(abortedBy(signal)); };
  const failed = (error) => { emitter.off(name, done); reject(error); };
  const done = (...values) => { emitter.off('error', failed); if (signal !== undefined) signal.removeEventListener('abort', stop); resolve(values); };
  if (signal !== undefined && signal.aborted) return reject(abortedBy(signal));
  if (signal !== undefined) signal.addEventListener('abort', stop, { once: true });
  emitter.once(name, done);
  if (name !== 'error') emitter.once('error', failed);
});
EventEmitter.on = (emitter, name, { signal } = {}) => {
  const waiting = [];
  const happened = [];
  let failure;
  let isOver = false;
  const heard = (...values) => { const next = waiting.shift(); if (next !== undefined) next.resolve({ value: values, done: false }); else happened.push(values); };
  const stop = () => failed(abortedBy(signal));
  const close = () => { isOver = true; emitter.off(name, heard); emitter.off('error', failed); if (signal !== undefined) signal.removeEventListener('abort', stop); };
  const failed = (error) => { close(); const next = waiting.shift(); if (next !== undefined) next.reject(error); else failure = { error }; };
  emitter.on(name, heard);
  if (name !== 'error') emitter.on('error', failed);
  if (signal !== undefined) { if (signal.aborted) stop(); else signal.addEventListener('abort', stop, { once: true }); }
  return {
    next: () => {
      if (happened.length > 0) return Promise.resolve({ value: happened.shift(), done: false });
      if (failure !== undefined) { const { error } = failure; failure = undefined; return Promise.reject(error); }
      if (isOver) return Promise.resolve({ value: undefined, done: true });
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    return: () => { close(); for (const next of waiting.splice(0)) next.resolve({ value: undefined, done: true }); return Promise.resolve({ value: undefined, done: true }); },
    throw: (error) => { failed(error); return Promise.resolve({ value: undefined, done: true }); },
    [Symbol.asyncIterator]() { return this; },
  };
};
const abortedBy = (signal) => Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' });
`;
