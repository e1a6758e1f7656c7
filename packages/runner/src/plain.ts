import type { Plain } from './program.ts';

/** A value may be nested this deeply and hold this many values, before and after a run. */
const deepest = 64;
const mostValues = 200_000;

const texts = new Set(['int', 'float', 'bytes']);
const lists = new Set(['tuple', 'set']);

/** Whether what came from outside is a `Plain` within its bounds. */
export const isPlain = (value: unknown): value is Plain => {
  let count = 0;
  const all = (items: unknown, depth: number): boolean => Array.isArray(items) && items.every((item) => holds(item, depth + 1));
  const holds = (item: unknown, depth: number): boolean => {
    count += 1;
    if (count > mostValues || depth > deepest) return false;
    if (item === null || typeof item === 'boolean' || typeof item === 'string') return true;
    if (typeof item === 'number') return Number.isFinite(item);
    if (typeof item !== 'object') return false;
    if (Array.isArray(item)) return all(item, depth);
    const { type, value: text, items, entries } = item as { type?: unknown; value?: unknown; items?: unknown; entries?: unknown };
    if (typeof type !== 'string') return false;
    if (texts.has(type)) return typeof text === 'string';
    if (lists.has(type)) return all(items, depth);
    return (
      type === 'dict' && Array.isArray(entries) && entries.every((entry) => Array.isArray(entry) && entry.length === 2 && all(entry, depth))
    );
  };
  return holds(value, 0);
};
