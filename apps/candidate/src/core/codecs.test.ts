import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

it('loading and decoding compile no code, which a strict Content-Security-Policy would report', async () => {
  const compile = vi.fn();
  vi.stubGlobal(
    'Function',
    class {
      constructor(...code: string[]) {
        compile(...code);
      }
    },
  );
  const { readAttempt } = await import('./codecs.ts');
  expect(readAttempt({ statuscode: '200.1', description: 'd', result: {} })).toBeUndefined();
  expect(compile).not.toHaveBeenCalled();
});
