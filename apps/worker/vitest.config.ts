import { testsOf, withPostgres } from '../../vitest.shared.ts';

export default testsOf('worker', { globalSetup: withPostgres });
