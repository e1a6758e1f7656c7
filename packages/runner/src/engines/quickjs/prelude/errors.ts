/** What errors say and where they come from, as Node has it. */
export const errorsSource = String.raw`
const frameText = (site) => {
  if (site.isNative()) return '\n    at ' + (site.getFunctionName() || '<anonymous>') + ' (native)';
  return '\n    at ' + (site.getFunctionName() || '<anonymous>') + ' (' + site.getFileName() + ':' + site.getLineNumber() + ':' + site.getColumnNumber() + ')';
};
// Where in its text JSON.parse stopped.
const stopped = new WeakMap();
const isOwn = (site) => site !== undefined && !site.isNative() && /^(?:solution|harness)\.js$/.test(site.getFileName());
const stackOf = (error, sites) => {
  const [site] = sites;
  const { message } = error;
  if (site !== undefined && error instanceof SyntaxError && site.getFileName() === '<input>') stopped.set(error, [site.getLineNumber(), site.getColumnNumber()]);
  if (typeof message === 'string' && site !== undefined) {
    const isOfClass = message === "class constructors must be invoked with 'new'";
    // A class that is called fails in its own frame.
    const caller = isOfClass ? sites[1] : site;
    if ((isOfClass || message === 'not a function' || message === 'not a constructor') && isOwn(caller)) {
      const callee = calleeAt(caller.getLineNumber(), caller.getColumnNumber());
      const name = callee === undefined ? '' : callee.replace(/ is not a function$/, ' ');
      if (isOfClass) define(error, { message: 'Class constructor ' + name + "cannot be invoked without 'new'" });
      else if (callee !== undefined) define(error, { message: callee });
    } else if (isRewritten.test(message)) {
      const where = isOwn(caller) ? caller : site.isNative() && isOwn(sites[1]) ? sites[1] : undefined;
      const at = { native: site.isNative() ? site.getFunctionName() : undefined, line: where && where.getLineNumber(), column: where && where.getColumnNumber(), text: where && lineAt(where.getLineNumber()) };
      for (const [pattern, text] of rewritten) {
        const found = pattern.exec(message);
        if (found === null) continue;
        const better = text(found, at);
        if (better !== undefined) define(error, { message: better });
        break;
      }
    }
  }
  // Node leaves out the constructors of the error's own classes.
  const kinds = new Set();
  for (let kind = error.constructor; typeof kind === 'function' && kind !== Error && kinds.size < 20; kind = Object.getPrototypeOf(kind)) kinds.add(kind.name);
  let first = 0;
  while (first < sites.length - 1 && isOwn(sites[first]) && kinds.has(sites[first].getFunctionName())) first += 1;
  let text = '';
  for (const one of sites.slice(first)) text += frameText(one);
  return text === '' ? text : text.slice(1) + '\n';
};
Error.prepareStackTrace = stackOf;
// The first line says how the error is called when its stack is first looked at, which is after the constructors of its classes.
const errorHead = (error) => { try { return String(Error.prototype.toString.call(error)); } catch { return 'Error'; } };
const frames = Object.getOwnPropertyDescriptor(Error.prototype, 'stack');
const stacks = new WeakMap();
const stackGet = (error, frame) => {
  if (!stacks.has(error)) stacks.set(error, typeof frame === 'string' && /^(?:$|    at )/.test(frame) ? errorHead(error) + (frame === '' ? '' : '\n' + frame.trimEnd()) : frame);
  return stacks.get(error);
};
Object.defineProperty(Error.prototype, 'stack', {
  get() { return stackGet(this, Reflect.apply(frames.get, this, [])); },
  set(value) { Object.defineProperty(this, 'stack', { value, writable: true, configurable: true }); },
  configurable: true,
});
const capture = Error.captureStackTrace;
const captureStackTrace = (error, above = captureStackTrace) => {
  Reflect.apply(capture, Error, [error, above]);
  const { value } = Object.getOwnPropertyDescriptor(error, 'stack') || {};
  if (typeof value !== 'string') return;
  stacks.delete(error);
  Object.defineProperty(error, 'stack', {
    get: () => stackGet(error, value),
    set: (next) => Object.defineProperty(error, 'stack', { value: next, writable: true, configurable: true }),
    configurable: true,
  });
};
define(Error, { captureStackTrace });
const parseText = JSON.parse;
const jsonFault = (given, [line, column], message) => {
  const text = String(given);
  const from = text.split('\n').slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, column - 1);
  let at = from;
  if (given === undefined) return '"undefined" is not valid JSON';
  if (message === 'unexpected data at the end') return 'Unexpected non-whitespace character after JSON at position ' + at + ' (line ' + line + ' column ' + column + ')';
  if (message.startsWith("Expected property name or '}'") && /,\s*$/.test(text.slice(0, at))) return message.replace("property name or '}'", 'double-quoted property name');
  if (!message.startsWith('unexpected token')) return message;
  const word = ['true', 'false', 'null'].find((one) => one[0] === text[at]);
  if (word !== undefined) while (at < text.length && word.includes(text[at]) && text.startsWith(word.slice(0, at - from + 1), from)) at += 1;
  if (at >= text.length) return 'Unexpected end of JSON input';
  const [start, end] = text.length < 21 ? [0, text.length] : [Math.max(0, at - 10), Math.min(text.length, at + 10)];
  return "Unexpected token '" + text[at] + "', " + (start > 0 ? '...' : '') + '"' + text.slice(start, end) + '"' + (end < text.length ? '...' : '') + ' is not valid JSON';
};
define(JSON, {
  parse(text, reviver) {
    try { return parseText(text, reviver); } catch (error) {
      if (stopped.has(error)) define(error, { message: jsonFault(text, stopped.get(error), error.message) });
      throw error;
    }
  },
});
const anyOf = Promise.any;
define(Promise, {
  any(values) {
    return Reflect.apply(anyOf, this, [values]).then(undefined, (error) => {
      if (error instanceof AggregateError && !Object.hasOwn(error, 'message')) define(error, { message: 'All promises were rejected' });
      throw error;
    });
  },
});
`;
