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

const isTrial = process.env.TRIALS === '1';
const isQuery = ({ question }: Problem): boolean => question.kind === 'sql';
const all = readProblems();
const problems = isTrial ? all : [...all.filter((one) => !isQuery(one)).slice(0, 1), ...all.filter(isQuery).slice(0, 1)];

/** A slow program takes the whole limit for each case, eight times as long beside eight others: the long form has them. */
const chosen = ({ programs }: Problem): readonly Graded[] =>
  programs.filter(
    ({ is, language }) =>
      offered.has(language) && (isTrial || (['right', 'wrong'].includes(is) && ['python', 'c', 'sql'].includes(language))),
  );

const verdictsOfAll = async (): Promise<string[]> => {
  const found: string[] = [];
  for (const problem of problems)
    for (const program of chosen(problem)) {
      const { results, grade: graded } = await grade(runner, `${problem.name} ${program.label}`, problem.question, program);
      found.push(`${problem.name} ${program.label}: ${results.map(({ verdict }) => verdict)}, ${graded.outcome}`);
    }
  return found;
};

it('the same submissions get the same verdicts beside eight busy processes', async () => {
  const alone = await verdictsOfAll();
  const busy = Array.from({ length: 8 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  onTestFinished(() => {
    for (const one of busy) one.kill('SIGKILL');
  });
  // As nice as those that run programs, which would otherwise get next to nothing.
  for (const { pid } of busy) if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  expect(await verdictsOfAll()).toEqual(alone);
  expect(alone.length).toBeGreaterThan(isTrial ? 500 : 4);
  // Ten processes share the cores.
}, 1_200_000);
