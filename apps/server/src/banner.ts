import { scopes } from '@assay/domain';
import type { RunningServer } from './start-server.ts';

type Shown = Pick<RunningServer, 'url' | 'dataLocation' | 'account' | 'samples'> & { readonly languages: string };

// A package that npm installed lies in a folder node_modules; the repository has the terminal built in.
const terminal = import.meta.url.includes('/node_modules/') ? 'npx -y @assay/cli login' : 'npx pnpm assay login';

/** The text that a start prints: URL, API key, location of the data, languages of programs, tests and next steps. */
export const banner = ({ url, dataLocation, account, samples, languages }: Shown): string => {
  const limits = account.keyScopes.length === scopes.length ? '' : `has only ${account.keyScopes.join(', ') || 'no scope'}; `;
  const key =
    account.newKey === undefined
      ? `${account.keyPrefix}…   (${account.endedKey ? 'revoked, rotated or expired: it opens nothing; ' : limits}shown in full only when it was made)`
      : `${account.newKey}   (shown only this once: keep it)`;
  const shown = account.newKey ?? '$ASSAY_API_KEY';
  const [first] = samples;
  const testId = first?.testId ?? '{testId}';
  return [
    '',
    `  Assay is running at ${url}`,
    '',
    `  API key   ${key}`,
    `  Data      ${dataLocation}`,
    `  Programs  ${languages}`,
    ...(samples.length === 0
      ? ['  Tests     none yet: POST a test file to /manage/v1/tests']
      : samples.map((test, index) => `  ${index === 0 ? 'Tests    ' : '         '} ${test.testId}  ${test.testName}`)),
    '',
    '  Try next:',
    `  1. List the tests:     curl -H "x-api-key: ${shown}" ${url}/v2/org/tests`,
    `  2. Invite a candidate: curl -H "x-api-key: ${shown}" -H 'content-type: application/json' \\`,
    `       -d '{"emailId":"ana@example.com","fullName":"Ana Example"}' ${url}/v2/org/tests/${testId}/register`,
    '     and open the takeTestURL it answers in a browser',
    `  3. Use the terminal:   ${terminal}`,
    `  4. Read the API:       ${url}/docs`,
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n');
};
