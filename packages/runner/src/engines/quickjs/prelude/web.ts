/** Globals of the web platform that Node has too. */
export const webSource = String.raw`
class DOMException extends Error {
  constructor(message = '', name = 'Error') { super(message); define(this, { name, code: { AbortError: 20, DataCloneError: 25, TimeoutError: 23, InvalidCharacterError: 5 }[name] || 0 }); }
}
class Event {
  #type; #cancelable; #prevented = false;
  constructor(type, options = {}) { this.#type = String(type); this.#cancelable = Boolean(options.cancelable); define(this, { target: null, currentTarget: null, timeStamp: 0, bubbles: Boolean(options.bubbles), isStopped: false }); }
  get type() { return this.#type; }
  get cancelable() { return this.#cancelable; }
  get defaultPrevented() { return this.#prevented; }
  preventDefault() { if (this.#cancelable) this.#prevented = true; }
  stopPropagation() {}
  stopImmediatePropagation() { define(this, { isStopped: true }); }
}
class CustomEvent extends Event { #detail; constructor(type, options = {}) { super(type, options); this.#detail = options.detail === undefined ? null : options.detail; } get detail() { return this.#detail; } }
class EventTarget {
  #listeners = new Map();
  addEventListener(type, listener, options) {
    if (!listener) return;
    const list = this.#listeners.get(type) || [];
    if (list.some((one) => one.listener === listener)) return;
    this.#listeners.set(type, [...list, { listener, once: typeof options === 'object' && options !== null && Boolean(options.once) }]);
  }
  removeEventListener(type, listener) { this.#listeners.set(type, (this.#listeners.get(type) || []).filter((one) => one.listener !== listener)); }
  dispatchEvent(event) {
    if (!(event instanceof Event)) throw Object.assign(new TypeError('The "event" argument must be an instance of Event.'), { code: 'ERR_INVALID_ARG_TYPE' });
    define(event, { target: this, currentTarget: this });
    for (const { listener, once } of this.#listeners.get(event.type) || []) {
      if (once) this.removeEventListener(event.type, listener);
      if (typeof listener === 'function') listener.call(this, event); else listener.handleEvent(event);
      if (event.isStopped) break;
    }
    return !event.defaultPrevented;
  }
}
const aborted = () => new DOMException('This operation was aborted', 'AbortError');
class AbortSignal extends EventTarget {
  #aborted = false; #reason;
  constructor() { super(); define(this, { onabort: null }); Object.defineProperty(this, signalAbort, { value: (reason) => { if (this.#aborted) return; this.#aborted = true; this.#reason = reason; const event = new Event('abort'); if (typeof this.onabort === 'function') this.onabort(event); this.dispatchEvent(event); } }); }
  get aborted() { return this.#aborted; }
  get reason() { return this.#reason; }
  throwIfAborted() { if (this.#aborted) throw this.#reason; }
  static abort(reason = aborted()) { const signal = new AbortSignal(); signal[signalAbort](reason); return signal; }
  static timeout(ms) { const signal = new AbortSignal(); setTimeout(() => signal[signalAbort](new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms); return signal; }
  static any(signals) { const all = new AbortSignal(); for (const one of signals) { if (one.aborted) { all[signalAbort](one.reason); break; } one.addEventListener('abort', () => all[signalAbort](one.reason), { once: true }); } return all; }
}
const signalAbort = Symbol('abort');
class AbortController { #signal = new AbortSignal(); get signal() { return this.#signal; } abort(reason = aborted()) { this.#signal[signalAbort](reason); } }

const cloneFault = (value) => new DOMException((typeof value === 'function' ? nativeText.call(value) : typeof value === 'symbol' ? value.toString() : '#<' + (constructorOf(value) || 'Object') + '>') + ' could not be cloned.', 'DataCloneError');
const cloneErrors = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];
const cloned = (value, known) => {
  if (typeof value === 'function' || typeof value === 'symbol') throw cloneFault(value);
  if (typeof value !== 'object' || value === null) return value;
  if (known.has(value)) return known.get(value);
  const keep = (copy) => { known.set(value, copy); return copy; };
  const fill = (copy) => { for (const key of Object.keys(value)) Object.defineProperty(copy, key, { value: cloned(value[key], known), writable: true, enumerable: true, configurable: true }); return copy; };
  if (Array.isArray(value)) { const copy = keep([]); copy.length = value.length; return fill(copy); }
  if (value instanceof Date) return keep(new Date(value.getTime()));
  if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
  if (value instanceof Map) { const copy = keep(new Map()); for (const [key, item] of [...value]) copy.set(cloned(key, known), cloned(item, known)); return copy; }
  if (value instanceof Set) { const copy = keep(new Set()); for (const item of [...value]) copy.add(cloned(item, known)); return copy; }
  if (value instanceof ArrayBuffer) return keep(value.slice(0));
  if (value instanceof DataView) return keep(new DataView(cloned(value.buffer, known), value.byteOffset, value.byteLength));
  if (ArrayBuffer.isView(value)) return keep(value instanceof Buffer ? new Uint8Array(value) : value.slice());
  if (value instanceof Error) {
    const Kind = cloneErrors.find(({ name }) => name === value.name) || Error;
    const copy = keep(new Kind(value.message));
    define(copy, { stack: value.stack });
    if (Object.hasOwn(value, 'cause')) define(copy, { cause: cloned(value.cause, known) });
    return copy;
  }
  if (boxed.some(([kind]) => value instanceof kind)) { if (value instanceof Symbol) throw cloneFault(value.valueOf()); return keep(Object(value.valueOf())); }
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) throw cloneFault(value);
  return fill(keep({}));
};
const structuredClone = (...values) => { if (values.length === 0) throw new TypeError("The 'value' argument must be specified"); return cloned(values[0], new Map()); };

const formEncode = (text) => encodeURIComponent(text.toWellFormed()).replace(/%20/g, '+').replace(/[!'()~]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase());
const formDecode = (text) => { const spaced = text.replace(/\+/g, ' '); try { return decodeURIComponent(spaced); } catch { return spaced; } };
class URLSearchParams {
  #pairs = []; #changed = () => undefined;
  constructor(init = '', changed) {
    if (changed) this.#changed = changed;
    if (typeof init === 'object' && init !== null) this.#pairs = (typeof init[Symbol.iterator] === 'function' ? [...init] : Object.entries(init)).map(([key, value]) => [String(key), String(value)]);
    else this.#pairs = String(init).replace(/^\?/, '').split('&').filter((part) => part !== '').map((part) => { const at = part.indexOf('='); return at < 0 ? [formDecode(part), ''] : [formDecode(part.slice(0, at)), formDecode(part.slice(at + 1))]; });
  }
  get size() { return this.#pairs.length; }
  append(key, value) { this.#pairs.push([String(key), String(value)]); this.#changed(); }
  delete(key, value) { this.#pairs = this.#pairs.filter(([name, text]) => name !== key || (value !== undefined && text !== value)); this.#changed(); }
  get(key) { const found = this.#pairs.find(([name]) => name === key); return found === undefined ? null : found[1]; }
  getAll(key) { return this.#pairs.filter(([name]) => name === key).map(([, value]) => value); }
  has(key, value) { return this.#pairs.some(([name, text]) => name === key && (value === undefined || text === value)); }
  set(key, value) { const at = this.#pairs.findIndex(([name]) => name === key); if (at < 0) return this.append(key, value); this.#pairs[at][1] = String(value); this.#pairs = this.#pairs.filter(([name], index) => name !== key || index === at); this.#changed(); }
  sort() { this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)); this.#changed(); }
  forEach(work) { for (const [key, value] of this.#pairs) work(value, key, this); }
  keys() { return this.#pairs.map(([key]) => key).values(); }
  values() { return this.#pairs.map(([, value]) => value).values(); }
  entries() { return this.#pairs.map((pair) => [...pair]).values(); }
  [Symbol.iterator]() { return this.entries(); }
  toString() { return this.#pairs.map(([key, value]) => formEncode(key) + '=' + formEncode(value)).join('&'); }
  [customInspect](depth, options) { return 'URLSearchParams {' + (this.#pairs.length ? ' ' + this.#pairs.map(([key, value]) => quote(key) + ' => ' + quote(value)).join(', ') + ' ' : '') + '}'; }
}
const ports = { 'http:': '80', 'https:': '443', 'ftp:': '21', 'ws:': '80', 'wss:': '443', 'file:': '' };
const pathOf = (path) => { const out = []; const parts = path.split('/').slice(1); parts.forEach((part, at) => { const isLast = at === parts.length - 1; if (part === '..') { out.pop(); if (isLast) out.push(''); } else if (part === '.') { if (isLast) out.push(''); } else out.push(part); }); return '/' + out.join('/'); };
const percent = (text, kept) => text.replace(kept, (c) => { try { return encodeURIComponent(c); } catch { return '%EF%BF%BD'; } }).replace(/'/g, "'");
const inPath = /[^\x21\x24-\x3b\x3d\x40-\x5d\x5f\x61-\x7a\x7c\x7e%]+/gu;
const inQuery = /[^\x21\x23-\x26\x28-\x3b\x3d\x3f-\x7e%]+/gu;
class URL {
  #is; #params;
  constructor(input, base) {
    const text = String(input).trim();
    const found = /^([A-Za-z][A-Za-z0-9+.-]*:)(.*)$/s.exec(text);
    const invalid = () => Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input: text, ...(base === undefined ? {} : { base: String(base) }) });
    if (found === null || (Object.hasOwn(ports, found[1].toLowerCase()) && base !== undefined && !/^[/\\]/.test(found[2]))) {
      if (base === undefined) throw invalid();
      const from = base instanceof URL ? base : new URL(base);
      if (!Object.hasOwn(ports, from.protocol) && !from.pathname.startsWith('/')) throw invalid();
      const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text);
      const root = from.protocol + '//' + from.#authority();
      const whole = path.startsWith('//') ? from.protocol + text : path.startsWith('/') ? root + text : path === '' ? root + from.pathname + (search || from.search) + hash : root + from.pathname.replace(/[^/]*$/, '') + text;
      this.#parse(whole, invalid);
    } else this.#parse(text, invalid);
  }
  #parse(text, invalid) {
    const [, scheme, rest] = /^([A-Za-z][A-Za-z0-9+.-]*:)(.*)$/s.exec(text);
    const protocol = scheme.toLowerCase();
    const isSpecial = Object.hasOwn(ports, protocol);
    const [, before, search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(rest);
    const slashed = isSpecial ? before.replaceAll('\\', '/').replace(/^\/*/, '//') : before;
    const is = { protocol, username: '', password: '', hostname: '', port: '', pathname: slashed, search: search === '?' ? '' : percent(search, inQuery), hash: hash === '#' ? '' : percent(hash, inQuery) };
    if (slashed.startsWith('//')) {
      const [, authority, path] = protocol === 'file:' ? ['', '', before.replace(/^\/\/[^/]*/, '') || '/'] : /^\/\/([^/]*)(.*)$/s.exec(slashed);
      const [, user, host] = /^(?:(.*)@)?([^@]*)$/s.exec(authority);
      if (user !== undefined) { const at = user.indexOf(':'); is.username = percent(at < 0 ? user : user.slice(0, at), inPath); is.password = at < 0 ? '' : percent(user.slice(at + 1), inPath); }
      const [, hostname, port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(host) || invalidHost(invalid);
      if ((isSpecial && protocol !== 'file:' && hostname === '') || /[\s<>^|%#]/.test(hostname) || !/^\d*$/.test(port) || Number(port) > 65535) throw invalid();
      is.hostname = isSpecial ? hostname.toLowerCase() : hostname;
      is.port = port === '' || String(Number(port)) === ports[protocol] ? '' : String(Number(port));
      is.pathname = path === '' && !isSpecial ? '' : percent(pathOf(path === '' ? '/' : path), inPath);
    }
    this.#is = is;
    this.#params = new URLSearchParams(is.search, () => { const query = String(this.#params); is.search = query === '' ? '' : '?' + query; });
  }
  #authority() { const { username, password } = this.#is; return (username || password ? username + (password ? ':' + password : '') + '@' : '') + this.host; }
  get protocol() { return this.#is.protocol; } get username() { return this.#is.username; } get password() { return this.#is.password; }
  get hostname() { return this.#is.hostname; } get port() { return this.#is.port; } get pathname() { return this.#is.pathname; }
  get search() { return this.#is.search; } get hash() { return this.#is.hash; } get searchParams() { return this.#params; }
  set pathname(path) { this.#is.pathname = percent(pathOf('/' + String(path).replace(/^\//, '')), inPath); }
  set hash(hash) { this.#is.hash = hash === '' ? '' : percent('#' + String(hash).replace(/^#/, ''), inQuery); }
  set search(search) { this.#is.search = search === '' ? '' : percent('?' + String(search).replace(/^\?/, ''), inQuery); this.#params = new URL(this.href).searchParams; }
  set hostname(name) { this.#is.hostname = String(name); } set port(port) { this.#is.port = String(port) === ports[this.protocol] ? '' : String(port); } set protocol(scheme) { this.#is.protocol = String(scheme).replace(/:?$/, ':'); }
  get host() { return this.#is.hostname + (this.#is.port === '' ? '' : ':' + this.#is.port); }
  get origin() { return Object.hasOwn(ports, this.#is.protocol) && this.#is.protocol !== 'file:' ? this.#is.protocol + '//' + this.host : 'null'; }
  get href() { const { protocol, pathname, search, hash } = this.#is; return protocol + (Object.hasOwn(ports, protocol) || this.host !== '' ? '//' + this.#authority() : '') + pathname + search + hash; }
  toString() { return this.href; }
  toJSON() { return this.href; }
  static canParse(input, base) { try { new URL(input, base); return true; } catch { return false; } }
  static parse(input, base) { try { return new URL(input, base); } catch { return null; } }
  [customInspect](depth, options, show) { const shown = {}; for (const key of ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash']) shown[key] = this[key]; return 'URL ' + show(shown, options); }
}
const invalidHost = (invalid) => { throw invalid(); };
define(globalThis, { DOMException, Event, CustomEvent, EventTarget, AbortSignal, AbortController, URL, URLSearchParams, structuredClone });
`;
