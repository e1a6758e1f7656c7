import { testsOf, withPostgres } from '../../vitest.shared.ts';

/** What was built, in processes of its own: servers, workers, terminals and browsers. */
export default testsOf('e2e', {
  include: ['src/e2e/**/*.test.ts'],
  globalSetup: [withPostgres, 'src/testing/start-build.ts'],
  setupFiles: 'src/testing/await-build.ts',
});
