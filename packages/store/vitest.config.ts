import { testsOf, withPostgres } from '../../vitest.shared.ts';

export default testsOf('store', { globalSetup: withPostgres });
