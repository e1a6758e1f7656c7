import { testsOf, withPostgres } from '../../vitest.shared.ts';

/** What was built, in processes of its own: servers, workers, terminals and browsers. */
export default testsOf('e2e', {
  include: ['src/e2e/**/*.test.ts'],
  globalSetup: [withPostgres, 'src/e2e/support/build.ts'],
  setupFiles: 'src/e2e/support/built.ts',
});
