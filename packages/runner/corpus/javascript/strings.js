const s = 'Hello, Wörld! 👋🏽 日本語';
console.log(s.length, [...s].length, s.toUpperCase(), s.at(-1), s.indexOf('W'), s.slice(-3), s.substring(5, 2), s.codePointAt(14), s.charCodeAt(0), s.split(' '));
console.log(s.normalize('NFD').length, 'e\u0301' === 'é', 'e\u0301'.normalize() === 'é', 'abc'.padStart(6, '12'), 'x'.repeat(3), ' trim '.trim() + '|', 'a-b'.split('-'), 'abc'.includes('b'), 'abc'.startsWith('b', 1));
console.log([...'añ👋'].reverse().join(''), String.fromCodePoint(128075), String.raw`a\n${1}`, `multi
line`, 'tab\there', ['tab\there', 'nl\n', "both '\"", `all '"\``]);
const caesar = (t, k) => t.replace(/[a-z]/gi, (c) => { const b = c < 'a' ? 65 : 97; return String.fromCharCode(((c.charCodeAt(0) - b + k + 26) % 26) + b); }); console.log(caesar('Attack at Dawn', 3), caesar(caesar('Attack at Dawn', 3), -3));
const isPalindrome = (t) => { const c = t.toLowerCase().replace(/[^a-z0-9]/g, ''); return c === [...c].reverse().join(''); }; console.log(isPalindrome('A man, a plan, a canal: Panama'), 'b' > 'a', 'a' < 'B', '10' < '9', 10 < 9);
console.log(['\x7f', '\u200b', '\ud800', 'é', '👋'], 'ﬀ'.toUpperCase(), 'ß'.localeCompare('ss'), escape('ü'), encodeURI('ü'), 'aaa'.lastIndexOf('a'), 'abc'.concat(1, null), 'z'.isWellFormed());
