/**
 * Makes assets/javascript/stream.js from the npm package that has Node's streams:
 *   npm install --prefix /tmp/streams readable-stream@4.8.0 && node scripts/make-javascript-assets.ts /tmp/streams/node_modules
 * One function of `require` and `module`, so that the sandbox compiles it only for a program that asks for it. What the package takes
 * from Node, it gets from the prelude of the sandbox; what it takes from packages that stand in for Node, too.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const [modules] = process.argv.slice(2);
if (modules === undefined) throw new Error('name the folder where the package is installed');
const to = new URL('../assets/javascript/', import.meta.url).pathname;
mkdirSync(to, { recursive: true });

const own: Readonly<Record<string, string>> = { 'process/': 'process', 'string_decoder/': 'string_decoder' };
const bundle = await rolldown({
  input: join(modules, 'readable-stream/lib/stream.js'),
  platform: 'neutral',
  external: ['buffer', 'events', 'abort-controller', ...Object.keys(own)],
});
const { output } = await bundle.generate({ format: 'cjs', minify: true });
await bundle.close();
const code = output[0].code.replace(/require\("([^"]+)"\)/g, (_, name: string) => `require("${own[name] ?? name}")`);
writeFileSync(join(to, 'stream.js'), `(function (require, module) {${code}\n})\n`);
process.stdout.write(`stream.js  ${code.length}\n`);
