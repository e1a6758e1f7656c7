import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePrefix, checkBundle, type ReportBundle, readBundle, signedBundle } from '@assay/domain';
import { somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../testing/run-command.ts';
import { useService } from '../testing/service.ts';
import { runAgain } from './run-again.ts';

const file = {
  name: 'Programs',
  duration: 60,
  sections: [
    {
      name: 'Programs',
      questions: [
        {
          kind: 'coding',
          prompt: 'Print one.',
          marks: 4,
          languages: ['javascript'],
          cases: [
            { input: 'a', output: '1' },
            { input: 'b', output: '2' },
          ],
        },
        { kind: 'sql', prompt: 'One.', schema: 'create table t (x int);', data: ['insert into t values (1)'], solution: 'select x from t' },
        {
          kind: 'coding',
          prompt: 'Print one, always.',
          languages: ['javascript'],
          limits: { seconds: 0.1 },
          cases: ['a', 'b', 'c'].map((input) => ({ input, output: '1' })),
          allOrNothing: true,
        },
      ],
    },
  ],
};

describe('the programs of a bundle', () => {
  const service = useService();
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');

  const exported = async (more: Readonly<Record<number, { language: 'javascript'; source: string }>> = {}): Promise<ReportBundle> => {
    const { key } = await service.mint();
    const testId = await service.importTest(key, file);
    const { id, token } = await service.register(key, testId, somebody());
    await service.complete(token, {
      1: { language: 'javascript', source: 'console.log(1)' },
      2: { language: 'sql', source: 'select 1' },
      ...more,
    });
    await service.grade();
    await service.generate();
    const response = await service.send({ method: 'GET', url: `/manage/v1/invitations/${id}/report-bundle`, key });
    const { payload } = response.json() as { payload: string };
    const read = readBundle(Buffer.from(payload, 'base64').toString());
    if (!read.ok) throw new Error(read.error);
    return read.value;
  };
  const withVerdict = (bundle: ReportBundle, verdict: ReportBundle['programs'][number]['cases'][number]['verdict']): ReportBundle => ({
    ...bundle,
    programs: bundle.programs.map((one) =>
      one.questionId === 1 ? { ...one, cases: one.cases.map((each) => ({ ...each, verdict })) } : one,
    ),
  });

  it('get the verdicts that it states when they are run again, and what was forged shows', async () => {
    const bundle = await exported();
    expect(bundle.programs.map(({ engine }) => engine)).toEqual(['embedded', 'embedded']);
    const { runner } = service.assay;
    expect(await runAgain(runner, bundle)).toEqual([
      { questionId: 1, verdicts: ['accepted', 'wrong-answer'], differences: [] },
      { questionId: 2, verdicts: ['accepted'], differences: [] },
    ]);
    expect(await runAgain(runner, withVerdict(bundle, 'accepted'))).toMatchObject([
      { differences: ['question 1, case 2: it states accepted, the program is wrong-answer'] },
      { differences: [] },
    ]);
    // Another machine may be quicker.
    expect(await runAgain(runner, withVerdict(bundle, 'time-limit-exceeded'))).toMatchObject([{ differences: [] }, { differences: [] }]);
    const [first, second] = bundle.programs;
    if (first === undefined || second === undefined) throw new Error('both are graded');
    const elsewhere = {
      ...bundle,
      programs: [
        { ...first, engine: 'native' },
        { ...second, version: '1' },
      ],
    };
    expect(await runAgain(runner, elsewhere)).toMatchObject([
      { skipped: expect.stringMatching(/^it was run by javascript .* of the engine native; here is none$/) },
      { skipped: expect.stringContaining('it was run by sql 1 of the engine embedded; here is ') },
    ]);
  });

  it('leave out what the grading left out: what came after a case over its time, where that loses all marks', async () => {
    const bundle = await exported({ 3: { language: 'javascript', source: 'for (;;);' } });
    const [late, ...left] = bundle.programs[2]?.cases ?? [];
    expect(late).toMatchObject({ verdict: 'time-limit-exceeded', time: { tries: [expect.any(Number)] } });
    expect(late).not.toHaveProperty('leftOut');
    expect(left).toMatchObject(
      ['2', '3'].map((name) => ({ name, verdict: 'time-limit-exceeded', leftOut: true, seconds: 0, time: { tries: [] } })),
    );
    const again = (await runAgain(service.assay.runner, bundle))[2];
    expect(again).toMatchObject({ verdicts: Array(3).fill('time-limit-exceeded'), differences: [] });
    expect(checkBundle(bundle)).toMatchObject({ graded: true, programs: 3, differences: [] });
  });

  it('keep a verdict that the last digit of a fraction decided when they were graded', async () => {
    const bundle = await exported();
    const ofFraction = (program: string): ReportBundle => ({
      ...bundle,
      answers: bundle.answers.map((one) =>
        one.questionId === 1 ? { ...one, answer: { language: 'javascript', source: `console.log(${program})` } } : one,
      ),
      paper: JSON.parse(
        JSON.stringify(bundle.paper).replaceAll('"output":"1"', '"output":"0.3"').replaceAll('"output":"2"', '"output":"0.3"'),
      ),
    });
    const { runner } = service.assay;
    expect(await runAgain(runner, withVerdict(ofFraction('0.1 + 0.2'), 'wrong-answer'))).toMatchObject([{ differences: [] }, {}]);
    expect(await runAgain(runner, withVerdict(ofFraction('0.1 + 0.2'), 'accepted'))).toMatchObject([{ differences: [] }, {}]);
    const [forged] = await runAgain(runner, withVerdict(ofFraction('0.3'), 'wrong-answer'));
    expect(forged).toMatchObject({
      differences: [expect.stringContaining('it states wrong-answer, the program is accepted'), expect.any(String)],
    });
  });

  it('assay-server verify: says whose bundle it is before the verdict, and refuses one of another account', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-verify-'));
    const [keys, path] = [join(folder, 'keys.json'), join(folder, 'bundle.json')];
    const { key, testId } = await service.mint();
    const { id, token } = await service.register(key, testId, somebody());
    await service.complete(token);
    await service.generate();
    const get = async (url: string) => (await service.send({ method: 'GET', url, key })).rawPayload;
    await writeFile(keys, await get('/.well-known/assay-keys.json'));
    await writeFile(path, await get(`/manage/v1/invitations/${id}/report-bundle`));
    const { accountId, name } = JSON.parse((await get('/manage/v1/account')).toString()).result;
    const verify = (account: string) => runCommand({}, 'verify', path, '--keys', keys, '--account', account);
    expect(await verify(String(accountId + 1))).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(`Account +${accountId} ${name}\\n[^]*: NOT verified: it is of account ${accountId}, not of`),
    });
    expect(await verify(`${accountId} ${name}`)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(`^Account +${accountId} ${name}\\nTest +.*\\nCandidate +.*\\n.*: verified: `),
    });
    expect(await verify(name)).toMatchObject({ code: 2 });
  });

  it('assay-server verify: refuses what is not signed, and a command line that is wrong', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-verify-'));
    const keys = join(folder, 'keys.json');
    await writeFile(keys, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }] }));
    const other = join(folder, 'other.json');
    const bytes = Buffer.from('{"version":1,"account":{"accountId":7,"name":"Acme"}}');
    const signature = sign(null, Buffer.concat([Buffer.from(bundlePrefix(bytes.length)), bytes]), privateKey).toString('base64');
    await writeFile(other, signedBundle({ payload: bytes.toString('base64'), keyId: 'k', signature }));
    expect(await runCommand({}, 'verify', other, '--keys', keys)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('NOT verified'),
    });
    expect(await runCommand({}, 'verify', keys, '--keys', keys)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('NOT verified'),
    });
    expect(await runCommand({}, 'verify', other, '--keys', join(folder, 'none'))).toMatchObject({ code: 2 });
    expect(await runCommand({}, 'verify', other, '--keys', other)).toMatchObject({ code: 2 });
    expect(await runCommand({}, 'verify', other)).toMatchObject({ code: 2 });
  });
});
