import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { checkNative, openRunner } from '@assay/runner';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { grade } from './grade.ts';
import { type Graded, type Problem, readProblems } from './problem.ts';

const native = await checkNative({ languages: ['c'] });
const runner = await openRunner({
  child: new URL('../../packages/runner/src/child/main.ts', import.meta.url),
  kinds: [
    { name: 'embedded', runs: 'threads', restricted: true },
    ...(native.refusal === null ? [{ name: 'native', runs: 'processes', restricted: false, offers: native.offers } as const] : []),
  ],
  size: 1,
});
afterAll(() => runner.close());
const offered = new Set<string>(runner.offers().map(({ language }) => language));

const isTrial = process.env.TRIALS === 'full';
const isQuery = ({ question }: Problem): boolean => question.kind === 'sql';
const all = readProblems();
const few = [...all.filter((one) => !isQuery(one)).slice(0, 1), ...all.filter(isQuery).slice(0, 1)];

type Chosen = (problem: Problem, index: number) => readonly Graded[];
const of = ({ programs }: Problem): readonly Graded[] => programs.filter(({ language }) => offered.has(language));

/** A slow program takes the whole limit for each case, eight times as long beside eight others: the long form has them. */
const short: Chosen = (problem) =>
  of(problem).filter(({ is, language }) => ['right', 'wrong'].includes(is) && ['python', 'c', 'sql'].includes(language));

/** One right and one wrong program, each problem in another language: what runs programs is niced and gets a fortieth of a core then. */
const rotating: Chosen = (problem, index) =>
  ['right', 'wrong'].flatMap((kind) => {
    const those = of(problem).filter(({ is }) => is === kind);
    return those.slice(index % those.length).slice(0, 1);
  });

const verdictsOf = async (problems: readonly Problem[], chosen: Chosen): Promise<string[]> => {
  const found: string[] = [];
  for (const [index, problem] of problems.entries())
    for (const program of chosen(problem, index)) {
      const { results, grade: graded } = await grade(runner, `${problem.name} ${program.label}`, problem.question, program);
      found.push(`${problem.name} ${program.label}: ${results.map(({ verdict }) => verdict)}, ${graded.outcome}`);
    }
  return found;
};

const expectSameWhenBusy = async (problems: readonly Problem[], chosen: Chosen, priority: number, atLeast: number): Promise<void> => {
  const alone = await verdictsOf(problems, chosen);
  const busy = Array.from({ length: 8 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  onTestFinished(() => {
    for (const one of busy) one.kill('SIGKILL');
  });
  for (const { pid } of busy) if (pid !== undefined) setPriority(pid, priority);
  const began = Date.now();
  expect(await verdictsOf(problems, chosen)).toEqual(alone);
  expect(alone.length).toBeGreaterThanOrEqual(atLeast);
  process.stdout.write(`${alone.length} submissions beside eight busy processes: ${Math.round((Date.now() - began) / 1000)} s\n`);
};

const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority;
// Ten processes share the cores.
const limit = isTrial ? 3_600_000 : 1_200_000;

// Of a low priority, as what runs programs is: it would otherwise get next to nothing.
it(
  'the same submissions get the same verdicts beside eight busy processes',
  () => (isTrial ? expectSameWhenBusy(all, rotating, PRIORITY_LOW, 2 * all.length) : expectSameWhenBusy(few, short, PRIORITY_LOW, 5)),
  limit,
);

if (isTrial) it('beside eight of normal priority too', () => expectSameWhenBusy(few, short, PRIORITY_NORMAL, 5), limit);
