import { testsOf, withPostgres } from '../../vitest.shared.ts';

/** What was built, in processes of its own: servers, workers, terminals and browsers. */
export default testsOf('e2e', {
  folder: 'src/e2e',
  globalSetup: [withPostgres, 'src/testing/start-build.ts'],
  setupFiles: 'src/testing/await-build.ts',
});
