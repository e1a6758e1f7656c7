import { describe, expect, it } from 'vitest';
import { painter } from './paint.ts';

describe('painter', () => {
  it('colours in a terminal only, and not where NO_COLOR is set', () => {
    expect(painter({ isTTY: true }, {})('bad', 'x')).toBe('\u001b[31mx\u001b[39m');
    expect(painter({ isTTY: true }, { NO_COLOR: '' })('bad', 'x')).toBe('\u001b[31mx\u001b[39m');
    for (const [screen, env] of [
      [{ isTTY: false }, {}],
      [{ isTTY: true }, { NO_COLOR: '1' }],
      [{ isTTY: true }, { TERM: 'dumb' }],
    ] as const)
      expect(painter(screen, env)('bad', 'x')).toBe('x');
  });
});
