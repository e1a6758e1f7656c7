import { parseUtcDateTime } from '@assay/domain';
import type { Fields, Kind, Plain, Shape, Tagged } from './shape.ts';

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

const kinds: Readonly<Record<Kind, readonly [holds: (value: unknown) => boolean, rule: string]>> = {
  text: [(value) => typeof value === 'string', 'must be a string'],
  number: [(value) => Number.isFinite(value), 'must be a number'],
  int: [isWhole, 'must be an integer'],
  positive: [(value) => isWhole(value) && value > 0, 'must be an integer above 0'],
  boolean: [(value) => typeof value === 'boolean', 'must be a boolean'],
  'date-time': [(value) => typeof value === 'string' && parseUtcDateTime(value) !== undefined, 'must be a UTC date-time'],
  any: [() => true, ''],
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Narrowing by Array.isArray does not work for readonly tuples. */
const isTagged = (shape: Fields | Tagged): shape is Tagged => Array.isArray(shape);

/** Notes a fault and gives undefined. */
type Refuse = (path: string, rule: string) => undefined;

const readFields = (fields: Fields, value: unknown, path: string, refuse: Refuse, isStrict = false): unknown => {
  if (!isRecord(value)) return refuse(path, value === undefined ? 'is required' : 'must be an object');
  const known = new Set<string>();
  const read: Record<string, unknown> = {};
  for (const [written, shape] of Object.entries(fields)) {
    const name = written.replace('?', '');
    known.add(name);
    if (name !== written && value[name] === undefined) continue;
    const field = readAt(shape, value[name], path === '' ? name : `${path}.${name}`, refuse);
    if (field !== undefined) read[name] = field;
  }
  const others = isStrict ? Object.keys(value).filter((name) => !known.has(name)) : [];
  return others.length > 0 ? refuse(path, `has unknown fields: ${others.join(', ')}`) : read;
};

const readTagged = (shape: Tagged, value: unknown, path: string, refuse: Refuse): unknown => {
  switch (shape[0]) {
    case 'strict':
      return readFields(shape[1], value, path, refuse, true);
    case 'null':
      return value === null ? null : readAt(shape[1], value, path, refuse);
    case 'default':
      return readAt(shape[2], value === undefined ? shape[1] : value, path, refuse);
    case 'list':
      if (!Array.isArray(value)) return refuse(path, value === undefined ? 'is required' : 'must be an array');
      return value.map((item, index) => readAt(shape[1], item, `${path}[${index}]`, refuse));
    case 'map':
      if (!isRecord(value)) return refuse(path, value === undefined ? 'is required' : 'must be an object');
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, readAt(shape[1], item, `${path}.${name}`, refuse)]));
    case 'in': {
      const [, ...values] = shape;
      if (values.includes(value as Plain)) return value;
      return refuse(path, value === undefined ? 'is required' : `must be one of ${values.join(', ')}`);
    }
    case 'union': {
      const [, ...options] = shape;
      for (const option of options) {
        const read = readShape(option, value);
        if (read.ok) return read.value;
      }
      return refuse(path, 'has none of the documented forms');
    }
  }
};

const readAt = (shape: Shape, value: unknown, path: string, refuse: Refuse): unknown => {
  if (typeof shape !== 'string') return isTagged(shape) ? readTagged(shape, value, path, refuse) : readFields(shape, value, path, refuse);
  const [holds, rule] = kinds[shape];
  return holds(value) ? value : refuse(path, value === undefined ? 'is required' : rule);
};

export type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: { readonly message: string } };

const mostFaults = 20;

/** Reads a value by its shape, without fields that the shape does not have; or names the faulty ones: `tests[0].testId: is required`. */
export const readShape = (shape: Shape, value: unknown): Read => {
  const faults: string[] = [];
  const read = readAt(shape, value, '', (path, rule) => {
    faults.push(path === '' ? rule : `${path}: ${rule}`);
    return undefined;
  });
  if (faults.length === 0) return { ok: true, value: read };
  const named = faults.length > mostFaults ? [...faults.slice(0, mostFaults), 'and more'] : faults;
  return { ok: false, error: { message: named.join('; ') } };
};
