import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

type TestOptions = NonNullable<TestProjectInlineConfiguration['test']>;

const at = (path: string): string => new URL(path, import.meta.url).pathname;

/** What `pnpm trials` sets: their long form, which needs a quiet machine, or the quick one, which CI runs too. */
const trials = process.env.TRIALS;
if (trials !== undefined && trials !== 'quick' && trials !== 'full') throw new Error('TRIALS is `quick` or `full`');
const isFull = trials === 'full';

/** Trials without a quick form: `npm test` has a sample of the corpus, and hostile clients beside other tests take minutes to prepare. */
const onlyFull = ['**/corpus.trial.test.ts', '**/under-attack.trial.test.ts'];

/** The tests under a folder. Those that take long are trials, which only `pnpm trials` runs. */
const filesOf = (folder: string) =>
  trials === undefined
    ? { include: [`${folder}/**/*.test.ts`, `${folder}/**/*.test.tsx`], exclude: ['**/*.trial.test.ts', '**/*.trial.test.tsx'] }
    : { include: [`${folder}/**/*.trial.test.ts`, `${folder}/**/*.trial.test.tsx`], exclude: isFull ? [] : onlyFull };

/** Packages are imported as source, so that only the end-to-end tests need a build. */
const conditions = ['@assay/source', 'node'];

type TestsOf = Omit<TestOptions, 'include' | 'exclude'> & {
  readonly folder?: string;
  readonly without?: readonly string[];
};

/**
 * The tests of one package. The packages share one pool of processes, and the files of a package share the modules of a process:
 * loading them in every file takes longer than the tests. So a test undoes what it changes in globals and the environment.
 */
export const testsOf = (name: string, { without = [], folder = 'src', ...test }: TestsOf = {}) => {
  const { include, exclude } = filesOf(folder);
  return defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      include,
      exclude: [...exclude, ...without],
      isolate: false,
      // Tests wait for events (`eventLimit` in packages/testing). These limits only end a test that hangs.
      testTimeout: isFull ? 3_600_000 : 600_000,
      hookTimeout: isFull ? 900_000 : 600_000,
      // More than cores: the end-to-end tests wait for processes of their own most of the time. Those of a trial never wait.
      maxWorkers: isFull ? availableParallelism() : Math.max(4, availableParallelism()),
      ...(isFull ? { maxConcurrency: 3 } : {}),
      ...test,
    },
  });
};

/** `globalSetup` of packages whose tests open stores: one PostgreSQL for the whole run. */
export const withPostgres = at('packages/store/src/testing/postgres-server.ts');
