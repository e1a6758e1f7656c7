import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { RenderedVersions } from './rendered-versions.ts';

/** A thread that is done at once with what is small, and never with what is large. */
const thread = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ definition }) => {
      if (definition.length < 100_000) parentPort.postMessage({ version: definition, pictures: [] });
      else for (;;);
    });
  `)}`,
);

it('renders a small test file while a large one is rendered', async () => {
  const versions = new RenderedVersions(thread);
  const of = { secret: createSecretKey(Buffer.alloc(32)) };
  const large = versions.render(of, 1, ' '.repeat(1_000_000)).catch((error: Error) => error.message);
  expect(await versions.render(of, 1, 'small')).toEqual({ ok: true, value: { version: 'small', pictures: [] } });
  await versions.close();
  expect(await large).toBe('the thread that renders ended without a result');
});
