const tokenize = (text) => [...text.matchAll(/\s*(?:(\d+(?:\.\d+)?)|([a-z]+)|(\S))/gy)].map(([, number, name, sign]) => (number ? { type: 'number', value: Number(number) } : name ? { type: 'name', value: name } : { type: sign }));
const parse = (text) => {
  const tokens = tokenize(text);
  let at = 0;
  const peek = () => tokens[at]?.type;
  const take = (type) => { if (peek() !== type) throw new SyntaxError(`expected ${type} but found ${peek() ?? 'the end'}`); return tokens[at++]; };
  const primary = () => {
    if (peek() === '(') { take('('); const inner = sum(); take(')'); return inner; }
    if (peek() === '-') { take('-'); return { op: 'neg', of: [primary()] }; }
    if (peek() === 'name') { const { value } = take('name'); if (peek() !== '(') return { name: value }; take('('); const of = [sum()]; while (peek() === ',') { take(','); of.push(sum()); } take(')'); return { call: value, of }; }
    return take('number').value;
  };
  const power = () => { const base = primary(); if (peek() !== '^') return base; take('^'); return { op: '^', of: [base, power()] }; };
  const left = (next, signs) => () => { let tree = next(); while (signs.includes(peek())) tree = { op: take(peek()).type, of: [tree, next()] }; return tree; };
  const sum = left(left(power, ['*', '/', '%']), ['+', '-']);
  const tree = sum();
  if (at < tokens.length) throw new SyntaxError(`unexpected ${peek()}`);
  return tree;
};
const works = { '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b, '%': (a, b) => a % b, '^': (a, b) => a ** b, neg: (a) => -a };
const evaluate = (tree, names) => {
  if (typeof tree === 'number') return tree;
  if ('name' in tree) { if (!(tree.name in names)) throw new ReferenceError(`${tree.name} is not known`); return names[tree.name]; }
  const values = tree.of.map((part) => evaluate(part, names));
  return 'call' in tree ? Math[tree.call](...values) : works[tree.op](...values);
};
for (const line of require('fs').readFileSync(0, 'utf8').trim().split('\n')) {
  try { console.log(`${line} = ${evaluate(parse(line), { pi: Math.PI, x: 3 })}`); } catch (error) { console.log(`${line}: ${error.name}: ${error.message}`); }
}
console.dir(parse('-(x + 2) * max(1, 2 ^ 3)'), { depth: null });
