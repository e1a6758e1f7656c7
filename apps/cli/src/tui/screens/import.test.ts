import type { BulkInviteResult } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { Step } from '../core/screen.ts';
import { callsOf, failed, given, press, succeeded, typed } from '../testing/given.ts';
import { invitation } from '../testing/samples.ts';
import { chunkSize, type ImportState, importScopes, reduceImport, startImport } from './import.ts';

const candidates = Array.from({ length: chunkSize * 2 + 3 }, (_, place) => ({
  line: place + 2,
  emailId: `c${place}@example.com`,
  fullName: `C ${place}`,
  sendEmail: true,
}));
const read = succeeded(
  'readCandidates',
  { path: 'c.csv' },
  { candidates, faults: [{ line: 99, rule: 'emailId: is required' }], unknown: [] },
);
const start = given(reduceImport, startImport(7, 31));
const preview = start.when(typed('c.csv'), press('submit'), read);

const sentIn = (step: Step<ImportState>) => callsOf(step.effects).flatMap((call) => (call.op === 'inviteCandidates' ? [call.input] : []));

const resultOf = (amount: number, refuse = -1): BulkInviteResult => ({
  results: Array.from({ length: amount }, (_, index) => ({
    index,
    ok: index !== refuse,
    invitation: index === refuse ? null : invitation({ testInvitationId: 600 + index }),
    email: null,
    error: index === refuse ? 'is in progress' : null,
  })),
});

/** Responds to the chunk that a step sent. */
const answerChunk = (step: Step<ImportState>, refuse = -1): Step<ImportState> => {
  const [input] = sentIn(step);
  if (input === undefined) throw new Error('nothing was sent');
  return given(reduceImport, step).when(succeeded('inviteCandidates', input, resultOf(input.candidates.length, refuse)));
};

describe('registering from a CSV file', () => {
  it('given a preview, nothing is sent before it is confirmed', () => {
    const prompted = given(reduceImport, preview).when(press('send'));
    expect(prompted.effects).toEqual([]);
    expect(prompted.state.dialog).toMatchObject({
      title: 'Register 53 candidates?',
      lines: [expect.stringMatching(/email/), expect.stringMatching(/1 line/)],
    });
  });

  it('rows go in chunks, each with a result, until all are sent', () => {
    let step = given(reduceImport, preview).when(press('send'), press('yes'));
    const sizes: number[] = [];
    while (step.state.stage === 'sending') {
      sizes.push(sentIn(step)[0]?.candidates.length ?? 0);
      step = answerChunk(step, 1);
    }
    expect(sizes).toEqual([25, 25, 3]);
    expect(step.state.stage).toBe('done');
    expect(step.state.results.map(({ error }) => error).filter((error) => error !== null)).toHaveLength(3);
    expect(step.state.results).toHaveLength(candidates.length);
  });

  it('the test link of the screen is used for rows that name none', () => {
    const [input] = sentIn(given(reduceImport, preview).when(press('mail'), press('send'), press('yes')));
    expect(input?.candidates[0]).toEqual({ emailId: 'c0@example.com', fullName: 'C 0', testLinkId: 31, sendEmail: false });
  });

  it('given a failure in between, sent rows stay sent and the rest can be sent later', () => {
    const second = answerChunk(given(reduceImport, preview).when(press('send'), press('yes')));
    const [input] = sentIn(second);
    if (input === undefined) throw new Error('nothing was sent');
    const broken = given(reduceImport, second).when(failed('inviteCandidates', input));
    expect(broken.state).toMatchObject({ stage: 'preview', fault: { op: 'inviteCandidates' } });
    const again = given(reduceImport, broken).when(press('send'), press('yes'));
    expect(sentIn(again)[0]?.candidates[0]?.emailId).toBe(`c${chunkSize}@example.com`);
  });

  it('while rows are sent the only command is stop, after the current request', () => {
    const sending = given(reduceImport, preview).when(press('send'), press('yes'));
    expect(importScopes(sending.state)).toEqual(['sending', 'list']);
    const stopping = given(reduceImport, sending).when(press('stop'));
    const stopped = answerChunk({ state: stopping.state, effects: sending.effects });
    expect(stopped.state).toMatchObject({ stage: 'preview', stopping: false });
    expect(sentIn(stopped)).toEqual([]);
  });
});
