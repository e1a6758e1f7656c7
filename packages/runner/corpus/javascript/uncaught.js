const parse = (text) => { if (!text) throw new Error('nothing to parse'); return text; };
console.log('reading');
console.log(parse('x'));
console.log(parse(''));
