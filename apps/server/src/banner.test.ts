import { scopes } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { banner } from './banner.ts';

const newKey = 'assay_0123456789abcdefghijklmnopqrstuvwxyz';
const context = undefined as never;
const made = {
  context,
  created: true,
  newKey,
  endedKey: false,
  keyPrefix: 'assay_012345',
  keyScopes: scopes,
};
const samples = [
  { testId: 7, testName: 'Web fundamentals' },
  { testId: 8, testName: 'Workplace numeracy' },
];
const running = {
  url: 'http://127.0.0.1:8080',
  dataLocation: '/srv/.assay/assay.db',
  account: made,
  samples,
  languages: 'Python 3.11, SQL',
};

describe('the banner', () => {
  it('of a first start shows the URL, the API key, that it is shown only once, the location of the data, the languages of programs, and the tests with their ids', () => {
    const text = banner(running);
    expect(text).toMatch(/Assay is running at http:\/\/127\.0\.0\.1:8080$/m);
    expect(text).toMatch(new RegExp(`API key +${newKey} .*once`));
    expect(text).toMatch(/Data +\/srv\/\.assay\/assay\.db$/m);
    expect(text).toMatch(/Programs +Python 3\.11, SQL$/m);
    expect(text).toMatch(/\b7 +Web fundamentals$/m);
    expect(text).toMatch(/\b8 +Workplace numeracy$/m);
  });

  it('lists next steps as commands that can be pasted', () => {
    const text = banner(running);
    expect([...text.matchAll(/^ +(\d)\. /gm)].map(([, number]) => number)).toEqual(['1', '2', '3', '4']);
    expect(text).toMatch(new RegExp(`curl -H ["']x-api-key: ${newKey}["'] http://127\\.0\\.0\\.1:8080/v2/org/tests$`, 'm'));
    expect(text).toMatch(/ http:\/\/127\.0\.0\.1:8080\/v2\/org\/tests\/7\/register$/m);
    const [, body = ''] = /-d '([^']+)'/.exec(text) ?? [];
    expect(JSON.parse(body)).toEqual({ emailId: expect.stringContaining('@'), fullName: expect.any(String) });
    expect(text).toContain('http://127.0.0.1:8080/docs');
    // As it is started here, from the repository; `release:dry` reads the line of an installed package.
    expect(text).toMatch(/^ +3\. Use the terminal: +npx pnpm assay login$/m);
  });

  it('of a later start shows only the prefix of the API key, and commands that read the key from the environment', () => {
    const text = banner({ ...running, account: { ...made, created: false, newKey: undefined } });
    expect(text).toContain('assay_012345…');
    expect(text).not.toContain(newKey);
    expect(text).not.toContain('has only');
    // In single quotes the shell would not expand the variable.
    expect(text).toMatch(/curl -H "x-api-key: \$ASSAY_API_KEY" /);
  });

  it('says what the strongest key lacks', () => {
    const text = banner({ ...running, account: { ...made, created: false, newKey: undefined, keyScopes: ['read'] } });
    expect(text).toMatch(/API key +assay_012345… +\(has only read; shown in full only when it was made\)$/m);
  });

  it('says that the key of the environment has ended', () => {
    const text = banner({ ...running, account: { ...made, created: false, newKey: undefined, endedKey: true } });
    expect(text).toMatch(/API key +assay_012345… +\(revoked, rotated or expired: it opens nothing; /m);
  });

  it('says how to import a test if there is none', () => {
    const text = banner({ ...running, samples: [] });
    expect(text).toMatch(/Tests +none yet.*\/manage\/v1\/tests/);
    expect(text).not.toContain('undefined');
  });
});
