import { expect, it } from 'vitest';
import { diagnose } from './diagnose.ts';
import { sourceChild } from './testing/run-one.ts';

it('every embedded engine holds the programs that an operator sees tried, and is right afterwards', async () => {
  const [state, ...others] = await diagnose({ kind: 'embedded' }, { child: sourceChild });
  expect(others).toEqual([]);
  expect(state).toMatchObject({ engine: 'embedded', refusal: null });
  const checks = state?.checks ?? [];
  expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  for (const language of ['python', 'javascript', 'typescript', 'sql'])
    expect(checks.filter(({ name }) => name.startsWith(`${language}: `)).length).toBeGreaterThan(7);
});
