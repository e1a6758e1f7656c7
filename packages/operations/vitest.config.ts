import { testsOf, withPostgres } from '../../vitest.shared.ts';

export default testsOf('operations', { globalSetup: withPostgres });
