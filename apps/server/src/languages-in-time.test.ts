import { describe, expect, it } from 'vitest';
import { languagesInTime } from './languages-in-time.ts';

type Opening = Parameters<typeof languagesInTime>[0];
type Offers = ReturnType<Awaited<Opening>['offers']>;

const embedded: Offers = [
  { engine: 'embedded', language: 'python', version: '3.11.3', modes: ['stdio'] },
  { engine: 'embedded', language: 'javascript', version: 'QuickJS 0.16, ES2023', modes: ['stdio'] },
  { engine: 'native', language: 'python', version: 'Python 3.12.2', modes: ['stdio'] },
  { engine: 'native', language: 'cpp', version: 'G++ 12.2.0', modes: ['stdio'] },
  { engine: 'native', language: 'java', version: 'Java 17.0.15', modes: ['stdio'] },
];
const opened = async (offers: Offers, settled: Promise<[]> = Promise.resolve([])): Opening => ({
  offers: () => offers,
  tried: Promise.resolve(),
  preferred: Promise.resolve(),
  settled,
  run: async () => ({ runs: [] }),
  metrics: () => {
    throw new Error('not asked');
  },
  close: async () => undefined,
});
const never = new Promise<never>(() => undefined);

describe('the languages of the banner', () => {
  it('are those of the engine that runs them, with the versions that authors write for', async () => {
    expect(await languagesInTime(opened(embedded), { kind: 'auto' })).toBe('Python 3.11, JavaScript, C++, Java 17');
  });

  it('are those that are known, while others are still being tried', async () => {
    const now = embedded.slice(0, 2);
    expect(await languagesInTime(opened(now, never), { kind: 'auto' })).toBe('Python 3.11, JavaScript; others after their self-test');
    expect(await languagesInTime(opened([], never), { kind: 'judge0', url: new URL('https://judge0.example.com') })).toBe(
      'others when their engines are ready',
    );
  });

  it('are none when nothing runs, and a start fails for nothing of it', async () => {
    expect(await languagesInTime(opened([]), { kind: 'none' })).toContain('ASSAY_RUNNER=none');
    expect(await languagesInTime(opened([]), { kind: 'auto' })).toContain('assay-server doctor');
    expect(await languagesInTime(Promise.reject(new Error('no file')), { kind: 'auto' })).toContain('no file');
  });
});
