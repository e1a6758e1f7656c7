let text = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => { text += chunk; });
process.stdin.on('end', () => {
  const words = text.toLowerCase().match(/\p{L}+/gu);
  const counts = words.reduce((map, word) => map.set(word, (map.get(word) ?? 0) + 1), new Map());
  console.log([...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, 7));
  console.log(words.length);
});
process.on('exit', (code) => console.log('exit', code));
