import { roundedMath } from './rounded-math.ts';

type Name = keyof typeof roundedMath;

/** Where the table of the binary (assets/python/README.md) has the functions that its modules `math` and `cmath` call, and `**`. */
const slots: Readonly<Record<Name, number>> = {
  acos: 2173,
  acosh: 2175,
  asin: 2176,
  asinh: 2177,
  atan: 2178,
  atan2: 2179,
  atanh: 2180,
  cos: 2183,
  cosh: 2184,
  exp: 2187,
  exp2: 2188,
  expm1: 2189,
  hypot: 0,
  log: 2193,
  log1p: 2194,
  log10: 2195,
  log2: 2196,
  pow: 5062,
  sin: 2198,
  sinh: 2199,
  tan: 2201,
  tanh: 2202,
};
const names = Object.keys(slots) as Name[];
const takesTwo: ReadonlySet<Name> = new Set(['atan2', 'hypot', 'pow']);

const f64 = 0x7c;
const section = (id: number, entries: readonly (readonly number[])[]): number[] => {
  const content = [entries.length, ...entries.flat()];
  return [id, (content.length & 0x7f) | 0x80, content.length >> 7, ...content];
};
const nameOf = (text: string): number[] => [text.length, ...Buffer.from(text)];

/** A table of WebAssembly takes only functions of WebAssembly: this module imports ours and exports them again, with their types. */
const relay = new WebAssembly.Module(
  Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [
      [0x60, 1, f64, 1, f64],
      [0x60, 2, f64, f64, 1, f64],
    ]),
    ...section(
      2,
      names.map((name) => [...nameOf('math'), ...nameOf(name), 0, takesTwo.has(name) ? 1 : 0]),
    ),
    ...section(
      7,
      names.map((name, index) => [...nameOf(name), 0, index]),
    ),
  ]),
);

/** Gives the module `math` of an interpreter our functions in place of its own. */
export const giveMath = (table: WebAssembly.Table): void => {
  const { exports } = new WebAssembly.Instance(relay, { math: roundedMath });
  for (const name of names) table.set(slots[name], exports[name]);
};
