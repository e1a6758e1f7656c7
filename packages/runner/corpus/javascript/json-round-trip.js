const value = JSON.parse(require('fs').readFileSync(0, 'utf8'));
console.log(value);
console.log(JSON.stringify(value), JSON.stringify(value, null, 2));
console.log(JSON.stringify({ u: undefined, f() {}, d: new Date(0), n: NaN, nested: { toJSON() { return 'own'; } }, s: '\u2028"\\' }));
console.log(JSON.stringify([1, [2]], (k, v) => (typeof v === 'number' ? v * 2 : v), '--'), JSON.stringify('\ud800'));
try { JSON.parse('{"a": 1,}'); } catch (error) { console.log(error.name); }
const cyclic = { name: 'me', list: [] }; cyclic.self = cyclic; cyclic.list.push(cyclic);
console.log(cyclic);
try { JSON.stringify(cyclic); } catch (error) { console.log(error.name, error.message.split('\n')[0]); }
