import type { CodeSubmission } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { minute } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import { recordEdits } from '../attempt/record-edits.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { exportReportPdf } from '../report/export-report.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { exportSubmissionsPdf } from './export-submissions.ts';
import { listSubmissions } from './list-submissions.ts';

const sections = [
  {
    name: 'Programs',
    type: 'Coding Questions',
    questions: [
      {
        kind: 'coding',
        prompt: '# Print the sum.\n\nOf two numbers.',
        marks: 10,
        languages: ['javascript'],
        cases: [
          { input: '1 2', output: '3', sample: true },
          { name: 'large', input: '2 2', output: '4', weight: 3 },
        ],
      },
      { kind: 'text', prompt: 'Capital of France?', answers: ['Paris'] },
      { kind: 'sql', prompt: 'One.', marks: 2, schema: 'create table t (x int);', data: [''], solution: 'select 1' },
      { kind: 'coding', prompt: 'Print nothing.', languages: ['javascript'], cases: [{ output: '' }] },
    ],
  },
];
const partly = { language: 'javascript', source: 'console.log(3)' } as const;
const noFigures = { edits: 0, typed: 0, pasted: 0, pastes: 0, firstAt: null, lastAt: null };

describe.each(testDialects)('the programs of an invitation, on %s', (engine) => {
  const service = useService(engine);
  let test: Awaited<ReturnType<typeof service.mint>>;
  beforeAll(async () => {
    test = await service.mint({ sections });
  });
  const list = (ctx: Context, testInvitationId: string, query: Record<string, string> = {}) =>
    value(listSubmissions({ ctx, input: { testInvitationId, query } }));
  const begin = async () => {
    const { id, candidate } = await service.invite(test.ctx, test.testId, 'In progress');
    await service.answer(candidate, { 1: partly, 3: { language: 'sql', source: 'select 1' } });
    return { id, candidate };
  };

  it('are shown with the verdict of each case, and marks once the report is generated', async () => {
    const { ctx } = test;
    const { id, candidate } = await begin();
    const startedAt = service.clock.now;
    service.clock.advance(5 * minute);
    const change = [{ from: 0, removed: 0, inserted: 'ab' }];
    const typed = { questionId: 1, language: 'javascript', change };
    const edits = [
      { ...typed, at: 1_000 },
      { ...typed, at: 60_000, pasted: 2 },
    ];
    await value(recordEdits({ candidate, input: { body: { batch: 1, edits } } }));
    expect(await list(ctx, id)).toMatchObject({ attempt: 1, submissions: [], nextCursor: null });
    await value(submitAttempt({ candidate }));
    const [waiting] = (await list(ctx, id)).submissions;
    expect(waiting).toMatchObject({
      status: 'waiting',
      ...partly,
      cases: [],
      score: null,
      rounds: [{ round: 1, gradedAt: null, verdicts: {} }],
    });
    await service.grade();
    const [graded] = (await list(ctx, id)).submissions;
    expect(graded).toMatchObject({ status: 'graded', score: null, outcome: null });
    await service.generate();
    const { submissions } = await list(ctx, id);
    expect(submissions).toHaveLength(3);
    const [sum, sql, blank] = submissions as [CodeSubmission, CodeSubmission, CodeSubmission];
    expect(sum).toEqual({
      questionId: 1,
      prompt: '# Print the sum.',
      status: 'graded',
      ...partly,
      engine: 'embedded',
      version: expect.any(String),
      limits: expect.objectContaining({ seconds: expect.any(Number) }),
      cases: [
        {
          name: '1',
          verdict: 'accepted',
          seconds: expect.any(Number),
          memory: expect.toSatisfy((one) => one === null || one > 0),
          weight: 1,
          sample: true,
        },
        {
          name: 'large',
          verdict: 'wrong-answer',
          seconds: expect.any(Number),
          memory: expect.toSatisfy((one) => one === null || one > 0),
          weight: 3,
          sample: false,
          difference: expect.objectContaining({ expected: '4', actual: '3' }),
        },
      ],
      marks: 10,
      score: 2.5,
      outcome: 'partial',
      rounds: [{ round: 1, testVersion: 1, gradedAt: expect.any(String), verdicts: { accepted: 1, 'wrong-answer': 1 } }],
      typing: {
        edits: 2,
        typed: 2,
        pasted: 2,
        pastes: 1,
        firstAt: new Date(startedAt + 1_000).toISOString(),
        lastAt: new Date(startedAt + 60_000).toISOString(),
      },
    });
    expect(sql).toMatchObject({
      questionId: 3,
      language: 'sql',
      score: 2,
      cases: [{ name: '1', verdict: 'accepted', weight: 1, sample: false }],
    });
    const report = await value(exportReportPdf({ ctx, input: { testInvitationId: id } }));
    expect(report.sections[0]?.questions.map(({ program }) => program)).toEqual([
      { language: 'javascript', accepted: 1, cases: 2 },
      undefined,
      { language: 'sql', accepted: 1, cases: 1 },
      undefined,
    ]);
    // Who has the URL of a report reads it, without a key.
    expect(JSON.stringify(report)).not.toContain(partly.source);
    expect(blank).toMatchObject({
      questionId: 4,
      status: 'blank',
      language: null,
      source: null,
      cases: [],
      score: 0,
      outcome: 'blank',
      rounds: [],
      typing: noFigures,
    });
  });

  it('come in pages, and those of an attempt that was reset are gone', async () => {
    const { ctx } = test;
    const { id, candidate } = await begin();
    await value(submitAttempt({ candidate }));
    const first = await list(ctx, id, { limit: '2' });
    expect(first).toMatchObject({ submissions: [{ questionId: 1 }, { questionId: 3 }], nextCursor: '3' });
    expect(await list(ctx, id, { limit: '2', cursor: '3' })).toMatchObject({ submissions: [{ questionId: 4 }], nextCursor: null });
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    expect((await list(ctx, id)).submissions).toEqual([]);
  });

  it('are those of the PDF, graded or not, and of a completed attempt only', async () => {
    const { ctx } = test;
    const { id, candidate } = await begin();
    const pdf = () => exportSubmissionsPdf({ ctx, input: { testInvitationId: id } });
    const shown = async () => {
      const { submissions, ...facts } = await value(pdf());
      const all: CodeSubmission[] = [];
      for await (const one of submissions()) all.push(one);
      return { ...facts, submissions: all };
    };
    const running = await refusalOf(pdf());
    expect(running).toEqual(await refusalOf(exportReportPdf({ ctx, input: { testInvitationId: id } })));
    expect(running).toMatchObject({ code: 'resource.conflict', message: 'There is no report yet: the invitation is In progress' });
    await value(submitAttempt({ candidate }));
    const waiting = await shown();
    expect(waiting).toMatchObject({ testInvitationId: Number(id), attempt: 1, completedBy: 'candidate', questions: 3 });
    expect(waiting.submissions.map(({ status }) => status)).toEqual(['waiting', 'waiting', 'blank']);
    await service.grade();
    await service.generate();
    expect((await shown()).submissions).toEqual((await list(ctx, id)).submissions);
  });
});
