/**
 * Makes assets/python/zoneinfo.br from the time zones that the Python package `tzdata` has, a compiled form of the IANA database:
 *   pip download --no-deps tzdata==2026.4 && unzip tzdata-2026.4-*.whl -d tzdata && node scripts/make-zoneinfo-assets.ts tzdata
 * A line of JSON says where each zone lies in the bytes behind it. Zones with the same rules share theirs.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder of the unpacked Python package');
const zones = join(folder, 'tzdata/zoneinfo');
const paths = readdirSync(zones, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();

const parts: Record<string, readonly [at: number, size: number]> = {};
const known = new Map<string, number>();
const contents: Buffer[] = [];
let end = 0;
for (const path of paths) {
  const content = readFileSync(path);
  if (content.toString('latin1', 0, 4) !== 'TZif') continue;
  const text = content.toString('latin1');
  const at = known.get(text) ?? end;
  if (at === end) {
    known.set(text, at);
    contents.push(content);
    end += content.length;
  }
  parts[`zoneinfo/${relative(zones, path)}`] = [at, content.length];
}
const packed = Buffer.concat([Buffer.from(`${JSON.stringify(parts)}\n`), ...contents]);
const compressed = brotliCompressSync(packed, {
  params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: packed.length },
});
writeFileSync(new URL('../assets/python/zoneinfo.br', import.meta.url), compressed);
const sha256 = createHash('sha256').update(compressed).digest('hex');
process.stdout.write(`${sha256}  zoneinfo.br  ${Object.keys(parts).length} zones  ${compressed.length} of ${packed.length} bytes\n`);
