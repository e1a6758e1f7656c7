/** The console: Node's `lib/internal/console/constructor.js` and `cli_table.js`. */
export const consoleSource = String.raw`
let groups = '';
const print = (fd) => (...values) => { const text = format(...values); host(WRITE, fd, (groups === '' ? text : groups + text.replaceAll('\n', '\n' + groups)) + '\n'); };
const counts = new Map();
const timers = new Map();
const tableOf = (head, columns) => {
  const widths = head.map((name, at) => Math.max(widthOf(name), ...columns[at].map(widthOf)) + 2);
  const height = Math.max(...columns.map((column) => column.length));
  const row = (cells) => '│' + cells.map((cell, at) => ' ' + cell + ' '.repeat(widths[at] - widthOf(cell) - 1)).join('│') + '│\n';
  const rule = (left, middle, right) => left + widths.map((width) => '─'.repeat(width)).join(middle) + right;
  let text = rule('┌', '┬', '┐') + '\n' + row(head) + rule('├', '┼', '┤') + '\n';
  for (let at = 0; at < height; at += 1) text += row(columns.map((column) => column[at] || ''));
  return text + rule('└', '┴', '┘');
};
const cellOf = (value) => inspect(value, { maxArrayLength: 3, breakLength: Infinity, depth: value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 2 ? -1 : 0 });
const table = (data, wanted) => {
  if (data === null || typeof data !== 'object') return console.log(data);
  const isMap = data instanceof Map;
  if (isMap || data instanceof Set) {
    const items = isMap ? [...data] : [...data].map((item) => [undefined, item]);
    const index = items.map((_, at) => String(at));
    return console.log(isMap ? tableOf(['(iteration index)', 'Key', 'Values'], [index, items.map(([key]) => cellOf(key)), items.map(([, value]) => cellOf(value))]) : tableOf(['(iteration index)', 'Values'], [index, items.map(([, value]) => cellOf(value))]));
  }
  const found = new Map();
  const values = [];
  let hasValues = false;
  const index = Object.keys(data);
  index.forEach((name, at) => {
    const item = data[name];
    const isPrimitive = item === null || (typeof item !== 'object' && typeof item !== 'function');
    if (isPrimitive) { hasValues = true; values[at] = cellOf(item); return; }
    for (const key of wanted || Object.keys(item)) {
      if (!found.has(key)) found.set(key, []);
      found.get(key)[at] = Object.hasOwn(item, key) ? cellOf(item[key]) : '';
    }
  });
  if (wanted) for (const key of wanted) if (!found.has(key)) found.set(key, []);
  const columns = [...found.values()].map((column) => Array.from({ length: index.length }, (_, at) => column[at] || ''));
  if (hasValues) columns.push(Array.from({ length: index.length }, (_, at) => values[at] || ''));
  console.log(tableOf(['(index)', ...found.keys(), ...(hasValues ? ['Values'] : [])], [index, ...columns]));
};
const took = (name) => { const ms = performance.now() - timers.get(name); return name + ': ' + (ms < 1000 ? Number(ms.toFixed(3)) + 'ms' : (ms / 1000).toFixed(3) + 's'); };
const console = {
  log: print(1), info: print(1), debug: print(1), error: print(2), warn: print(2),
  trace: (...values) => host(WRITE, 2, 'Trace: ' + format(...values) + '\n'),
  dir: (value, options) => print(1)(inspect(value, { customInspect: false, ...options })),
  dirxml: print(1),
  assert: (holds, ...values) => { if (holds) return; if (typeof values[0] === 'string') values[0] = 'Assertion failed: ' + values[0]; else values.unshift('Assertion failed' + (values.length ? ':' : '')); console.warn(...values); },
  group: (...values) => { if (values.length) console.log(...values); groups += '  '; }, groupEnd: () => { groups = groups.slice(2); },
  count: (name = 'default') => { const n = (counts.get(name) || 0) + 1; counts.set(name, n); console.log(name + ': ' + n); },
  countReset: (name = 'default') => { counts.delete(name); },
  time: (name = 'default') => { timers.set(name, performance.now()); },
  timeEnd: (name = 'default') => { if (timers.has(name)) { console.log(took(name)); timers.delete(name); } },
  timeLog: (name = 'default', ...values) => { if (timers.has(name)) console.log(took(name), ...values); },
  table, clear: () => undefined,
};
console.groupCollapsed = console.group;
`;
