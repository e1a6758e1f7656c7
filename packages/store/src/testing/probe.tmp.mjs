import { PGlite } from '@electric-sql/pglite';

let t = performance.now();
const lap = (n) => {
  const u = performance.now();
  console.log(n, (u - t).toFixed(0));
  t = u;
};
const a = await PGlite.create({ parsers: { 20: Number } });
lap('create');
await a.query('create table x(a bigint)');
lap('q');
const d = await a.dumpDataDir('none');
lap('dump ' + d.size);
const b = await PGlite.create({ loadDataDir: d, parsers: { 20: Number } });
lap('load');
const c = await a.clone();
lap('clone');
const r = await b.query('select 1::bigint as v');
console.log(r.rows);
