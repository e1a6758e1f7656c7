import { afterEach, expect, it, vi } from 'vitest';
import { createFakeBrowser } from '../testing/fake-browser.ts';
import { createWorld } from '../testing/fake-world.ts';

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
  const { createProtocol } = await import('./protocol.ts');
  const web = createFakeBrowser({
    world: createWorld(),
    fetch: async () => Response.json({ statuscode: '200.1', description: 'd', result: {} }),
  });
  const { outcome } = await createProtocol({ takeUrl: '/take/token', sessionId: () => 'me', web })({ call: 'attempt' });
  expect(outcome).toEqual({ type: 'unreachable', status: 200 });
  expect(compile).not.toHaveBeenCalled();
});
