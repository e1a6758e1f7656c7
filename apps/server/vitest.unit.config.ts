import { testsOf, withPostgres } from '../../vitest.shared.ts';

export default testsOf('server', {
  without: ['src/e2e/**'],
  globalSetup: [withPostgres, 'src/testing/start-build.ts'],
  setupFiles: 'src/testing/await-build.ts',
});
