import { revealed } from '../../coding/revealed-code.ts';
import type { ReportBundle } from '../bundle/bundle.ts';
import type { ExpectedAccount } from '../bundle/bundle-account.ts';

/** A name on one line. What nobody would see stands there by number, and no row of spaces pushes the rest to a line of its own. */
export const shownName = (name: string): string => revealed(name.replace(/[\t \u3000]+/g, ' '));

const formerNameOf = ({ fullName, nameAtCompletion }: ReportBundle['candidate']): string =>
  nameAtCompletion === fullName ? '' : `, at the completion ${shownName(nameAtCompletion)}`;

const keysOf = ({ keyVersion }: ReportBundle['test']): string =>
  keyVersion === undefined ? '' : `, graded by the keys of version ${keyVersion}`;

const notCompared = ' (not compared with the account that you expect: --account)';

/** Whose report it is: what a reader has to compare before any verdict. The account's id comes first, where no name can stand. */
export const bundleHeading = (
  { account, test, candidate }: Pick<ReportBundle, 'account' | 'test' | 'candidate'>,
  expected: ExpectedAccount | undefined,
): readonly (readonly [string, string])[] => [
  ['Account', `${account.accountId} ${shownName(account.name)}${expected === undefined ? notCompared : ''}`],
  ['Test', `${shownName(test.name)}, id ${test.testId}, version ${test.version}${keysOf(test)}`],
  ['Candidate', `${shownName(candidate.fullName)} <${shownName(candidate.emailId)}>${formerNameOf(candidate)}`],
];
