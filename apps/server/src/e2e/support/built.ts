import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { inject } from 'vitest';
import type {} from './build.ts';
import { until } from './until.ts';

const file = inject('buildResult');
await until('the build', () => existsSync(file) || undefined, { seconds: 300, every: 100 });
const fault = await readFile(file, 'utf8');
if (fault !== '') throw new Error(fault);
