import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { eventLimit, until } from '@assay/testing';
import { inject } from 'vitest';
import type {} from './start-build.ts';

const file = inject('buildResult');
await until('the build', () => existsSync(file) || undefined, { every: 100, limit: 10 * eventLimit });
const fault = await readFile(file, 'utf8');
if (fault !== '') throw new Error(fault);
