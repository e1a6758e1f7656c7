const path = require('node:path');
const os = require('os');
const { performance } = require('perf_hooks');
const { StringDecoder } = require('string_decoder');
const { EventEmitter, once } = require('events');
const url = require('url');
const util = require('util');
console.log(path.join('/a', '..', 'b', './c.txt'), path.basename('/x/y.txt', '.txt'), path.extname('a.b.c'), path.dirname('/a/b'), path.resolve('/a', '../b'), path.parse('/home/u/f.txt'), path.relative('/a/b', '/a/c'), path.sep, path.isAbsolute('/x'), path.normalize('/a//b/../c'));
console.log(JSON.stringify(os.EOL), typeof performance.now(), typeof os.cpus().length);
const decoder = new StringDecoder('utf8'); console.log(decoder.write(Buffer.from([0xe2, 0x82])) + decoder.write(Buffer.from([0xac])) + decoder.end());
console.log(util.types.isPromise(Promise.resolve()), util.isDeepStrictEqual({ a: [1] }, { a: [1] }), util.inspect(new Map([[1, { a: 2 }]])), util.isArray ? 1 : 0);
const u = new URL('https://user:pw@example.com:8080/p/a/t/h?query=string&a=1&a=2#hash');
console.log(u.host, u.pathname, u.searchParams.get('query'), u.searchParams.getAll('a'), u.hash, u.origin, String(u), u.port, u.username);
const q = new URLSearchParams({ b: '2', a: 'x y&z' }); q.append('c', 'é'); q.sort(); console.log(q.toString(), [...q], q.has('a'), new URL('../x?y#z', 'http://h/a/b/c').href);
try { new URL('nope'); } catch (error) { console.log(error.name, error.code, error.message); }
util.promisify((x, done) => done(null, x + 1))(1).then((x) => console.log('promisified', x));
util.promisify(setTimeout)(1, 'later').then(console.log);
try { require('./other'); } catch (error) { console.log(error.code); }
console.log(new TextDecoder().decode(new TextEncoder().encode('héllo €')), [...new TextEncoder().encode('é')], btoa('hi'), atob('aGk='), encodeURIComponent('a b&é'), decodeURIComponent('%C3%A9'), escape('é'));
console.log(typeof url.parse, url.fileURLToPath('file:///a/b'), process.argv.length, typeof process.env, process.platform.length > 0, typeof process.memoryUsage().heapUsed, typeof process.hrtime.bigint());
