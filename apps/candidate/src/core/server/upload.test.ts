import type { FileAnswer } from '@assay/domain/take';
import { expect, it, vi } from 'vitest';
import type { Outcome } from './http.ts';
import { startUpload, type Upload } from './upload.ts';

const file = { name: 'Plan.txt', size: 24 } as File;
const stored: FileAnswer = { fileId: 'a', name: 'Plan.txt', type: 'text', bytes: 24, sha256: '0'.repeat(64) };

/** An upload whose tries end as `outcomes` say, one after the other. Timers run when `pass` is called. */
const begin = (outcomes: readonly Outcome<FileAnswer>[]) => {
  const [seen, done]: [Upload[], FileAnswer[]] = [[], []];
  const waits: number[] = [];
  let timer: (() => void) | undefined;
  const left = [...outcomes];
  const upload = startUpload(
    { url: () => '/files/1', file, onChange: (one) => seen.push(one), onDone: (answer) => done.push(answer) },
    {
      send: async () => left.shift() ?? { type: 'unreachable' },
      random: () => 1,
      setTimeout: (run, ms) => {
        timer = run;
        return waits.push(ms);
      },
      clearTimeout: () => {
        timer = undefined;
      },
    },
  );
  const last = () => seen.at(-1);
  const waiting = () => vi.waitFor(() => expect(last()).toMatchObject({ state: 'waiting' }));
  return { upload, seen, done, waits, last, waiting, pass: () => timer?.() };
};

it('waits for the network when no response came', async () => {
  const { last, waiting } = begin([{ type: 'unreachable' }]);
  await waiting();
  expect(last()).toEqual({ state: 'waiting', name: 'Plan.txt', reason: 'offline' });
});

it.each([429, 503])('waits as long as a busy server asks for, and says that it is busy: %i', async (status) => {
  const { last, waiting, waits, pass, done } = begin([
    { type: 'unreachable', status, retryAfterMs: 7_000 },
    { type: 'ok', value: stored },
  ]);
  await waiting();
  expect(last()).toEqual({ state: 'waiting', name: 'Plan.txt', reason: 'busy' });
  expect(waits).toEqual([7_000]);
  pass();
  await vi.waitFor(() => expect(done).toEqual([stored]));
});

it('is sent at once when it is asked for again, and not a second time when the time is over', async () => {
  const { upload, waiting, seen, pass, done } = begin([{ type: 'unreachable' }, { type: 'ok', value: stored }]);
  await waiting();
  upload.again();
  upload.again();
  pass();
  await vi.waitFor(() => expect(done).toEqual([stored]));
  expect(seen.map(({ state }) => state)).toEqual(['sending', 'waiting', 'sending']);
});

it.each([
  ['body.too-large', 'large'],
  ['media-type.unsupported', 'type'],
  ['resource.conflict', 'full'],
  ['take.deadline-passed', 'refused'],
] as const)('is not sent again after %s', async (code, fault) => {
  const { last, waits } = begin([{ type: 'refused', code, message: '' }]);
  await vi.waitFor(() => expect(last()).toEqual({ state: 'refused', name: 'Plan.txt', size: 24, fault }));
  expect(waits).toEqual([]);
});

it('tells nothing more once it is stopped', async () => {
  const { upload, seen, done } = begin([{ type: 'ok', value: stored }]);
  upload.stop();
  await Promise.resolve();
  expect([seen.length, done]).toEqual([1, []]);
});
