import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

type TestOptions = NonNullable<TestProjectInlineConfiguration['test']>;

const at = (path: string): string => new URL(path, import.meta.url).pathname;

const isTrial = process.env.TRIALS === '1';

/** Packages are imported as source, so that only the end-to-end tests need a build. */
const conditions = ['@assay/source', 'node'];

/**
 * The tests of one package. The packages share one pool of processes, and the files of a package share the modules of a process:
 * loading them in every file takes longer than the tests. So a test undoes what it changes in globals and the environment.
 */
export const testsOf = (name: string, test: TestOptions = {}) =>
  defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name,
      include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
      isolate: false,
      // Tests wait for events (`eventLimit` in packages/testing). These limits only end a test that hangs.
      testTimeout: isTrial ? 3_600_000 : 600_000,
      hookTimeout: isTrial ? 900_000 : 600_000,
      // More than cores: the end-to-end tests wait for processes of their own most of the time. Those of a trial never wait.
      maxWorkers: isTrial ? availableParallelism() : Math.max(4, availableParallelism()),
      ...(isTrial ? { maxConcurrency: 3 } : {}),
      ...test,
    },
  });

/** `globalSetup` of packages whose tests open stores: one PostgreSQL for the whole run. */
export const withPostgres = at('packages/store/src/testing/postgres-server.ts');
