import type { DialectTraits } from '../../db.ts';
import { accounts } from './accounts.ts';
import { attempts } from './attempts.ts';
import { deliveries } from './deliveries.ts';
import { gradings } from './gradings.ts';
import { invitations } from './invitations.ts';
import { reports } from './reports.ts';
import { search } from './search.ts';
import { storedBytes } from './stored-bytes.ts';
import { tests } from './tests.ts';

/** Composite keys start with the account; ids are issued by the database. */
export const firstSchema = (traits: DialectTraits): string[] =>
  [accounts, tests, invitations, attempts, gradings, reports, deliveries, search, storedBytes].flatMap((tables) => tables(traits));
