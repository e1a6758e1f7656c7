import type { Attack } from '../attack.ts';
import { ofAccounts } from './of-accounts.ts';
import { ofBodies } from './of-bodies.ts';
import { ofCandidates } from './of-candidates.ts';
import { ofConnections } from './of-connections.ts';
import { ofReaders } from './of-readers.ts';
import { ofStrangers } from './of-strangers.ts';
import { ofTestFiles } from './of-test-files.ts';

export const attacks: readonly Attack[] = [
  ...ofTestFiles,
  ...ofAccounts,
  ...ofCandidates,
  ...ofReaders,
  ...ofBodies,
  ...ofStrangers,
  ...ofConnections,
];

/** Of connections: they make whatever else is done wait. */
const inEach: readonly Attack[] = ofConnections.slice(0, 4);

/** Twenty hostile clients at a time. */
export const crowds = [0, 1].map((half) => attacks.filter((one, index) => index % 2 === half || inEach.includes(one)));
