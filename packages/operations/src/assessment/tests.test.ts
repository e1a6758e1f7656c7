import { testDialects } from '@assay/store/testing';
import { minute, smallTest, totalScore } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { startAttempt } from '../attempt/start-attempt.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { getTest } from './get-test.ts';
import { importTest } from './import-test.ts';
import { listTests } from './list-tests.ts';
import { getManagedTest, listTestVersions } from './managed-test.ts';
import { setTestStatus } from './set-test-status.ts';

const question = { kind: 'numeric', prompt: 'How many?', marks: 4, answer: 1 };
const secondEdition = {
  name: 'Second edition',
  duration: 30,
  sections: [{ name: 'Only', type: 'Coding Questions', questions: [question] }],
};

describe.each(testDialects)('on %s', (engine) => {
  const service = useService(engine);
  const run = (ctx: Context, file: unknown) => importTest({ ctx, input: { body: file } });
  const get = (ctx: Context, testId: string | number) => value(getManagedTest({ ctx, input: { testId: String(testId) } }));
  const list = (ctx: Context, query: Record<string, string> = {}) => value(listTests({ ctx, input: { query } }));
  const setStatus = (ctx: Context, testId: string | number, status: string) =>
    setTestStatus({ ctx, input: { testId: String(testId), body: { status } } });
  const versionsOf = async (ctx: Context, testId: number) =>
    (await value(listTestVersions({ ctx, input: { testId: String(testId) } }))).versions;

  describe('import', () => {
    it('makes a new test each time when the file has no key', async () => {
      const ctx = await service.mintAccount();
      const first = await value(run(ctx, smallTest));
      expect(first).toEqual({
        testId: expect.any(Number),
        key: null,
        testName: smallTest.name,
        status: 'Active',
        version: 1,
        accessKey: expect.stringMatching(/^\S{10,}$/),
        duration: 60,
        questions: 4,
        totalScore,
        outcome: 'created',
      });
      const second = await value(run(ctx, smallTest));
      expect(second).toMatchObject({ outcome: 'created', version: 1 });
      expect(second.testId).not.toBe(first.testId);
      expect(second.accessKey).not.toBe(first.accessKey);
    });

    it('the same key makes a new version of the same test; id and access key stay', async () => {
      const ctx = await service.mintAccount();
      const { testId, accessKey } = await value(run(ctx, { ...smallTest, key: 'js' }));
      service.clock.advance(minute);
      const second = await value(run(ctx, { ...secondEdition, key: 'js' }));
      expect(second).toMatchObject({ outcome: 'updated', testId, accessKey, version: 2, testName: 'Second edition', totalScore: '4' });
      const { outcome: _, ...test } = second;
      expect(await get(ctx, testId)).toEqual({ ...test, counts: { invited: 0, started: 0, completed: 0 } });
      expect(await versionsOf(ctx, testId)).toMatchObject([
        { version: 2, testName: 'Second edition', duration: 30, questions: 1, totalScore: '4' },
        { version: 1, testName: smallTest.name, duration: 60, questions: 4, totalScore },
      ]);
    });

    it('the same key with the same content again is unchanged and makes no version', async () => {
      const ctx = await service.mintAccount();
      const { testId } = await value(run(ctx, { ...smallTest, key: 'js' }));
      service.clock.advance(minute);
      expect(await value(run(ctx, { ...smallTest, key: 'js' }))).toMatchObject({ outcome: 'unchanged', testId, version: 1 });
      expect(await versionsOf(ctx, testId)).toHaveLength(1);
    });

    it('going back to what an earlier version said is a new version', async () => {
      const ctx = await service.mintAccount();
      for (const file of [smallTest, secondEdition]) await value(run(ctx, { ...file, key: 'js' }));
      expect(await value(run(ctx, { ...smallTest, key: 'js' }))).toMatchObject({
        outcome: 'updated',
        version: 3,
        testName: smallTest.name,
      });
    });

    it('ten imports at once with one new key make one test', async () => {
      const ctx = await service.mintAccount();
      const results = await Promise.all(Array.from({ length: 10 }, () => value(run(ctx, { ...smallTest, key: 'js' }))));
      expect(new Set(results.map(({ testId }) => testId)).size).toBe(1);
      expect(results.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
      expect(await list(ctx)).toMatchObject({ testsCount: 1 });
    });

    it('ten imports at once with one key and other content make ten versions', async () => {
      const ctx = await service.mintAccount();
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, index) => value(run(ctx, { ...smallTest, key: 'js', name: `Edition ${index}` }))),
      );
      expect(results.map(({ version }) => version).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    });

    it("a key is the account's own", async () => {
      const one = await value(run(await service.mintAccount(), { ...smallTest, key: 'js' }));
      const two = await value(run(await service.mintAccount(), { ...smallTest, key: 'js' }));
      expect(two).toMatchObject({ outcome: 'created', version: 1 });
      expect(two.testId).not.toBe(one.testId);
    });

    it('without `status` a new version keeps the status, with it the status is set', async () => {
      const ctx = await service.mintAccount();
      expect(await value(run(ctx, { ...smallTest, key: 'js', status: 'Inactive' }))).toMatchObject({ status: 'Inactive' });
      expect(await value(run(ctx, { ...secondEdition, key: 'js' }))).toMatchObject({ status: 'Inactive', version: 2 });
      expect(await value(run(ctx, { ...secondEdition, key: 'js', status: 'Active' }))).toMatchObject({
        outcome: 'updated',
        status: 'Active',
        version: 2,
      });
    });

    it('importing the key of an archived test brings it back', async () => {
      const ctx = await service.mintAccount();
      const { testId } = await value(run(ctx, { ...smallTest, key: 'js' }));
      await value(setStatus(ctx, testId, 'Archived'));
      expect(await value(run(ctx, { ...smallTest, key: 'js' }))).toMatchObject({
        testId,
        status: 'Active',
        outcome: 'updated',
        version: 1,
      });
      expect(await list(ctx)).toMatchObject({ tests: [{ testId }], testsCount: 1 });
    });

    it.each([
      ['sections', { ...smallTest, duration: 29 }],
      ['duration', { ...smallTest, duration: 0 }],
      ['name', { ...smallTest, name: '' }],
      ['key', { ...smallTest, key: 'Not A Key' }],
      ['sections[0].questions[0].marks', { ...secondEdition, sections: [{ name: 'Only', questions: [{ ...question, marks: -1 }] }] }],
      ['sections[0].questions[0].kind', { ...secondEdition, sections: [{ name: 'Only', questions: [{ ...question, kind: 'drawing' }] }] }],
    ])('refuses a file with a fault in %s with 400.1 naming it', async (field, file) => {
      const ctx = await service.mintAccount();
      const refusal = await refusalOf(run(ctx, file));
      expect(refusal.statuscode).toBe('400.1');
      expect(refusal.message).toContain(field);
      expect(await list(ctx)).toEqual({ tests: [], testsCount: 0 });
    });
  });

  describe('status of a test', () => {
    it('an archived test leaves lists and counts, and is Inactive where it is asked for; reactivated it is back', async () => {
      const { ctx, testId } = await service.mint();
      const other = await service.importTest(ctx);
      for (const _ of [1, 2]) expect(await value(setStatus(ctx, testId, 'Archived'))).toMatchObject({ status: 'Archived' });
      expect(await list(ctx)).toMatchObject({ tests: [{ testId: Number(other) }], testsCount: 1 });
      expect(await value(getTest({ ctx, input: { testId } }))).toMatchObject({ testStatus: 'Inactive' });
      for (const _ of [1, 2]) expect(await value(setStatus(ctx, testId, 'Active'))).toMatchObject({ status: 'Active' });
      const { tests, testsCount } = await list(ctx);
      expect([tests.length, testsCount]).toEqual([2, 2]);
    });

    it('an inactive test stays in lists', async () => {
      const { ctx, testId } = await service.mint();
      await value(setStatus(ctx, testId, 'Inactive'));
      expect(await list(ctx)).toMatchObject({ tests: [{ testId: Number(testId), testStatus: 'Inactive' }], testsCount: 1 });
    });

    it('ten archives at once count once', async () => {
      const { ctx, testId } = await service.mint();
      await service.importTest(ctx);
      const codes = await Promise.all(Array.from({ length: 10 }, () => statuscodeOf(setStatus(ctx, testId, 'Archived'))));
      expect(codes).toContain('200.1');
      const { tests, testsCount } = await list(ctx);
      expect([tests.length, testsCount]).toEqual([1, 1]);
    });

    it('archives and imports at once leave the count at what the list shows', async () => {
      const { ctx, testId } = await service.mint({ key: 'js' });
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 2 === 0 ? setStatus(ctx, testId, 'Archived') : run(ctx, { ...smallTest, key: 'js', name: `Edition ${index}` }),
        ),
      );
      const { tests, testsCount } = await list(ctx);
      expect(testsCount).toBe(tests.length);
    });

    it('refuses another status with 400.1', async () => {
      const { ctx, testId } = await service.mint();
      expect((await refusalOf(setStatus(ctx, testId, 'Deleted'))).statuscode).toBe('400.1');
    });

    it('attempts in progress go on when their test is archived', async () => {
      const { ctx, testId } = await service.mint();
      const { candidate } = await service.invite(ctx, testId, 'In progress');
      await value(setStatus(ctx, testId, 'Archived'));
      expect(await value(startAttempt({ candidate }))).toMatchObject({ status: 'In progress' });
    });
  });

  describe('list tests', () => {
    it('api-v2 §4.1, §2.2: shows the fields of a test without sections', async () => {
      const { ctx, testId } = await service.mint();
      const { accessKey } = await get(ctx, testId);
      expect(await list(ctx)).toEqual({
        tests: [{ testId: Number(testId), testName: smallTest.name, accessKey, duration: 60, questions: 4, testStatus: 'Active' }],
        testsCount: 1,
      });
    });

    it('pages newest first, the id breaks ties; testsCount counts all', async () => {
      const ctx = await service.mintAccount();
      const ids: number[] = [];
      for (let count = 0; count < 5; count += 1) {
        ids.unshift(Number(await service.importTest(ctx)));
        if (count % 2 === 1) service.clock.advance(minute);
      }
      const pages = [];
      for (const page_no of ['1', '2', '3', '4']) {
        const { tests, testsCount } = await list(ctx, { page_size: '2', page_no });
        expect(testsCount).toBe(5);
        pages.push(tests.map(({ testId }) => testId));
      }
      expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4), []]);
    });

    it('api-v2 §8: 20 on a page by default, at most 100', async () => {
      const ctx = await service.mintAccount();
      for (let count = 0; count < 21; count += 1) await service.importTest(ctx, secondEdition);
      expect((await list(ctx)).tests).toHaveLength(20);
      expect((await list(ctx, { page_no: '2' })).tests).toHaveLength(1);
      expect((await list(ctx, { page_size: '100' })).tests).toHaveLength(21);
    });

    it.each([
      ['page_size', '0'],
      ['page_size', '101'],
      ['page_size', 'ten'],
      ['page_size', '-1'],
      ['page_size', '1.5'],
      ['page_no', '0'],
      ['page_no', 'one'],
    ])('refuses %s %s with 400.1 naming it', async (name, text) => {
      const ctx = await service.mintAccount();
      const refusal = await refusalOf(listTests({ ctx, input: { query: { [name]: text } } }));
      expect(refusal.statuscode).toBe('400.1');
      expect(refusal.message).toContain(name);
    });

    it("shows nothing of another account's tests", async () => {
      await service.mint();
      expect(await list(await service.mintAccount())).toEqual({ tests: [], testsCount: 0 });
    });
  });

  it('api-v2 §4.2: test details carry the sections, with sectionType as in the sample', async () => {
    const { ctx, testId } = await service.mint();
    expect(await value(getTest({ ctx, input: { testId } }))).toMatchObject({
      testId: Number(testId),
      sections: [
        { sectionName: 'Choices', sectionType: 'General Questions', questions: 2, duration: 30 },
        { sectionName: 'Words and numbers', sectionType: 'General Questions', questions: 2, duration: 0 },
      ],
    });
    const coding = await service.importTest(ctx, secondEdition);
    expect(await value(getTest({ ctx, input: { testId: coding } }))).toMatchObject({ sections: [{ sectionType: 'Coding Questions' }] });
  });
});
