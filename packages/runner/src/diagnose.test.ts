import { expect, it } from 'vitest';
import { diagnose } from './diagnose.ts';

it('an operator sees each program that was tried on an engine, those that failed too', async () => {
  const [state, ...others] = await diagnose({ kind: 'embedded' }, { child: new URL('testing/child-that-leaks.ts', import.meta.url) });
  expect(others).toEqual([]);
  expect(state).toMatchObject({ engine: 'embedded', refusal: null, offers: [{ language: 'sql' }] });
  const sql = state?.checks.filter(({ name }) => name.startsWith('sql: ')) ?? [];
  expect(sql.length).toBeGreaterThan(7);
  expect(sql.filter(({ passed }) => !passed)).toEqual([]);
  expect(state?.checks).toContainEqual({ name: 'python: reads a file of the machine', passed: false, detail: 'ended' });
});
