import type { BulkInviteResult } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { listKeys } from '../core/key-sets.ts';
import type { Step } from '../core/screen.ts';
import type { CandidateFile } from '../services/files.ts';
import { callsOf, failed, noticesOf, opened, press, succeeded, typed } from '../testing/given.ts';
import { candidateFile, invitation } from '../testing/samples.ts';
import { chunkSize, type ImportState, importScreen, importTally } from './import.tsx';

const candidates = Array.from({ length: chunkSize * 2 + 3 }, (_, place) => ({
  line: place + 2,
  emailId: `c${place}@example.com`,
  fullName: `C ${place}`,
  sendEmail: true,
}));
const file = candidateFile({
  candidates,
  faults: [{ line: 99, rule: 'emailId: is required' }],
  foreseen: candidates.map(() => ({ outcome: 'invited', error: null })),
});
const read = (over: Partial<CandidateFile> = {}) =>
  succeeded('readCandidates', { path: 'c.csv', testId: 7, testLinkId: 31 }, { ...file, ...over });
const start = opened(importScreen, { testId: 7, testLinkId: 31 });
const commandsIn = (state: ImportState): string[] => importScreen.active(state).flatMap(({ rows }) => Object.keys(rows));
const reading = [typed('c.csv'), press('submit')];
const preview = start.when(...reading, read());

const sentIn = (step: Step<ImportState>) => callsOf(step.effects).flatMap((call) => (call.op === 'inviteCandidates' ? [call.input] : []));

const resultOf = (amount: number, refuse = -1): BulkInviteResult => ({
  results: Array.from({ length: amount }, (_, index) => ({
    index,
    ok: index !== refuse,
    outcome: index === refuse ? ('invalid' as const) : ('invited' as const),
    finished: false,
    invitation: index === refuse ? null : invitation({ testInvitationId: 600 + index }),
    email: null,
    error: index === refuse ? 'is in progress' : null,
  })),
});

/** Responds to the chunk that a step sent. */
const answerChunk = (step: typeof start, refuse = -1): typeof start => {
  const [input] = sentIn(step);
  if (input === undefined) throw new Error('nothing was sent');
  return step.when(succeeded('inviteCandidates', input, resultOf(input.candidates.length, refuse)));
};

describe('registering from a CSV file', () => {
  it('given a preview, nothing is sent before it is confirmed', () => {
    const prompted = preview.when(press('send'));
    expect(prompted.effects).toEqual([]);
    expect(prompted.state.dialog).toMatchObject({
      title: 'Register 53 candidates?',
      lines: [expect.stringMatching(/email/), expect.stringMatching(/1 line/)],
    });
  });

  it('rows go in chunks, each with a result, until all are sent', () => {
    let step = preview.when(press('send'), press('yes'));
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

  it('the file is looked up with the test link of the screen', () => {
    expect(callsOf(start.when(...reading).effects)).toEqual([
      { type: 'call', op: 'readCandidates', input: { path: 'c.csv', testId: 7, testLinkId: 31 } },
    ]);
  });

  it('nobody who is invited already is mailed again, and nobody cancelled is revived', () => {
    const [input] = sentIn(preview.when(press('mail'), press('send'), press('yes')));
    expect(input?.candidates[0]).toEqual({
      emailId: 'c0@example.com',
      fullName: 'C 0',
      sendEmail: false,
      revive: false,
      again: false,
    });
  });

  it('the question counts who is new, and says who is left as they are', () => {
    const foreseen = candidates.map((_, place) => ({
      outcome: place === 0 ? ('invited' as const) : place === 1 ? ('cancelled' as const) : ('already-invited' as const),
      error: null,
    }));
    const mixed = start.when(...reading, read({ foreseen }));
    expect(mixed.when(press('send')).state.dialog).toMatchObject({
      title: 'Register 1 candidate?',
      lines: expect.arrayContaining(['51 candidates are invited already: nothing is sent.', '1 candidate is cancelled and will stay so.']),
    });
    const reviving = mixed.when(press('revive'), press('send'));
    expect(reviving.state.dialog).toMatchObject({ title: 'Register 2 candidates?' });
    expect(sentIn(reviving.when(press('yes')))[0]?.candidates[0]).toMatchObject({ revive: true, again: false });
    expect(importTally(reviving.state)).toMatchObject({ invited: 1, revived: 1, cancelled: 0, 'already-invited': 51, invalid: 1 });
    const all = candidates.map(() => ({ outcome: 'already-invited' as const, error: null }));
    const nobody = start.when(...reading, read({ foreseen: all }), press('send'));
    expect([nobody.state.dialog, noticesOf(nobody.effects)]).toEqual([null, ['There is nobody left to register.']]);
  });

  it('faulty rows can be written to a file: those of the file and those that the server refuses', () => {
    const foreseen = candidates.map((_, place) =>
      place === 0 ? { outcome: 'invalid' as const, error: 'No test link 9' } : { outcome: 'invited' as const, error: null },
    );
    const step = start.when(...reading, read({ foreseen }), press('faulty'));
    expect(commandsIn(step.state)).toContain('faulty');
    const faults = [
      { line: 2, rule: 'No test link 9' },
      { line: 99, rule: 'emailId: is required' },
    ];
    expect(callsOf(step.effects)).toEqual([{ type: 'call', op: 'writeFaulty', input: { path: 'c.csv', cells: file.cells, faults } }]);
    expect(commandsIn(start.when(...reading, read({ faults: [] })).state)).not.toContain('faulty');
  });

  it('given a failure in between, sent rows stay sent and the rest can be sent later', () => {
    const second = answerChunk(preview.when(press('send'), press('yes')));
    const [input] = sentIn(second);
    if (input === undefined) throw new Error('nothing was sent');
    const broken = second.when(failed('inviteCandidates', input));
    expect(broken.state).toMatchObject({ stage: 'preview', fault: { op: 'inviteCandidates' } });
    const again = broken.when(press('send'), press('yes'));
    expect(sentIn(again)[0]?.candidates[0]?.emailId).toBe(`c${chunkSize}@example.com`);
  });

  it('while rows are sent the only command is stop, after the current request', () => {
    const sending = preview.when(press('send'), press('yes'));
    expect(commandsIn(sending.state)).toEqual(['stop', ...Object.keys(listKeys.rows)]);
    const stopping = sending.when(press('stop'));
    // The second Ctrl-C quits.
    expect(importScreen.active(stopping.state)).toEqual([listKeys]);
    const stopped = answerChunk({ ...stopping, effects: sending.effects });
    expect(stopped.state).toMatchObject({ stage: 'preview', stopping: false });
    expect(sentIn(stopped)).toEqual([]);
  });
});
