import { globSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import * as shared from '../core/key-sets.ts';
import type { AnyScreen } from '../core/screen.ts';

/** Every set that a module makes, beside the shared ones. */
const own = vi.hoisted((): shared.KeySet[] => []);
vi.mock(import('../core/key-sets.ts'), async (original) => {
  const { keySet, ...others } = await original();
  const kept: typeof keySet = (...given) => {
    const made = keySet(...given);
    own.push(made);
    return made;
  };
  return { ...others, keySet: kept };
});

const here = new URL('../', import.meta.url);
const files = [...globSync('screens/**/*.tsx', { cwd: here }), 'app/overlay.ts'];
const modules = await Promise.all(files.map((file): Promise<object> => import(new URL(file, here).href)));
const screens = modules.flatMap((module) => Object.entries(module).filter(([name]) => name.endsWith('Screen'))) as [string, AnyScreen][];

describe('the keys of the screens', () => {
  it('each set has keys, and none twice', () => {
    const sets = [...own, ...Object.values(shared).filter((set): set is shared.KeySet => typeof set === 'object' && 'typing' in set)];
    expect(sets.length).toBeGreaterThan(30);
    for (const { rows } of sets) {
      const keys = Object.values(rows).flatMap((row) => row.keys);
      expect(keys.length).toBeGreaterThan(0);
      expect(new Set(keys).size, keys.join(' ')).toBe(keys.length);
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
