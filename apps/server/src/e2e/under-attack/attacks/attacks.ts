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
