/** Modules of Node that need nothing of the host: `path`, `os`, `util`, `string_decoder`, `url`, `timers/promises`; and those that are not here. */
export const modulesSource = String.raw`
const normalParts = (text, isAbsolute) => { const out = []; for (const part of text.split('/')) { if (part === '' || part === '.') continue; if (part === '..') { if (out.length > 0 && out.at(-1) !== '..') out.pop(); else if (!isAbsolute) out.push('..'); } else out.push(part); } return out.join('/'); };
const path = {
  sep: '/', delimiter: ':',
  normalize: (text) => { if (text === '') return '.'; const isAbsolute = text.startsWith('/'); const found = normalParts(text, isAbsolute); return (isAbsolute ? '/' : '') + (found === '' && !isAbsolute ? '.' : found) + (text.endsWith('/') && found !== '' ? '/' : ''); },
  join: (...parts) => path.normalize(parts.filter((part) => part !== '').join('/')),
  resolve: (...parts) => { let text = ''; for (const part of parts.reverse()) { if (part === '') continue; text = text === '' ? part : part + '/' + text; if (part.startsWith('/')) break; } return '/' + normalParts('/' + text, true); },
  isAbsolute: (text) => text.startsWith('/'),
  dirname: (text) => { const found = text.replace(/(?<=.)\/+$/, ''); const at = found.lastIndexOf('/'); return at < 0 ? '.' : at === 0 ? '/' : found.slice(0, at); },
  basename: (text, ending) => { const found = text.replace(/\/+$/, ''); const base = found.slice(found.lastIndexOf('/') + 1); return ending !== undefined && base !== ending && base.endsWith(ending) ? base.slice(0, -ending.length) : base; },
  extname: (text) => { const base = path.basename(text); const at = base.lastIndexOf('.'); return at <= 0 || base === '..' ? '' : base.slice(at); },
  parse: (text) => { const base = path.basename(text); const ext = path.extname(text); const root = text.startsWith('/') ? '/' : ''; const at = text.replace(/\/+$/, '').lastIndexOf('/'); return { root, dir: at < 0 ? '' : at === 0 ? '/' : text.slice(0, at), base, ext, name: ext === '' ? base : base.slice(0, -ext.length) }; },
  format: ({ root = '', dir, base, name = '', ext = '' }) => { const file = base || name + (ext === '' || ext.startsWith('.') ? ext : '.' + ext); return dir === undefined ? root + file : dir === root ? dir + file : dir + '/' + file; },
  relative: (from, to) => { const [a, b] = [path.resolve(from), path.resolve(to)].map((text) => text.split('/').filter((part) => part !== '')); let at = 0; while (at < a.length && a[at] === b[at]) at += 1; return [...a.slice(at).map(() => '..'), ...b.slice(at)].join('/'); },
};
path.posix = path;
const os = { EOL: '\n', platform: () => 'linux', type: () => 'Linux', arch: () => 'wasm32', cpus: () => [], totalmem: () => 0, freemem: () => 0, hostname: () => 'localhost', tmpdir: () => '/tmp', homedir: () => '/', uptime: () => 0, release: () => '', endianness: () => 'LE', availableParallelism: () => 1 };
const promisified = Symbol.for('nodejs.util.promisify.custom');
Object.defineProperty(setTimeout, promisified, { value: (after, value) => timersPromises.setTimeout(after, value) });
const isKind = (kind) => (value) => value instanceof kind;
const util = {
  inspect, format, formatWithOptions: formatWith, TextEncoder, TextDecoder,
  isArray: Array.isArray,
  isDeepStrictEqual: (a, b) => isDeepEqual(a, b, true, []),
  promisify: Object.assign((work) => (typeof work[promisified] === 'function' ? work[promisified] : function (...values) { return new Promise((resolve, reject) => work.call(this, ...values, (error, value) => (error ? reject(error) : resolve(value)))); }), { custom: promisified }),
  callbackify: (work) => (...values) => { const done = values.pop(); work(...values).then((value) => process.nextTick(done, null, value), (error) => process.nextTick(done, error)); },
  inherits: (child, parent) => { Object.defineProperty(child, 'super_', { value: parent, writable: true, configurable: true }); Object.setPrototypeOf(child.prototype, parent.prototype); },
  deprecate: (work) => work, stripVTControlCharacters: (text) => text.replace(/\x1b\[[0-9;]*[A-Za-z]/g, ''), toUSVString: (text) => String(text).toWellFormed(),
  types: { isPromise: isKind(Promise), isDate: isKind(Date), isRegExp: isKind(RegExp), isMap: isKind(Map), isSet: isKind(Set), isNativeError: isKind(Error), isTypedArray: (value) => ArrayBuffer.isView(value) && !(value instanceof DataView), isUint8Array: isKind(Uint8Array), isArrayBuffer: isKind(ArrayBuffer), isGeneratorFunction: (value) => typeof value === 'function' && /GeneratorFunction$/.test(kindOf(value)), isAsyncFunction: (value) => typeof value === 'function' && kindOf(value).startsWith('Async') },
};
class StringDecoder {
  #left = new Uint8Array(0); #form;
  constructor(form = 'utf8') { this.#form = form; this.encoding = form; }
  write(bytes) {
    if (!/^utf-?8$/i.test(this.#form)) return Buffer.from(bytes).toString(this.#form);
    const all = Buffer.concat([this.#left, bytes]);
    let end = all.length;
    for (let back = 1; back <= Math.min(3, all.length); back += 1) {
      const byte = all[all.length - back];
      if ((byte & 0xc0) === 0x80) continue;
      const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
      if (size > back) end = all.length - back;
      break;
    }
    this.#left = all.subarray(end);
    return all.toString('utf8', 0, end);
  }
  end(bytes) { const text = bytes === undefined ? '' : this.write(bytes); const rest = this.#left.length === 0 ? '' : '\ufffd'; this.#left = new Uint8Array(0); return text + rest; }
}
const url = {
  URL, URLSearchParams,
  fileURLToPath: (value) => decodeURIComponent(new URL(value).pathname), pathToFileURL: (file) => new URL('file://' + encodeURI(path.resolve(file))), format: (value) => String(value),
  parse: (text, withQuery) => { const one = new URL(text); return { protocol: one.protocol, slashes: true, auth: one.username === '' ? null : one.username + (one.password === '' ? '' : ':' + one.password), host: one.host, port: one.port || null, hostname: one.hostname, hash: one.hash || null, search: one.search || null, query: withQuery ? Object.fromEntries(one.searchParams) : one.search.slice(1) || null, pathname: one.pathname, path: one.pathname + one.search, href: one.href }; },
};
const abortable = (start) => (after, value, { signal } = {}) => new Promise((resolve, reject) => {
  if (signal !== undefined && signal.aborted) return reject(abortedBy(signal));
  const timer = start(() => resolve(value), after);
  if (signal !== undefined) signal.addEventListener('abort', () => { clearTimer(timer); reject(abortedBy(signal)); }, { once: true });
});
const timersPromises = {
  setTimeout: abortable(setTimeout),
  setImmediate: (value, options) => abortable((work) => setImmediate(work))(0, value, options),
  setInterval: async function* (after, value) { for (;;) { await timersPromises.setTimeout(after); yield value; } },
  scheduler: { wait: (after) => timersPromises.setTimeout(after) },
};
/** They are in Node, and a program should be told which it cannot have. */
const absent = new Set('async_hooks child_process cluster dgram diagnostics_channel dns domain http http2 https inspector module net punycode querystring repl sea sqlite test tls trace_events tty v8 vm wasi worker_threads zlib'.split(' '));
`;
