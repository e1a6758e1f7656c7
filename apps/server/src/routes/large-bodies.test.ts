import { type BulkInviteResult, bodyLimits, type ImportResult } from '@assay/domain';
import { somebody } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { largeFrom } from '../large-bodies/read-apart.ts';
import { type Call, expectRefusal, resultOf, useService } from '../testing/service.ts';
import { testFile } from '../testing/test-file.ts';

const service = useService();
let key: string;
let testId: string;
beforeAll(async () => {
  ({ key, testId } = await service.mint());
});

const url = '/manage/v1/tests';
const importing = (body: unknown, call: Partial<Call> = {}) => service.send({ method: 'POST', url, key, body, ...call });

/** A test file above the size from which bodies are read in another thread. */
const largeTest = (changes: object = {}) => {
  const question = { kind: 'single-choice', prompt: 'Wörter '.repeat(200), options: [{ text: 'a', correct: true }, { text: 'b' }] };
  const file = { ...testFile, sections: [{ name: 'Many', questions: Array.from({ length: 500 }, () => question) }], ...changes };
  expect(JSON.stringify(file).length).toBeGreaterThan(largeFrom);
  return file;
};

describe('a large body of an import is read in another thread', () => {
  it('an import of it makes the test, again it is unchanged, and another one is a version', async () => {
    const file = largeTest({ key: 'large' });
    const first = resultOf<ImportResult>(await importing(file));
    expect(first).toMatchObject({ outcome: 'created', questions: 500, totalScore: '500', version: 1 });
    expect(resultOf(await importing(file))).toMatchObject({ testId: first.testId, outcome: 'unchanged' });
    expect(resultOf(await importing({ ...file, duration: 61 }))).toMatchObject({ testId: first.testId, outcome: 'updated', version: 2 });
    const exported = await service.send({ method: 'GET', url: `${url}/${first.testId}/file?version=1`, key });
    expect(resultOf(exported)).toMatchObject({ key: 'large', sections: [{ name: 'Many' }] });
    // What was exported is the first file again, with every default written out: a third version.
    expect(resultOf(await importing(resultOf(exported)))).toMatchObject({ outcome: 'updated', version: 3 });
  });

  it('with an Idempotency-Key it is imported once, and the key with another file is 409.1', async () => {
    const headers = { 'idempotency-key': 'large import' };
    const first = resultOf(await importing(largeTest(), { headers }));
    expect(resultOf(await importing(largeTest(), { headers }))).toEqual(first);
    expectRefusal(await importing(largeTest({ duration: 61 }), { headers }), '409.1');
  });

  it('its faults are named as those of a small one', async () => {
    expect(expectRefusal(await importing(largeTest({ duration: 0, name: '' })), '400.1')).toBe(
      'name: is required; duration: must be above 0',
    );
  });

  it('a key without the scope is 403.1, and a wrong id 400.1, before it is read', async () => {
    const reader = await service.mintKey((await service.mint()).accountId, ['read']);
    const broken = 'x'.repeat(largeFrom + 1);
    expectRefusal(await importing(broken, { key: reader }), '403.1');
    expect(expectRefusal(await importing(broken, { url: `${url}/x/invitations/bulk` }), '400.1')).toContain('testId');
    expect(expectRefusal(await importing(broken), '400.1')).toBe('The request body is not valid JSON');
  });

  it('candidates of a bulk invitation are invited, and wrong ones are told', async () => {
    const filler = 'x'.repeat(1000);
    const candidates = Array.from({ length: 500 }, (_, index) => ({ ...somebody(), filler, ...(index === 7 ? { fullName: '' } : {}) }));
    const { results } = resultOf<BulkInviteResult>(await importing({ candidates }, { url: `${url}/${testId}/invitations/bulk` }));
    expect(results.map(({ index }) => index)).toEqual(candidates.map((_, index) => index));
    expect(results.filter(({ ok }) => !ok)).toEqual([
      { index: 7, ok: false, outcome: 'invalid', invitation: null, email: null, finished: false, error: 'fullName: is required' },
    ]);
  });

  const filled = (before: string, unit: string, after: string) =>
    `${before}${unit.repeat(Math.floor((bodyLimits.import - before.length - after.length) / unit.length))}${after}`;

  it.each([
    [
      '5.3 million empty questions',
      filled('{"name":"x","duration":5,"sections":[{"name":"a","questions":[', '{},', '{}]}]}'),
      /500000 values/,
    ],
    ['lists in lists', filled('', '[', ''), /100 lists and objects/],
    ['objects in objects', filled('', '{"a":', ''), /100 lists and objects/],
    ['numbers', filled('[', '0,', '0]'), /500000 values/],
  ])('%s are refused before they are parsed', async (_, body, excess) => {
    expect(expectRefusal(await importing(body), '400.1')).toMatch(excess);
  });

  it('what stands in a text is no value', async () => {
    // More than 500,000 in all.
    const prompt = '[{,"\\'.repeat(8000);
    const file = largeTest({
      sections: [{ name: 'a', questions: Array.from({ length: 21 }, () => ({ kind: 'numeric', prompt, answer: 1 })) }],
    });
    expect(resultOf(await importing(file))).toMatchObject({ questions: 21 });
  });

  it('of many at the same time some wait, and the rest is 503.1 with Retry-After', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => importing(largeTest())));
    const refused = responses.filter(({ statusCode }) => statusCode !== 200);
    // Three, or fewer if a thread ends before the last one comes; read-apart.test.ts counts exactly.
    expect([1, 2, 3]).toContain(refused.length);
    for (const response of refused) {
      expectRefusal(response, '503.1');
      expect(response.headers['retry-after']).toBe('1');
    }
  });
});
