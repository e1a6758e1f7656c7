// The server of this checkout against that of another one, in turns of one run. `pnpm bench:compare CHECKOUT [rounds [connections]]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Load, type Measured, measure } from './load.ts';
import { start } from './processes.ts';
import { environmentOf, registerLoad, saveLoad, seed, serverOf } from './workload.ts';

const [checkout, rounds = '8', connections = '64'] = process.argv.slice(2);
if (checkout === undefined) throw new Error('name the other checkout, built');
const seconds = 3;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
try {
  const sides = await Promise.all(
    [checkout, undefined].map(async (from, index) => {
      const environment = environmentOf(join(directory, String(index)));
      const of = await start(serverOf(from), environment);
      const seeded = await seed({ url: of.url, environment, checkout: from });
      const loads: readonly (readonly [string, Load])[] = [
        ['register', registerLoad(of.url, seeded)],
        ['save answer', saveLoad(of.url, seeded)],
      ];
      return { of, loads };
    }),
  );
  const [before, after] = sides;
  if (before === undefined || after === undefined) throw new Error('two servers were started');
  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s for each; medians`);
  for (const [index, [name]] of after.loads.entries()) {
    const measured: [Measured[], Measured[]] = [[], []];
    for (let round = -1; round < Number(rounds); round += 1) {
      // Each goes first in every second round. Round -1 warms up.
      for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const { of, loads } = side === 0 ? before : after;
        const load = loads[index]?.[1];
        if (load === undefined) throw new Error('both have the same loads');
        const one = await measure(load, { connections: Number(connections), seconds, of });
        if (round >= 0) measured[side === 0 ? 0 : 1].push(one);
      }
    }
    const column = (of: (one: Measured) => number) => measured.map((side) => median(side.map(of))) as [number, number];
    const ratios = (of: (one: Measured) => number) => median(measured[1].map((one, round) => of(one) / of(measured[0][round] ?? one)));
    const [rate, cpu, p99] = [column((one) => one.perSecond), column((one) => one.cpu), column((one) => one.p99)];
    console.log(
      `${name.padEnd(12)} rate  ${rate.map((value) => Math.round(value)).join(' → ')}/s, ratio ${ratios((one) => one.perSecond).toFixed(2)}`,
    );
    console.log(
      `${''.padEnd(12)} CPU   ${cpu.map((value) => value.toFixed(1)).join(' → ')} µs, ratio ${ratios((one) => one.cpu).toFixed(2)}`,
    );
    console.log(`${''.padEnd(12)} p99   ${p99.join(' → ')} ms`);
  }
  for (const { of } of sides) await of.stop();
} finally {
  await rm(directory, { recursive: true, force: true });
}
