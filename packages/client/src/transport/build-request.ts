import type { ClientOperation } from '../operations.ts';

export type Input = Readonly<Record<string, unknown>>;

const parameter = /\{(\w+)\}/g;

const idOf = (name: string, value: unknown): string => {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  // A number beyond 2^53 has already lost its last digits.
  if (!/^-?\d{1,19}$/.test(text) || (typeof value === 'number' && !Number.isSafeInteger(value)))
    throw new TypeError(`${name}: must be an id, a whole number or its digits`);
  return text;
};

const queryText = (name: string, value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError(`${name}: must be a text or a number`);
};

/** Builds path, query and body. Throws a TypeError for a missing or malformed id. */
export const buildRequest = (
  { path, query, hasBody }: Pick<ClientOperation, 'path' | 'query' | 'hasBody'>,
  input: Input,
): { readonly target: string; readonly body: string | undefined } => {
  const used = new Set<string>();
  const filled = path.replace(parameter, (_, name: string) => {
    used.add(name);
    return idOf(name, input[name]);
  });
  const search = new URLSearchParams();
  for (const [name, wireName] of Object.entries(query)) {
    used.add(name);
    const value = input[name];
    if (value !== undefined && value !== null) search.append(wireName, queryText(name, value));
  }
  const sent = Object.fromEntries(Object.entries(input).filter(([name]) => !used.has(name)));
  return { target: `${search}` === '' ? filled : `${filled}?${search}`, body: hasBody ? JSON.stringify(sent) : undefined };
};
