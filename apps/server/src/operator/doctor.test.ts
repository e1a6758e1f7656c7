import { describe, expect, it } from 'vitest';
import { describeEngine } from './doctor.ts';

const checks = [
  { name: 'python: reads a file', passed: true, detail: 'runtime-error' },
  { name: 'python: forks', passed: false, detail: 'ended' },
];
const offers = [{ engine: 'embedded', language: 'python', version: '3.11.3', modes: ['stdio', 'harness'] } as const];

describe('what the doctor says of an engine', () => {
  it('is what it offers, how many checks passed, and which failed', () => {
    const state = { engine: 'embedded', offers, refusal: null, checks, warnings: [] };
    expect(describeEngine(state, false).split('\n')).toEqual([
      'embedded',
      '  LANGUAGE  VERSION  QUESTIONS',
      '  python    3.11.3   stdio, harness',
      '  1 of 2 checks failed:',
      '    FAIL  python: forks: ended',
    ]);
    expect(describeEngine(state, true)).toContain('    ok    python: reads a file: runtime-error');
    expect(describeEngine({ ...state, checks: checks.slice(0, 1) }, false)).toContain('  1 checks passed (--verbose lists them)');
  });

  it('is why it offers nothing, and what is weaker than it could be', () => {
    const state = { engine: 'native', offers: [], refusal: 'bubblewrap (bwrap) is not installed', checks: [], warnings: ['no groups'] };
    expect(describeEngine(state, false)).toBe('native\n  offers nothing: bubblewrap (bwrap) is not installed\n  Warning: no groups');
  });
});
