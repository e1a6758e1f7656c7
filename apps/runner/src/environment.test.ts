import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

const right = { ASSAY_URL: 'https://assay.example.com', ASSAY_RUNNER_KEY: 'key' };

test('a URL and a key are enough', () => {
  expect(readEnvironment(right)).toEqual({ url: new URL(right.ASSAY_URL), key: 'key', setting: { kind: 'auto' }, logLevel: 'info' });
});

test('everything that is wrong is said at once', () => {
  const { wrong } = { wrong: [], ...readEnvironment({ ASSAY_URL: 'assay.example.com', ASSAY_RUNNER: 'docker', ASSAY_LOG_LEVEL: 'loud' }) };
  expect(wrong.map((line) => line.split(' ')[0])).toEqual(['ASSAY_URL', 'ASSAY_RUNNER_KEY', 'ASSAY_RUNNER', 'ASSAY_LOG_LEVEL']);
});

test('a runner runs programs itself: it hands nothing on to another service', () => {
  expect(readEnvironment({ ...right, ASSAY_RUNNER: 'judge0+https://host' })).toHaveProperty('wrong');
  expect(readEnvironment({ ...right, ASSAY_RUNNER: 'https://host' })).toHaveProperty('wrong');
  expect(readEnvironment({ ...right, ASSAY_RUNNER: 'none' })).toHaveProperty('wrong');
});
