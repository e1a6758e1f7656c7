import { createPublicKey, verify } from 'node:crypto';
import { bundlePrefix, checkBundle, gradeBundle, graderVersion, otherAccount, type ReportBundle, readBundle } from '@assay/domain';
import { reports } from '@assay/store';
import { minute, mixedAnswers, mixedScore, rightAnswers, second, totalScore } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { updateAccountSettings } from '../account/account-settings.ts';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import { recordEvents } from '../attempt/record-events.ts';
import { addRegrades, regradeTest } from '../grading/regrade-test.ts';
import { gradeReview } from '../review/grade-review.ts';
import { listReviews } from '../review/read-reviews.ts';
import type { Assay, Context } from '../support/context.ts';
import { bundleKey } from '../support/signing-key.ts';
import { TestVersions } from '../support/test-versions.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { printingRunner } from '../testing/printing-runner.ts';
import { statuses, useService } from '../testing/service.ts';
import { exportReportBundle } from './export-bundle.ts';

const program = { language: 'python', source: 'print(1)' } as const;
const fileOf = (output: string) => ({
  key: 'one',
  sections: [
    {
      name: 'Programs',
      questions: [
        {
          kind: 'coding',
          prompt: 'Print one.',
          marks: 10,
          languages: ['python'],
          starter: { python: '# Begin here.' },
          cases: [
            { input: 'a', output: '1' },
            { input: 'b', output, weight: 3 },
          ],
        },
        { kind: 'text', prompt: 'Capital of France?', answer: 'Paris' },
      ],
    },
  ],
});

