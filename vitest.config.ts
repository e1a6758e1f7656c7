import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The server and the end-to-end tests come last: they wait for the build, which runs beside the others. */
const projects = [
  'store',
  'operations',
  'documents',
  'worker',
  'cli',
  'candidate',
  'client',
  'domain',
  'problems',
  'site',
  'clients',
  'runner',
  'runner-process',
  'runtime',
  'server',
  'e2e',
];

/** The slowest files start first, so that no run ends with waiting for one of them. */
const longest = [
  'native',
  'query-plans',
  'lock-order',
  'guides',
  'grading-kill-9',
  'disk-faults',
  'processes',
  'screens-of-own-parts',
  'kill-9',
  'worker-kill-9',
  'workers',
  'runners',
  'backup',
  'terminal-edges',
  'problems',
  'clock',
  'screens',
  'offline',
  'fuzz',
  'completion',
  'camera',
  'overdue',
  'join',
  'terminal',
];

const rankIn = (list: readonly string[], name: string): number => (list.includes(name) ? list.indexOf(name) : list.length);
const rankOf = ({ project, moduleId }: TestSpecification): number =>
  rankIn(projects, project.name) * 100 + rankIn(longest, /([^/]+?)(?:\.trial)?\.test\.tsx?$/.exec(moduleId)?.[1] ?? '');

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other));
  }
}

export default defineConfig({
  test: {
    projects: [
      'packages/*/vitest.config.ts',
      'apps/{candidate,cli,runner,worker}/vitest.config.ts',
      'apps/server/vitest.*.config.ts',
      'problems/vitest.config.ts',
      'docs/site/vitest.config.ts',
      'docs/clients/vitest.config.ts',
    ],
    sequence: { sequencer: InOrder },
  },
});
