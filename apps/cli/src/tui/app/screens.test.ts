import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as shared from '../core/key-sets.ts';
import type { AnyScreen } from '../core/screen.ts';

const directory = new URL('../screens/', import.meta.url);
const modules = await Promise.all(
  globSync('**/*.tsx', { cwd: directory }).map((file): Promise<object> => import(new URL(file, directory).href)),
);
const screens = modules.flatMap((module) => Object.entries(module).filter(([name]) => name.endsWith('Screen'))) as [string, AnyScreen][];
const sets = Object.entries(shared).flatMap(([name, set]) => (typeof set === 'object' && 'typing' in set ? [[name, set] as const] : []));

describe('the keys of the screens', () => {
  it('each set has keys, and none twice', () => {
    for (const [name, { rows }] of [...screens.map(([name, { keys }]) => [name, keys] as const), ...sets]) {
      const keys = Object.values(rows).flatMap((row) => row.keys);
      expect(keys.length, name).toBeGreaterThan(0);
      expect(new Set(keys).size, name).toBe(keys.length);
    }
  });

  it('no screen binds a global key', () => {
    const everywhere = new Set(['q', '?', 'g', ':', 'r', 'esc', 'backspace']);
    expect(screens.length).toBeGreaterThanOrEqual(18);
    for (const [name, { keys }] of screens)
      for (const [id, row] of keys.typing ? [] : Object.entries(keys.rows))
        expect(
          row.keys.filter((key) => everywhere.has(key)),
          `${name} ${id}`,
        ).toEqual([]);
  });
});
