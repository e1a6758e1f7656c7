const text = require('fs').readFileSync(0, 'utf8');
for (const line of text.trimEnd().split('\n')) console.log([...line].length, line.length, Buffer.byteLength(line), line.toUpperCase(), [...line].reverse().join(''), [line]);
console.log(Buffer.from('héllo €').toString('hex'), Buffer.from('aGk=', 'base64').toString(), Buffer.from('hi').toString('base64'), Buffer.from([72, 105]), Buffer.concat([Buffer.from('a'), Buffer.from('b')]).toString(), Buffer.from('abc').slice(1).toString(), Buffer.alloc(3, 1), Buffer.from('x').equals(Buffer.from('x')), Buffer.compare(Buffer.from('a'), Buffer.from('b')));
console.log({ 日本: 1, 'a-b': 2, é: 3, '1a': 4, 5: 5, a1: 6 }, ['日本語', '中文', '한국어', 'ไทย', 'हिन्दी', 'العربية', 'עברית']);
const b = Buffer.alloc(8); b.writeUInt32BE(0xdeadbeef, 0); b.writeInt16LE(-2, 4); console.log(b, b.readUInt32BE(0), b.readInt16LE(4), b.toJSON().data.length, b.indexOf(0xad), b.readUInt8(0));
console.log('\u00e9'.localeCompare('e\u0301'), '👨‍👩‍👧'.length, [...'👨‍👩‍👧'].length, /^\p{Emoji}/u.test('👋'), 'Ǆ'.toLowerCase(), '𝒳'.codePointAt(0).toString(16));
