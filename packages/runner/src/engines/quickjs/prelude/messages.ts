/** Messages as Node has them. QuickJS knows where something failed, but not what: the program's own text at that place says it. */
export const messagesSource = String.raw`
let sourceLines;
const lineAt = (line) => { if (sourceLines === undefined) sourceLines = host(SOURCE).split('\n'); return sourceLines[line - 1]; };
const calleeAt = (line, column) => {
  const text = lineAt(line);
  if (text === undefined) return undefined;
  // The column is that of the bracket, or one or two characters before it.
  const spread = /\(\s*\.\.\.$/.exec(text.slice(0, column - 1));
  const rest = spread !== null ? null : /^[\w$.?#\s]{0,200}\]?(?:\[[\w$.]{0,40}\])*\(/.exec(text.slice(column - 1));
  let end = spread !== null ? spread.index : rest === null ? column - 1 : column - 2 + rest[0].length;
  while (end > 0 && /\s/.test(text[end - 1])) end -= 1;
  const before = text.slice(Math.max(0, end - 200), end);
  const found = /(?:[A-Za-z_$][\w$]*(?:\[[^[\]()]{0,40}\])*\??\.)*#?[A-Za-z_$][\w$]*(?:\[[^[\]()]{0,40}\])*$/.exec(before);
  if (found === null) return /[)\]}]$/.test(before) ? '(intermediate value) is not a function' : undefined;
  if (found[0] === 'new') return '(intermediate value) is not a constructor';
  const isPart = /[)\]]\??\.$/.test(before.slice(0, found.index));
  const verb = /\bnew\s+$/.test(before.slice(0, found.index)) ? ' is not a constructor' : ' is not a function';
  return (isPart ? '(intermediate value).' : '') + found[0] + verb;
};
// The match that lies next to a column, so that a line with several such places tells the right one. Where the column is only that of the
// function, it is the first one in it.
const nearest = (text, column, pattern, within = Infinity) => {
  const isFunction = /^(?:async\s+)?(?:\([^()]*\)\s*=>|[\w$]+\s*=>|function\b)/.test(text.slice(column - 1));
  let best = null;
  const distance = (found) => Math.abs(found.index + found[0].length - column);
  for (const found of text.slice(0, 2000).matchAll(pattern)) {
    if (isFunction && found.index < column - 1) continue;
    if (best === null || distance(found) < distance(best)) best = found;
  }
  return best !== null && distance(best) <= within ? best : null;
};
const valueExpression = '[\\w$]+(?:\\.[\\w$]+|\\[[\\w$]+\\])*(?:\\([^()]*\\))?';
const iterated = new RegExp('(?:\\bof\\s+|\\]\\s*=\\s*|\\[\\s*\\.\\.\\.)(' + valueExpression + ')', 'g');
const unpacked = new RegExp('\\{\\s*([\\w$]+)[^{}]*\\}\\s*=\\s*(' + valueExpression + ')', 'g');
const assigned = /(?<![\w$])(?!(?:const|let|var|return)\b)([\w$]+|[)\]])\s*(?:\.\s*([\w$]+)|\[[^\]]*\])\s*(?:=(?!=)|\+\+|--|[-+*/%&|^]=|\*\*=)/g;
const literal = /^\(\s*(?:(-?\d[\d.]*)|('[^']*'|"[^"]*")|(undefined|null|true|false|\{\}|\[\]))\s*[,)]/;
// The first value of a call, where it is written as a literal, as Node names it.
const firstValue = (text, column) => {
  const at = text.indexOf('(', Math.max(0, column - 2));
  const found = at < 0 ? null : literal.exec(text.slice(at, at + 200));
  if (found === null) return undefined;
  if (found[1] !== undefined) return { raw: found[1], named: 'number ' + found[1] };
  if (found[2] !== undefined) return { raw: found[2].slice(1, -1), named: 'string "' + found[2].slice(1, -1) + '"' };
  return { raw: found[3], named: found[3] === 'null' ? 'object null' : found[3] === '{}' || found[3] === '[]' ? 'object' : found[3] === 'undefined' ? found[3] : 'boolean ' + found[3] };
};
const ownerText = (object, line) => {
  if (object !== 'this') return '#<Object>';
  for (let at = line; at > 0 && line - at < 500; at -= 1) { const found = /\bclass\s+([\w$]+)/.exec(lineAt(at) || ''); if (found !== null) return '#<' + found[1] + '>'; }
  return '#<Object>';
};
const iterableText = (native, value, text, column) => {
  if (native !== undefined) { const first = text === undefined ? undefined : firstValue(text, column); const named = value || (first && first.named); return named === undefined ? undefined : named + ' is not iterable (cannot read property Symbol(Symbol.iterator))'; }
  const found = text === undefined ? null : nearest(text, column, iterated);
  if (found === null) return value === undefined ? undefined : value + ' is not iterable';
  return found[1].endsWith(')') ? found[1].replace(/\([^()]*\)$/, '') + ' is not a function or its return value is not iterable' : found[1] + ' is not iterable';
};
const unpackedText = (text, column) => {
  if (text === undefined) return undefined;
  const found = nearest(text, column, unpacked);
  if (found !== null) return "Cannot destructure property '" + found[1] + "' of '" + found[2].replace(/\([^()]*\)$/, '(...)') + "' as it is " + (found[2] === 'null' ? 'null' : 'undefined') + '.';
  const parameter = nearest(text, column, /\(\{\s*([\w$]+)[^{}]*\}/g);
  return parameter === null ? undefined : "Cannot destructure property '" + parameter[1] + "' of 'undefined' as it is undefined.";
};
const superText = "Must call super constructor in derived class before accessing 'this' or returning from derived constructor";
// Each gives the message, or nothing where it cannot know it. The values: the parts of the pattern, and where it happened.
const rewritten = [
  [/^cannot read property 'Symbol\.iterator' of (undefined|null)$/, ([, value], { native, text, column }) => iterableText(native, value, text, column)],
  [/^value is not iterable$/, (_, { native, text, column }) => iterableText(native, undefined, text, column)],
  [/^cannot read property '(.*)' of (undefined|null)$/s, ([, key, value]) => 'Cannot read properties of ' + value + " (reading '" + key + "')"],
  [/^cannot set property '(.*)' of (undefined|null)$/s, ([, key, value]) => 'Cannot set properties of ' + value + " (setting '" + key + "')"],
  [/^'(.*)' is read-only$/, ([, key], { native, text, line, column }) => {
    const found = native === undefined && text !== undefined ? nearest(text, column, assigned, 60) : null;
    const isMember = native !== undefined || (found !== null && (found[2] === undefined || found[2] === key));
    if (!isMember) return 'Assignment to constant variable.';
    return "Cannot assign to read only property '" + key + "' of object '" + (/^\d+$/.test(key) ? '[object Array]' : ownerText(found && found[1], line)) + "'";
  }],
  [/^object is not extensible$/, (_, { native, text, column }) => {
    const found = native === undefined && text !== undefined ? nearest(text, column, assigned, 60) : null;
    return 'Cannot add property' + (found === null || found[2] === undefined ? '' : ' ' + found[2]) + ', object is not extensible';
  }],
  [/^no setter for property$/, (_, { text, line, column }) => {
    const found = text === undefined ? null : nearest(text, column, assigned, 60);
    return found === null || found[2] === undefined ? undefined : 'Cannot set property ' + found[2] + ' of ' + ownerText(found[1], line) + ' which has only a getter';
  }],
  [/^Cannot convert undefined or null to object$/, (_, { native, text, column }) => (native === undefined ? unpackedText(text, column) : undefined)],
  [/^this is not initialized$/, () => superText],
  [/^(.+) is not initialized$/, ([, name]) => "Cannot access '" + name + "' before initialization"],
  [/^private class field '(.*)' does not exist$/, ([, name]) => 'Cannot read private member ' + name + ' from an object whose class did not declare it'],
  [/^not a function$/, (_, { native, text, column }) => {
    const first = native === undefined || text === undefined ? undefined : firstValue(text, column);
    if (first === undefined) return undefined;
    return native === 'Promise' ? 'Promise resolver ' + first.raw + ' is not a function' : /^(?:to)?sort(?:ed)?$/i.test(native) ? 'The comparison function must be either a function or undefined: ' + first.raw : first.named + ' is not a function';
  }],
  [/^not a constructor$/, (_, { native }) => (native === undefined ? undefined : native + ' is not a constructor')],
  [/^must be called with new$/, (_, { native }) => (native === 'Promise' ? "Promise constructor cannot be invoked without 'new'" : 'Constructor ' + native + " requires 'new'")],
  [/^invalid repeat count$/, (_, { text, column }) => { const first = text === undefined ? undefined : firstValue(text, column); return 'Invalid count value' + (first === undefined ? '' : ': ' + first.raw); }],
  [/^invalid code point$/, (_, { text, column }) => { const first = text === undefined ? undefined : firstValue(text, column); return 'Invalid code point' + (first === undefined ? '' : ' ' + first.raw); }],
  [/^invalid number of digits$/, (_, { native }) => (native === 'toPrecision' ? 'toPrecision() argument must be between 1 and 100' : native + '() argument must be between 0 and 100').replace('toFixed()', 'toFixed() digits')],
  [/^invalid array length$/i, () => 'Invalid array length'],
  [/^cannot convert symbol to string$/i, () => 'Cannot convert a Symbol value to a string'],
  [/^cannot convert symbol to number$/i, () => 'Cannot convert a Symbol value to a number'],
  [/^cannot convert bigint to number$/i, () => 'Cannot mix BigInt and other types, use explicit conversions'],
  [/^bigint argument with unary \+$/, () => 'Cannot convert a BigInt value to a number'],
  [/^cannot mix bigint.*$/i, () => 'Cannot mix BigInt and other types, use explicit conversions'],
  [/^BigInt division by zero$/, () => 'Division by zero'],
  [/^(?:BigInt are forbidden in JSON.stringify)$/, () => 'Do not know how to serialize a BigInt'],
  [/^(?:empty array|Reduce of empty array.*)$/i, () => 'Reduce of empty array with no initial value'],
  [/^circular reference$/, () => 'Converting circular structure to JSON'],
  [/^expecting hex digit$/, () => 'URI malformed'],
  [/^invalid 'instanceof' right operand$/, () => "Right-hand side of 'instanceof' is not callable"],
  [/^Date value is NaN$/, () => 'Invalid time value'],
  [/^toPrimitive$/, () => 'Cannot convert object to primitive value'],
  [/^cannot invoke a running generator$/, () => 'Generator is already running'],
  [/^bad normalization form$/, () => 'The normalization form should be one of NFC, NFD, NFKC, NFKD.'],
  [/^invalid value used as WeakMap key$/, () => 'Invalid value used as weak map key'],
  [/^invalid value used as WeakSet key$/, () => 'Invalid value used in weak set'],
  [/^out of bound$/, () => 'Offset is outside the bounds of the DataView'],
  [/^property is not configurable$/, (_, { text, column }) => { const found = text === undefined ? null : nearest(text, column, /defineProperty\([^,]*,\s*['"]([^'"]*)['"]/g); return found === null ? undefined : 'Cannot redefine property: ' + found[1]; }],
];
// Most messages are the program's own: one look says so.
const isRewritten = new RegExp(rewritten.map(([pattern]) => pattern.source).join('|'), 'is');
`;
