import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CodeSubmission } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { Routes } from '../../testing/routed-fetch.ts';
import { runCli } from '../../testing/run-cli.ts';
import { codeSubmission } from '../../testing/submissions.ts';

const routes = (submissions: readonly CodeSubmission[]): Routes => ({
  'GET /manage/v1/invitations/12/submissions': () => ({ testInvitationId: 12, attempt: 1, submissions, nextCursor: null }),
});

describe('assay report code', () => {
  it('prints each program with its verdicts, what differs, and numbered lines', async () => {
    const { code, out } = await runCli(['report', 'code', '12'], { routes: routes([codeSubmission()]) });
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'Question 1: Print the sum.',
        'Language  python 3.11.3 (embedded)',
        'Status    1 of 2 cases accepted',
        'Marks     2.5 of 10',
        'Limits    1 s and 128 MB for each case',
        'Typed     3 edits, 20 characters typed, 7 pasted in 1 paste',
        'Earlier   round 1, version 1: 2 wrong-answer',
        '',
        'CASE   VERDICT       SECONDS  MB  WEIGHT  DIFFERENCE',
        '1      accepted        0.010  12       1',
        'large  wrong-answer    0.020   -       3  token 1 in line 1: "4" is expected, not "3"',
        '',
        '1  # Adds <U+001B>[31m two numbers',
        '2  print(3)',
        '',
      ].join('\n'),
    );
  });

  it('says of a case over its time that the program was waiting', async () => {
    const waited = { name: '1', verdict: 'time-limit-exceeded', waited: true, seconds: 0.01, memory: 12, weight: 1, sample: true } as const;
    const { out } = await runCli(['report', 'code', '12'], { routes: routes([codeSubmission({ cases: [waited] })]) });
    expect(out).toMatch(/^1 +time-limit-exceeded +0\.010 +12 +1 +waiting, not computing, when its time was over$/m);
  });

  it('says of a case that was left out that it was not run, and why', async () => {
    const late = { name: '1', verdict: 'time-limit-exceeded', seconds: 1.15, memory: 12, weight: 1, sample: true } as const;
    const left = { ...late, name: '2', seconds: 0, memory: null, leftOut: true } as const;
    const first = { round: 1, testVersion: 1, gradedAt: null, verdicts: { 'time-limit-exceeded': 1 }, leftOut: 1 };
    const one = codeSubmission({ cases: [late, left], rounds: [first, { ...first, round: 2 }] });
    const { out } = await runCli(['report', 'code', '12'], { routes: routes([one]) });
    expect(out).toMatch(/^Status +0 of 2 cases accepted, 1 not run: all marks were lost by a case over its time$/m);
    expect(out).toMatch(/^Earlier +round 1, version 1: 1 time-limit-exceeded, 1 not run$/m);
    expect(out).toMatch(/^2 +not run +- +- +1 +all marks were lost by a case over its time$/m);
  });

  it('highlights in a terminal only', async () => {
    const { out } = await runCli(['report', 'code', '12'], { routes: routes([codeSubmission()]), answers: [] });
    expect(out).toContain('\u001b[2m# Adds');
  });

  it('of one question, as JSON too', async () => {
    const given = routes([codeSubmission({ questionId: 3 })]);
    const { out, requests } = await runCli(['report', 'code', '12', '--question', '3', '--json'], { routes: given });
    expect(JSON.parse(out)).toMatchObject({ testInvitationId: 12, submissions: [{ questionId: 3, source: expect.any(String) }] });
    expect(requests.map(({ query }) => query)).toEqual([{ limit: '1', cursor: '2' }]);
    const other = await runCli(['report', 'code', '12', '--question', '2'], { routes: given });
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('no program to question 2') });
  });

  it('says that there are none, and that an answer is blank or waits', async () => {
    expect((await runCli(['report', 'code', '12'], { routes: routes([]) })).out).toMatch(/^No programs: /);
    const blank = codeSubmission({ status: 'blank', language: null, source: null, cases: [], rounds: [] });
    expect((await runCli(['report', 'code', '12'], { routes: routes([blank]) })).out).toBe('Question 1: Print the sum.\nNo answer.\n');
    const waiting = codeSubmission({ status: 'waiting', cases: [], rounds: [], score: null });
    const { out } = await runCli(['report', 'code', '12'], { routes: routes([waiting]) });
    expect(out).toContain('waiting to be graded');
    expect(out).toContain('none yet, of 10');
  });

  it('saves a PDF of all of them with --pdf, and says which options do not go together', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'assay-code-'));
    const file = join(directory, 'ana.pdf');
    const given: Routes = {
      'GET /manage/v1/invitations/12/submissions.pdf': () => new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }),
    };
    const saved = await runCli(['report', 'code', '12', '--pdf', '--output', file], { routes: given });
    expect(saved).toMatchObject({ code: 0, out: `${file}: 1 KiB\n` });
    expect(await readFile(file, 'utf8')).toBe('%PDF-1.7');
    await rm(directory, { recursive: true });
    for (const options of [
      ['--output', file],
      ['--pdf', '--question', '3'],
    ])
      expect(await runCli(['report', 'code', '12', ...options], { routes: given })).toMatchObject({ code: 2, requests: [] });
  });
});
