import { availableParallelism } from 'node:os';
import { type CaseResult, isCalled } from '@assay/domain';
import { checkNative, openRunner } from '@assay/runner';
import { afterAll, describe, it } from 'vitest';
import { type GradeOptions, grade } from './grade.ts';
import { casesOf, type Failures, type Graded, kindFault, type Problem } from './problem.ts';

const native = await checkNative({ languages: ['c', 'cpp'] });
const runner = await openRunner({
  child: new URL('../../packages/runner/src/child/main.ts', import.meta.url),
  kinds: [
    { name: 'embedded', runs: 'threads', restricted: true },
    ...(native.refusal === null ? [{ name: 'native', runs: 'processes', restricted: false, offers: native.offers } as const] : []),
  ],
  size: Math.max(2, availableParallelism()),
});
const offered = new Set<string>(runner.offers().map(({ language }) => language));
const isTrial = process.env.TRIALS === 'full';
const done = { problems: 0, programs: 0, twice: 0, unoffered: 0 };

afterAll(async () => {
  const { runs, runSeconds } = runner.metrics().counters;
  const count = Object.values(runs).reduce((sum, one) => sum + one, 0);
  await runner.close();
  const unoffered = done.unoffered === 0 ? '' : `, ${done.unoffered} not run because their language is not offered here`;
  process.stdout.write(
    `${done.problems} problems: ${done.programs} programs graded in ${offered.size} languages, ${done.twice} of them twice${unoffered}; ` +
      `${count} runs, ${Math.round(runSeconds)} s of processor time\n`,
  );
});

const failuresIn = (results: readonly CaseResult[]): Failures => {
  const failures: Record<string, string[]> = {};
  for (const { name, verdict } of results) {
    if (verdict === 'accepted') continue;
    failures[verdict] ??= [];
    failures[verdict].push(name);
  }
  return failures;
};

/**
 * A slow program takes the whole limit and a thread with it, a native one is compiled: each problem has its slow one in another language,
 * and of native programs only right and wrong ones. The long form grades all.
 */
const chosen = ({ programs }: Problem, index: number): readonly Graded[] => {
  if (isTrial) return programs;
  const slow = programs.filter(({ is }) => is === 'slow');
  return programs.filter((program) =>
    program.is === 'slow' ? program === slow[index % slow.length] : isEmbedded(program) || ['right', 'wrong'].includes(program.is),
  );
};

/** The long form grades all twice; the short one each seventh, and begins with another one in each problem. */
const isTwice = (index: number): boolean => isTrial || index % 7 === 0;

const isEmbedded = ({ language }: Graded): boolean => language === 'sql' || isCalled(language);

/** A loaded machine decides how soon a program ends by itself: that right ones keep to the limit itself is held below, by the long form. */
const leisurely: GradeOptions = { factor: 5 };
const submit = (problem: Problem, program: Graded, options: GradeOptions = program.is === 'slow' ? {} : leisurely) =>
  grade(runner, `${problem.name} ${program.label}`, problem.question, program, options);

/** Grades each program of the problems. */
export const gradeProblems = (problems: readonly Problem[]): void => {
  done.problems = problems.length;
  describe('programs get the verdicts that they deserve, a second time too', { concurrent: true }, () => {
    it.for(problems)('$name', async (problem, { expect }) => {
      const at = problems.indexOf(problem);
      for (const [index, program] of chosen(problem, at).entries()) {
        if (!offered.has(program.language)) {
          expect(isEmbedded(program), `${program.language} is always offered`).toBe(false);
          done.unoffered += 1;
          continue;
        }
        const first = await submit(problem, program);
        const failures = failuresIn(first.results);
        const told = `${program.label}: ${JSON.stringify(first.results)}`;
        expect(kindFault(program.is, failures, casesOf(problem.question, program.language)), told).toBe(undefined);
        if (program.failures) expect(failures, told).toEqual(program.failures);
        expect(first.grade.outcome === 'right', told).toBe(program.is === 'right');
        done.programs += 1;
        if (!isTwice(at + index)) continue;
        const second = await submit(problem, program);
        expect(failuresIn(second.results), told).toEqual(failures);
        expect(second.grade, told).toEqual(first.grade);
        done.twice += 1;
      }
    });
  });

  if (isTrial)
    describe('limits leave no doubt', () => {
      it.for(problems)('$name', async (problem, { expect }) => {
        for (const program of problem.programs) {
          if (!offered.has(program.language) || (program.is !== 'right' && program.is !== 'slow')) continue;
          const { results } = await submit(problem, program, { factor: program.is === 'slow' ? 3 : 0.5 });
          const told = `${program.label}: ${JSON.stringify(results)}`;
          expect(failuresIn(results), told).toEqual(program.failures);
        }
      });
    });
};
