// Run-length coding, both ways, and text built piece by piece.
const encode = (text) => {
  const parts = [];
  for (let i = 0; i < text.length; ) {
    let j = i;
    while (j < text.length && text[j] === text[i]) j += 1;
    parts.push(j - i > 1 ? `${j - i}${text[i]}` : text[i]);
    i = j;
  }
  return parts.join('');
};
const decode = (text) => text.replace(/(\d+)(\D)/g, (_, count, letter) => letter.repeat(Number(count)));
for (const text of ['', 'a', 'aaabccdddd', 'WWWWWWWWWWWWBWWWW']) {
  const coded = encode(text);
  console.log(JSON.stringify(text), coded, decode(coded) === text);
}
let triangle = '';
for (let row = 1; row <= 5; row += 1) triangle += ' '.repeat(5 - row) + '*'.repeat(2 * row - 1) + '\n';
process.stdout.write(triangle);
const table = [['name', 'qty', 'price'], ['apple', 3, 1.5], ['watermelon', 12, 0.333]];
for (const [name, qty, price] of table) {
  console.log(`|${String(name).padEnd(12)}|${String(qty).padStart(5)}|${(typeof price === 'number' ? price.toFixed(2) : price).padStart(8)}|`);
}
console.log('%s has %d items costing %f (%i) %j %o %O %%', 'cart', 42, 1.5, 3.9, { a: 1 }, [1], { b: { c: {} } });
