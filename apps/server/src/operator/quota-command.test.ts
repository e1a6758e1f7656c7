import { readFileSync } from 'node:fs';
import { quotaNames, quotas } from '@assay/domain';
import { expect, it } from 'vitest';
import { flagOf } from './quota-command.ts';

it('the guide for operators has a row for each quota, with its option and default', () => {
  const guide = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| `--([a-z-]+-(?:a-day|at-once|stored))` +\| ([\d,]+|off) /gm)].map(([, flag, fallback]) => [
    flag,
    fallback,
  ]);
  const declared = quotaNames.map((name) => [flagOf(name), quotas[name].fallback?.toLocaleString('en-US') ?? 'off']);
  expect(rows).toEqual(declared);
});
