import { createHash } from 'node:crypto';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';

interface Row { readonly id: number; readonly name: string; mark?: string }

class Marker extends Transform {
  count = 0;
  constructor(private readonly salt: string) { super({ objectMode: true }); }
  override _transform(row: Row, _form: BufferEncoding, done: TransformCallback): void {
    this.count += 1;
    done(null, { ...row, mark: createHash('sha1').update(`${this.salt}${row.name}`).digest('hex').slice(0, 8) });
  }
}

async function collect<T>(from: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of from) all.push(one);
  return all;
}

const rows: Row[] = ['Ada', 'Grace', 'Barbara'].map((name, id) => ({ id, name }));
const marker = new Marker('s');
const marked: Row[] = [];
await pipeline(Readable.from(rows), marker, async (source: AsyncIterable<Row>) => { marked.push(...(await collect(source))); });
console.log(marked, marker.count);

type Stage<A, B> = (value: A) => B | Promise<B>;
const chain = <A, B, C>(first: Stage<A, B>, second: Stage<B, C>): Stage<A, C> => async (value) => second(await first(value));
const length = chain((text: string) => text.trim(), (text) => text.length);
const doubled = chain(length, (n) => n * 2);
console.log(await Promise.all(['  a ', 'bcd', ''].map(async (text) => doubled(text))));
