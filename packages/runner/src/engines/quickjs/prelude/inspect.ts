/** What `console.log` and `util.inspect` print of values: Node's own rules (`lib/internal/util/inspect.js`), without colours. */
export const inspectSource = String.raw`
const plainKey = /^[A-Za-z_$][\w$]*$/;
const escapes = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r', '\\': '\\\\' };
const escapable = /[\x00-\x1f\x27\x5c\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const quote = (text) => {
  const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes('\x60') && !text.includes('$' + '{') ? '\x60' : "'";
  return mark + text.replace(escapable, (c) => {
    if (c === "'") return mark === "'" ? "\\'" : c;
    if (escapes[c] !== undefined) return escapes[c];
    const code = c.charCodeAt(0);
    return code < 256 ? '\\x' + code.toString(16).toUpperCase().padStart(2, '0') : '\\u' + code.toString(16);
  }) + mark;
};
const keyText = (key) => (typeof key === 'symbol' ? key.toString() : plainKey.test(key) ? key : quote(key));
const errorText = (error) => {
  const stack = typeof error.stack === 'string' && error.stack !== '' ? error.stack.trimEnd() : errorHead(error);
  const name = String(error.name === undefined ? 'Error' : error.name);
  const kind = constructorOf(error);
  if (kind !== null && kind !== name && name.endsWith('Error') && stack.startsWith(name) && /^(?:$|[:\n])/.test(stack.slice(name.length))) {
    return (kind.includes(name) ? kind : kind + ' [' + name + ']') + stack.slice(name.length);
  }
  return stack;
};
const isWide = /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]$/u;
const isZero = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]$/u;
const widthOf = (text) => {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const c of text.normalize('NFC')) width += isWide.test(c) ? 2 : isZero.test(c) ? 0 : 1;
  return width;
};
const constructorOf = (value) => {
  for (let at = value; at !== null; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, 'constructor');
    if (found !== undefined && typeof found.value === 'function' && found.value.name !== '' && value instanceof found.value) return found.value.name;
  }
  return null;
};
const isApart = (name, tag) => { const at = name.indexOf(tag); if (at === -1) return true; const end = at + tag.length; return end !== name.length && name[end] === name[end].toLowerCase(); };
const nativeText = Function.prototype.toString;
const functionText = (value, tag) => {
  const source = nativeText.call(value);
  if (/^class\b/.test(source) && source.endsWith('}')) {
    let text = '[class ' + (Object.hasOwn(value, 'name') && value.name ? value.name : '(anonymous)');
    const parent = Object.getPrototypeOf(value);
    if (parent !== null && parent.name) text += ' extends ' + parent.name;
    else if (parent === null) text += ' extends [null prototype]';
    return text + ']';
  }
  const kind = tag === '' ? 'Function' : tag;
  return '[' + kind + (value.name ? ': ' + value.name : ' (anonymous)') + ']';
};
const numberText = (value) => (Object.is(value, -0) ? '-0' : String(value));
const primitiveText = (value, context) => {
  if (typeof value === 'string') {
    if (context.compact !== false && value.length > 16 && value.length > context.breakLength - context.indent - 4) {
      return value.split(/(?<=\n)/).map(quote).join(' +\n' + ' '.repeat(context.indent + 2));
    }
    return quote(value);
  }
  return typeof value === 'number' ? numberText(value) : typeof value === 'bigint' ? value + 'n' : String(value);
};
const more = (n) => '... ' + n + ' more item' + (n > 1 ? 's' : '');
const inspectDefaults = { depth: 2, breakLength: 80, compact: 3, sorted: false, showHidden: false, getters: false, maxArrayLength: 100, customInspect: true };
const customInspect = Symbol.for('nodejs.util.inspect.custom');
const group = (context, output, value) => {
  let total = 0;
  let longest = 0;
  let count = output.length;
  if (context.maxArrayLength < output.length) count -= 1;
  const lengths = [];
  for (let at = 0; at < count; at += 1) {
    const length = widthOf(output[at]);
    lengths.push(length);
    total += length + 2;
    if (longest < length) longest = length;
  }
  const actual = longest + 2;
  if (actual * 3 + context.indent >= context.breakLength || !(total / actual > 5 || longest <= 6)) return output;
  const bias = Math.sqrt(actual - total / output.length);
  const biased = Math.max(actual - 3 - bias, 1);
  const columns = Math.min(Math.round(Math.sqrt(2.5 * biased * count) / biased), Math.floor((context.breakLength - context.indent) / actual), context.compact * 4, 15);
  if (columns <= 1) return output;
  const widths = [];
  for (let at = 0; at < columns; at += 1) {
    let width = 0;
    for (let next = at; next < count; next += columns) if (lengths[next] > width) width = lengths[next];
    widths.push(width + 2);
  }
  const isNumber = (_, at) => typeof value[at] === 'number' || typeof value[at] === 'bigint';
  const pad = output.every(isNumber) ? 'padStart' : 'padEnd';
  const rows = [];
  for (let at = 0; at < count; at += columns) {
    const end = Math.min(at + columns, count);
    let row = '';
    let next = at;
    for (; next < end - 1; next += 1) row += (output[next] + ', ')[pad](widths[next - at] + output[next].length - lengths[next], ' ');
    row += pad === 'padStart' ? output[next].padStart(widths[next - at] + output[next].length - lengths[next] - 2, ' ') : output[next];
    rows.push(row);
  }
  if (count < output.length) rows.push(output[count]);
  return rows;
};
const reduce = (context, output, base, open, close, isList, depth, value) => {
  if (context.compact !== false && context.compact !== true) {
    const entries = output.length;
    let rows = output;
    if (isList && entries > 6) rows = group(context, output, value);
    if (context.currentDepth - depth < context.compact && entries === rows.length) {
      const start = rows.length + context.indent + open.length + base.length + 10;
      const total = rows.reduce((sum, row) => sum + row.length, rows.length + start);
      if (total <= context.breakLength && !rows.some((row) => row.includes('\n')) && !base.includes('\n')) return (base ? base + ' ' : '') + open + ' ' + rows.join(', ') + ' ' + close;
    }
    const pad = '\n' + ' '.repeat(context.indent);
    return (base ? base + ' ' : '') + open + pad + '  ' + rows.join(',' + pad + '  ') + pad + close;
  }
  const pad = '\n' + ' '.repeat(context.indent);
  return (base ? base + ' ' : '') + open + pad + '  ' + output.join(',' + pad + '  ') + pad + close;
};
const propertyText = (context, value, key, depth, kind) => {
  const found = Object.getOwnPropertyDescriptor(value, key) || { value: value[key], enumerable: true };
  let text;
  if (found.value !== undefined || (found.get === undefined && found.set === undefined)) {
    const step = context.compact === true && kind === 0 ? 3 : 2;
    context.indent += step;
    text = valueText(context, found.value, depth);
    if (step === 3 && context.breakLength < text.length) text = '\n' + ' '.repeat(context.indent) + text;
    context.indent -= step;
  } else text = found.get === undefined ? '[Setter]' : found.set === undefined ? '[Getter]' : '[Getter/Setter]';
  if (kind === 1) return text;
  const name = keyText(key);
  return (found.enumerable === false ? '[' + (typeof key === 'symbol' ? key.toString() : key) + ']' : name) + ':' + (text.startsWith('\n') ? '' : ' ') + text;
};
const boxed = [[Number, 'Number'], [String, 'String'], [Boolean, 'Boolean'], [Symbol, 'Symbol'], [BigInt, 'BigInt']];
const toStringTag = Object.prototype.toString;
const kindOf = (value) => toStringTag.call(value).slice(8, -1);
const valueText = (context, value, depth) => {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return primitiveText(value, context);
  if (context.customInspect) {
    const own = value[customInspect];
    if (typeof own === 'function' && own !== inspect) {
      const left = context.depth === null ? Infinity : context.depth - depth;
      const text = own.call(value, left, { ...context.options, depth: left, stylize: (part) => String(part) }, inspect);
      if (text !== value) return typeof text === 'string' ? text.replaceAll('\n', '\n' + ' '.repeat(context.indent)) : valueText(context, text, depth);
    }
  }
  if (context.seen.includes(value)) {
    if (!context.circular.has(value)) context.circular.set(value, context.circular.size + 1);
    return '[Circular *' + context.circular.get(value) + ']';
  }
  return objectText(context, value, depth);
};
// What an iterator of a map or set still holds can only be taken; it is given back to the iterator, which goes on with it.
const itemsLeft = (iterator) => {
  const left = [];
  for (let step = iterator.next(); !step.done; step = iterator.next()) left.push(step.value);
  let at = 0;
  define(iterator, { next: () => (at < left.length ? { value: left[at++], done: false } : { value: undefined, done: true }) });
  return left;
};
const objectText = (context, value, depth) => {
  const name = constructorOf(value);
  const shown = name === null ? '[' + kindOf(value) + ': null prototype]' : name;
  const ownTag = typeof value[Symbol.toStringTag] === 'string' ? value[Symbol.toStringTag] : '';
  let tag = ownTag;
  if (tag !== '' && tag === name) tag = '';
  const prefix = (fallback, size) => (name === null ? '[' + fallback + (size === undefined ? '' : '(' + size + ')') + ': null prototype] ' : name + (size === undefined ? '' : '(' + size + ')') + ' ') + (tag !== '' && (name === null ? fallback !== tag : isApart(name, tag)) ? '[' + tag + '] ' : '');
  let keys = Object.keys(value);
  const symbols = Object.getOwnPropertySymbols(value).filter((key) => context.showHidden || Object.prototype.propertyIsEnumerable.call(value, key));
  if (context.showHidden) keys = Object.getOwnPropertyNames(value);
  let base = '';
  let open = '{';
  let close = '}';
  let isList = false;
  let isEmptyBase = false;
  let sizeLeft = 0;
  let entries = () => [];
  const typed = ArrayBuffer.isView(value) && !(value instanceof DataView);
  if (Array.isArray(value) || typed) {
    isList = true;
    keys = keys.filter((key) => !/^(?:0|[1-9]\d*)$/.test(key) && !(key === 'length' && !context.showHidden));
    if (typed) keys = keys.filter((key) => key !== 'length');
    if (value instanceof Buffer) return '<Buffer' + Array.from(value.subarray(0, 50), (byte) => ' ' + byte.toString(16).padStart(2, '0')).join('') + (value.length > 50 ? ' ... ' + (value.length - 50) + ' more byte' + (value.length > 51 ? 's' : '') : '') + '>';
    open = (name === 'Array' && tag === '' ? '' : prefix(typed ? kindOf(value) : 'Array', value.length)) + '[';
    close = ']';
    entries = () => {
      const parts = [];
      let at = 0;
      for (; at < value.length && parts.length < context.maxArrayLength; at += 1) {
        if (!Object.hasOwn(value, at)) {
          let gap = 0;
          while (at < value.length && !Object.hasOwn(value, at)) { gap += 1; at += 1; }
          at -= 1;
          parts.push('<' + gap + ' empty item' + (gap > 1 ? 's' : '') + '>');
        } else parts.push(propertyText(context, value, String(at), depth, 1));
      }
      if (at < value.length) parts.push(more(value.length - at));
      return parts;
    };
  } else if (value instanceof Set && typeof value.size === 'number') {
    open = prefix('Set', value.size) + '{';
    entries = () => { context.indent += 2; const all = []; let n = 0; for (const item of Set.prototype.values.call(value)) { if (n++ >= context.maxArrayLength) { all.push(more(value.size - context.maxArrayLength)); break; } all.push(valueText(context, item, depth)); } context.indent -= 2; return all; };
  } else if (value instanceof Map && typeof value.size === 'number') {
    open = prefix('Map', value.size) + '{';
    entries = () => { context.indent += 2; const all = []; let n = 0; for (const [key, item] of Map.prototype.entries.call(value)) { if (n++ >= context.maxArrayLength) { all.push(more(value.size - context.maxArrayLength)); break; } all.push(valueText(context, key, depth) + ' => ' + valueText(context, item, depth)); } context.indent -= 2; return all; };
  } else if (typeof value === 'function') {
    base = functionText(value, ownTag.endsWith('Function') ? ownTag : '') + (tag !== '' && !tag.endsWith('Function') ? ' [' + tag + ']' : '');
    isEmptyBase = true;
  } else if (value instanceof RegExp) { base = RegExp.prototype.toString.call(value); isEmptyBase = true; }
  else if (value instanceof Date) { base = Number.isNaN(Date.prototype.getTime.call(value)) ? 'Invalid Date' : Date.prototype.toISOString.call(value); isEmptyBase = true; }
  else if (value instanceof Error) {
    base = errorText(value);
    keys = keys.filter((key) => !(['name', 'message', 'stack'].includes(key) && base.includes(String(value[key]))));
    if (Object.hasOwn(value, 'cause') && !keys.includes('cause')) keys.push('cause');
    if (Array.isArray(value.errors) && !keys.includes('errors')) keys.push('errors');
    if (!/\n\s+at /.test(base)) base = '[' + base + ']';
    if (context.indent > 0) base = base.replaceAll('\n', '\n' + ' '.repeat(context.indent));
    isEmptyBase = true;
  } else if (boxed.some(([kind]) => value instanceof kind)) {
    const [kind, kindName] = boxed.find(([one]) => value instanceof one);
    const inner = kind.prototype.valueOf.call(value);
    if (kind === String) keys = keys.filter((key) => !/^\d+$/.test(key));
    base = '[' + kindName + (name !== kindName ? ' (' + shown + ')' : '') + ': ' + primitiveText(inner, { ...context, compact: false }) + ']';
    isEmptyBase = true;
  } else if (value instanceof Promise) {
    open = prefix('Promise') + '{';
    const state = host(PROMISE_STATE, value);
    entries = () => (state !== 1 && state !== 2 ? ['<pending>'] : [(state === 2 ? '<rejected> ' : '') + nested(context, host(PROMISE_RESULT, value), depth)]);
  } else if (value instanceof WeakMap || value instanceof WeakSet) { open = prefix(kindOf(value)) + '{'; entries = () => ['<items unknown>']; }
  else if (value instanceof ArrayBuffer) {
    open = prefix('ArrayBuffer') + '{';
    entries = () => ['[Uint8Contents]: <' + Array.from(new Uint8Array(value).subarray(0, 50), (byte) => byte.toString(16).padStart(2, '0')).join(' ') + '>', 'byteLength: ' + value.byteLength];
  } else if (/^(?:Map|Set) Iterator$/.test(tag) && typeof value.next === 'function') {
    const left = itemsLeft(value);
    const isPairs = left.length > 0 && left.every((item) => Array.isArray(item) && item.length === 2);
    open = '[' + (isPairs ? tag.replace('Iterator', 'Entries') : tag) + '] {';
    entries = () => left.slice(0, context.maxArrayLength).map((item) => (isPairs ? '[ ' + nested(context, item[0], depth) + ', ' + nested(context, item[1], depth) + ' ]' : nested(context, item, depth))).concat(left.length > context.maxArrayLength ? [more(left.length - context.maxArrayLength)] : []);
    // Node prints two spaces between the brackets of one that is at its end.
    if (left.length === 0) open += '  ';
    sizeLeft = left.length;
  } else if (/^(?:Map|Set|Array) Iterator$/.test(tag) || tag === 'String Iterator' || tag === 'Generator' || tag === 'AsyncGenerator') {
    open = tag.endsWith('Generator') ? 'Object [' + tag + '] {' : tag.startsWith('A') || tag.startsWith('St') ? 'Object [' + tag + '] {' : '[' + tag + '] {';
  } else if (kindOf(value) === 'Arguments') {
    open = '[Arguments] {';
  } else if (name !== 'Object' || tag !== '') open = prefix('Object') + '{';
  const own = [...keys, ...symbols];
  if (own.length === 0) {
    if (isEmptyBase) return base;
    const size = isList ? value.length : value instanceof Map || value instanceof Set ? value.size : open.endsWith('{') && !/^(?:Promise|WeakMap|WeakSet|ArrayBuffer)\b/.test(kindOf(value)) ? sizeLeft : 1;
    if (size === 0) return open + close;
  }
  if (context.depth !== null && depth > context.depth) {
    const whole = isEmptyBase ? base : Array.isArray(value) ? '[Array]' : '[' + (name === null ? shown.slice(1, -1) : shown + (tag === '' ? '' : ' [' + tag + ']')) + ']';
    return whole;
  }
  context.seen.push(value);
  context.currentDepth = depth;
  const inner = depth + 1;
  const previous = depth;
  depth = inner;
  const output = entries();
  for (const key of own) output.push(propertyText(context, value, key, depth, 0));
  context.seen.pop();
  depth = previous;
  if (context.circular.has(value)) {
    const reference = '<ref *' + context.circular.get(value) + '>';
    if (context.compact !== true) base = base === '' ? reference : reference + ' ' + base;
  }
  if (output.length === 0) return (base === '' || isEmptyBase ? '' : base + ' ') + open + close;
  if (context.sorted) output.sort(typeof context.sorted === 'function' ? context.sorted : undefined);
  return reduce(context, output, base, open, close, isList, depth, value);
};
const nested = (context, value, depth) => { context.indent += 2; const text = valueText(context, value, depth); context.indent -= 2; return text; };
const inspect = (value, options, depthOption) => {
  const given = typeof options === 'object' && options !== null ? options : { showHidden: options === true, ...(depthOption === undefined ? {} : { depth: depthOption }) };
  const context = { ...inspectDefaults, ...given, options: given, indent: 0, seen: [], circular: new Map(), currentDepth: 0 };
  if (context.depth === Infinity) context.depth = null;
  if (context.maxArrayLength === null) context.maxArrayLength = Infinity;
  return valueText(context, value, 0);
};
inspect.custom = customInspect;
inspect.defaultOptions = inspectDefaults;
const formatWith = (options, ...values) => {
  let text = '';
  let next = 0;
  if (typeof values[0] === 'string') {
    if (values.length === 1) return values[0];
    next = 1;
    text = values[0].replace(/%[sdifjoOc%]/g, (mark) => {
      if (mark === '%%') return '%';
      if (next >= values.length) return mark;
      const value = values[next++];
      switch (mark) {
        case '%s': {
          if (typeof value === 'number') return numberText(value);
          if (typeof value === 'bigint') return value + 'n';
          if (typeof value === 'object' && value !== null) {
            const proto = Object.getPrototypeOf(value);
            if (value instanceof Error || (typeof value.toString === 'function' && proto !== Object.prototype && !Array.isArray(value) && value.toString !== Object.prototype.toString && !/\[native code\]/.test(nativeText.call(value.toString)))) return String(value);
            return inspect(value, { ...options, depth: 0, compact: 3 });
          }
          return String(value);
        }
        case '%d': return typeof value === 'bigint' ? value + 'n' : typeof value === 'symbol' ? 'NaN' : numberText(Number(value));
        case '%i': return typeof value === 'bigint' ? value + 'n' : typeof value === 'symbol' ? 'NaN' : numberText(parseInt(value));
        case '%f': return typeof value === 'symbol' ? 'NaN' : numberText(parseFloat(value));
        case '%j': try { return JSON.stringify(value); } catch { return '[Circular]'; }
        case '%c': return '';
        case '%o': return inspect(value, { ...options, showHidden: true, depth: 4 });
        default: return inspect(value, options);
      }
    });
  }
  for (; next < values.length; next += 1) text += (next === 0 ? '' : ' ') + (typeof values[next] === 'string' ? values[next] : inspect(values[next], options));
  return text;
};
const format = (...values) => formatWith({}, ...values);
`;
