import { expect, it } from 'vitest';
import { config } from 'zod/mini';

it('what the page loads is made with zod/mini alone: `zod` would set a locale as it is loaded', async () => {
  await import('./take-protocol.ts');
  expect(config().localeError).toBeUndefined();
});