describe('the bundle of a report', () => {
  const service = useService();
  const assay = (): Assay => ({ ...service.assay, testVersions: new TestVersions(), runner: printingRunner });
  const bundleOf = async (ctx: Context, testInvitationId: string): Promise<ReportBundle> => {
    const file = Buffer.concat((await value(exportReportBundle({ ctx, input: { testInvitationId } }))).file).toString();
    const { payload, signatures } = JSON.parse(file) as { payload: string; signatures: { keyid: string; sig: string }[] };
    const bytes = Buffer.from(payload, 'base64');
    const [{ keyid, sig } = { keyid: '', sig: '' }] = signatures;
    const { kid, x } = bundleKey(service.assay.secret);
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    expect(keyid).toBe(kid);
    const signed = Buffer.concat([Buffer.from(bundlePrefix(bytes.length)), bytes]);
    expect(verify(null, signed, key, Buffer.from(sig, 'base64'))).toBe(true);
    const read = readBundle(bytes.toString());
    if (!read.ok) throw new Error(read.error);
    return read.value;
  };
  const expectSound = (bundle: ReportBundle, score: string): void => {
    expect(bundle.result.figures.score).toBe(score);
    expect(checkBundle(bundle)).toMatchObject({ graded: true, differences: [] });
    expect(gradeBundle(bundle)).toEqual(bundle.result);
  };

  it('holds paper, answers and result, so that grading gives the same score again', async () => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId, 'In progress');
    await service.answer(candidate, mixedAnswers);
    const left = { events: [{ eventId: 'e1', type: 'left', at: service.clock.now }] };
    service.clock.advance(5 * second);
    await value(recordEvents({ candidate, input: { body: left } }));
    service.clock.advance(minute);
    await value(submitAttempt({ candidate }));
    await service.generate();
    const bundle = await bundleOf(ctx, id);
    expectSound(bundle, mixedScore);
    expect(bundle).toMatchObject({
      version: 1,
      grader: graderVersion,
      server: service.assay.publicUrl,
      account: { accountId: ctx.accountId, name: expect.any(String) },
      testInvitationId: Number(id),
      attempt: 1,
      test: { testId: Number(testId), version: 1 },
      completedBy: 'candidate',
      result: { figures: { wv: 1 } },
    });
    expect(bundle.answers.map(({ questionId }) => questionId)).toEqual([1, 2, 3, 4]);
  });

  it('names the account that made it, also where another has the same test and name, and the name of the export', async () => {
    const accountOf = async (name: string) => {
      const { ctx, testId } = await service.mint();
      await value(updateAccountSettings({ ctx, input: { body: { name } } }));
      const { id, candidate } = await service.invite(ctx, testId);
      await service.complete(candidate, rightAnswers);
      await service.generate();
      return { ctx, id };
    };
    const [first, second] = [await accountOf('Acme Hiring'), await accountOf('Acme Hiring')];
    const [{ account }, other] = [await bundleOf(first.ctx, first.id), await bundleOf(second.ctx, second.id)];
    expect(account).toEqual({ accountId: first.ctx.accountId, name: 'Acme Hiring' });
    expect(otherAccount(other.account, account)).toContain('not of account');
    await value(updateAccountSettings({ ctx: first.ctx, input: { body: { name: 'Acme Group' } } }));
    expect((await bundleOf(first.ctx, first.id)).account).toEqual({ ...account, name: 'Acme Group' });
  });

  it('holds the verdicts of programs, and after a regrade the cases that were run last', async () => {
    const { ctx, testId } = await service.mint(fileOf('2'));
    const { id, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate, { 1: program, 2: 'Paris' });
    await service.generate();
    const refused = async () => (await refusalOf(exportReportBundle({ ctx, input: { testInvitationId: id } }))).statuscode;
    expect(await refused()).toBe('409.1');
    await service.grade(assay());
    await service.generate();
    const before = await bundleOf(ctx, id);
    expectSound(before, '3.5');
    expect(before.programs).toMatchObject([
      { questionId: 1, testVersion: 1, engine: 'embedded', cases: [{ verdict: 'accepted' }, { verdict: 'wrong-answer' }] },
    ]);
    expect(JSON.stringify(before)).not.toContain('Begin here');
    await service.importTest(ctx, fileOf('1'));
    await value(regradeTest({ ctx, input: { testId, body: {} } }));
    while ((await addRegrades({ assay: assay() })) > 0);
    expect(await refused()).toBe('409.1');
    await service.grade(assay());
    const after = await bundleOf(ctx, id);
    expectSound(after, '11');
    expect(after).toMatchObject({ test: { version: 1 }, programs: [{ testVersion: 2 }] });
    expect(JSON.stringify(after.paper)).toContain('"input":"b","output":"1"');
  });

  it('names the version whose keys graded it after a regrade, and grades a void question as that version says', async () => {
    const fileWith = (more: object) => ({
      key: 'void',
      sections: [{ name: 'One', questions: [{ kind: 'text', prompt: 'Capital of France?', marks: 3, answer: 'Paris', ...more }] }],
    });
    const { ctx, testId } = await service.mint(fileWith({}));
    const { id, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate, { 1: 'Lutetia' });
    await service.generate();
    const first = await bundleOf(ctx, id);
    expectSound(first, '0');
    expect(first.test).not.toHaveProperty('keyVersion');
    for (const [change, score] of [
      [{ answer: 'Lutetia' }, '3'],
      [{ void: 'not-counted' }, '0'],
    ] as const) {
      await service.importTest(ctx, fileWith(change));
      await value(regradeTest({ ctx, input: { testId, body: {} } }));
      while ((await addRegrades({ assay: assay() })) > 0);
      expectSound(await bundleOf(ctx, id), score);
    }
    expect(await bundleOf(ctx, id)).toMatchObject({ test: { version: 1, keyVersion: 3 }, result: { figures: { totalScore: '0' } } });
  });

  it('holds what people graded an essay with, also after a correction, and whether the test is passed', async () => {
    const levels = [0, 2, 4].map((marks) => ({ marks, text: `For ${marks}` }));
    const questions = [{ kind: 'essay', prompt: 'Why?', rubric: [{ criterion: 'Argument', levels }] }];
    const { ctx, testId } = await service.mint({ passPercent: 60, sections: [{ name: 'Essays', questions }] });
    const { id, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate, { 1: 'Because.' });
    await service.generate();
    expect((await refusalOf(exportReportBundle({ ctx, input: { testInvitationId: id } }))).statuscode).toBe('409.1');
    const [review] = (await value(listReviews({ ctx, input: { query: {} } }))).reviews;
    const grade = (body: object) => value(gradeReview({ ctx, input: { reviewId: String(review?.reviewId), body } }));
    await grade({ marks: [4] });
    await service.generate();
    const passed = await bundleOf(ctx, id);
    expectSound(passed, '4');
    expect(passed).toMatchObject({ reviews: [{ questionId: 1, score: '4' }], result: { figures: { testResult: 'Pass' } } });
    await grade({ marks: [2], reason: 'Read again' });
    const failed = await bundleOf(ctx, id);
    expectSound(failed, '2');
    expect(failed).toMatchObject({ reviews: [{ questionId: 1, score: '2' }], result: { figures: { testResult: 'Fail' } } });
  });

  it.each(statuses)('%s: is refused until the report is generated', async (status) => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId, status);
    expect((await refusalOf(exportReportBundle({ ctx, input: { testInvitationId: id } }))).statuscode).toBe('409.1');
    await service.generate();
    if (status === 'Completed') expectSound(await bundleOf(ctx, id), totalScore);
  });

  it('is not signed when the stored score is not what its answers give', async () => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate, rightAnswers);
    await service.generate();
    await service.assay.store.write(async (tx) => {
      const report = await reports.find(tx, { accountId: ctx.accountId, invitationId: Number(id), attempt: 1 });
      if (report?.figures == null) throw new Error('the report is not generated');
      await reports.update(tx, report, { figures: { ...report.figures, score: '1000' } });
    });
    const refusal = await refusalOf(exportReportBundle({ ctx, input: { testInvitationId: id } }));
    expect(refusal).toMatchObject({ statuscode: '409.1', message: expect.stringContaining('not signed') });
  });
});
