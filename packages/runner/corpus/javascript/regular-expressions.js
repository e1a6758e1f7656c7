const text = 'On 2024-02-29 and 1999-12-31, mail ada@example.com or alan.t@sub.example.org (tel. +44 20 7946 0958).';
for (const { groups, index } of text.matchAll(/(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)/g)) console.log(index, groups.y, groups.m, groups.d);
console.log(text.match(/[\w.]+@[\w.]+\w/g), text.match(/(\d+)-(\d+)/), /(?<year>\d+)/.exec(text), text.match(/zzz/));
console.log(text.replace(/(\w+)@(\w+)/g, '$2 at $1'), 'a-b-c'.replaceAll('-', '+'), 'x1y22'.replace(/\d+/g, (d) => `[${d * 2}]`), 'aBc'.replace(/b/i, '$&$&'));
console.log('a, b;c  d'.split(/[,;\s]+/), 'a1b2'.split(/(\d)/), /^\p{Lu}/u.test('Éa'), 'ab\ncd'.match(/^c/m).index, /a.c/s.test('a\nc'), /(?<=\$)\d+/.exec('cost $42')[0], /(?<!\$)\b\d+/.exec('$42 17')[0]);
const sticky = /foo/y; sticky.lastIndex = 3; console.log(sticky.test('barfoo'), sticky.lastIndex, /a|b/.source, new RegExp('a/b', 'gi'), String(/[/]/));
console.log('camelCaseString'.replace(/([A-Z])/g, ' $1').toLowerCase(), 'the title'.replace(/\b\w/g, (c) => c.toUpperCase()), '1234567.891'.replace(/\B(?=(\d{3})+(?!\d))/g, ','));
try { new RegExp('('); } catch (error) { console.log(error.name); }
