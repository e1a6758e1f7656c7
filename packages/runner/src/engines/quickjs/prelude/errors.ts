/** Messages as Node has them. QuickJS knows where a call failed, but not what was called: the program's own text says it. */
export const errorsSource = String.raw`
let sourceLines;
const calleeAt = (line, column) => {
  if (sourceLines === undefined) sourceLines = host(SOURCE).split('\n');
  const text = sourceLines[line - 1];
  if (text === undefined) return undefined;
  // The column is that of the bracket, or one or two characters before it.
  const rest = /^[\w$.?#\s]{0,200}\(/.exec(text.slice(column - 1));
  let end = rest === null ? column - 1 : column - 2 + rest[0].length;
  while (end > 0 && /\s/.test(text[end - 1])) end -= 1;
  const before = text.slice(Math.max(0, end - 200), end);
  const found = /(?:[A-Za-z_$][\w$]*(?:\[[^[\]()]{0,40}\])*\??\.)*#?[A-Za-z_$][\w$]*$/.exec(before);
  if (found === null) return /[)\]}]$/.test(before) ? '(intermediate value) is not a function' : undefined;
  if (found[0] === 'new') return '(intermediate value) is not a constructor';
  const isPart = /[)\]]\??\.$/.test(before.slice(0, found.index));
  const verb = /\bnew\s+$/.test(before.slice(0, found.index)) ? ' is not a constructor' : ' is not a function';
  return (isPart ? '(intermediate value).' : '') + found[0] + verb;
};
const rewritten = [
  [/^cannot read property '(.*)' of (undefined|null)$/s, (_, key, value) => 'Cannot read properties of ' + value + " (reading '" + key + "')"],
  [/^cannot set property '(.*)' of (undefined|null)$/s, (_, key, value) => 'Cannot set properties of ' + value + " (setting '" + key + "')"],
  [/^'.*' is read-only$/, () => 'Assignment to constant variable.'],
  [/^invalid array length$/i, () => 'Invalid array length'],
  [/^cannot convert symbol to string$/i, () => 'Cannot convert a Symbol value to a string'],
  [/^cannot convert bigint to number$/i, () => 'Cannot mix BigInt and other types, use explicit conversions'],
  [/^cannot mix bigint.*$/i, () => 'Cannot mix BigInt and other types, use explicit conversions'],
  [/^(?:empty array|Reduce of empty array.*)$/i, () => 'Reduce of empty array with no initial value'],
  [/^circular reference$/, () => 'Converting circular structure to JSON'],
  [/^object is not extensible$/, () => 'Cannot add property, object is not extensible'],
  [/^expecting hex digit$/, () => 'URI malformed'],
  [/^invalid 'instanceof' right operand$/, () => "Right-hand side of 'instanceof' is not callable"],
  [/^invalid number of digits$/, () => 'toFixed() digits argument must be between 0 and 100'],
  [/^invalid repeat count$/, () => 'Invalid count value'],
  [/^Date value is NaN$/, () => 'Invalid time value'],
];
const frameText = (site) => {
  if (site.isNative()) return '\n    at ' + (site.getFunctionName() || '<anonymous>') + ' (native)';
  return '\n    at ' + (site.getFunctionName() || '<anonymous>') + ' (' + site.getFileName() + ':' + site.getLineNumber() + ':' + site.getColumnNumber() + ')';
};
const isOwn = (site) => site !== undefined && !site.isNative() && /^(?:solution|harness)\.js$/.test(site.getFileName());
const stackOf = (error, sites) => {
  const [site] = sites;
  const { message } = error;
  if (typeof message === 'string' && site !== undefined) {
    const isOfClass = message === "class constructors must be invoked with 'new'";
    // A class that is called fails in its own frame.
    const caller = isOfClass ? sites[1] : site;
    if ((isOfClass || message === 'not a function' || message === 'not a constructor') && isOwn(caller)) {
      const callee = calleeAt(caller.getLineNumber(), caller.getColumnNumber());
      const name = callee === undefined ? '' : callee.replace(/ is not a function$/, ' ');
      if (isOfClass) define(error, { message: 'Class constructor ' + name + "cannot be invoked without 'new'" });
      else if (callee !== undefined) define(error, { message: callee });
    } else {
      for (const [pattern, text] of rewritten) if (pattern.test(message)) { define(error, { message: message.replace(pattern, text) }); break; }
    }
  }
  let text = '';
  for (const one of sites) text += frameText(one);
  return text === '' ? text : text.slice(1) + '\n';
};
Error.prepareStackTrace = stackOf;
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
