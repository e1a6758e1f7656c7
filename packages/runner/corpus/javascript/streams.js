const { Readable, Transform, Writable, pipeline, PassThrough } = require('stream');
const { pipeline: pipe } = require('stream/promises');
const upper = () => new Transform({ transform(chunk, encoding, done) { done(null, String(chunk).toUpperCase()); } });
const collected = [];
const sink = new Writable({ write(chunk, encoding, done) { collected.push(String(chunk)); done(); } });
pipeline(Readable.from(['one ', 'two ', 'three']), upper(), sink, (error) => console.log('pipeline', error, collected));
(async () => {
  for await (const part of Readable.from([1, 2, 3])) console.log('part', part);
  await pipe(process.stdin, new PassThrough(), async function* (source) { for await (const chunk of source) yield String(chunk).split('').reverse().join(''); }, process.stdout, { end: false });
  console.log('\nfinished');
})();
