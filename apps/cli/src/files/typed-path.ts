import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';

/** An absolute path of what a person typed: `~` is the home directory and quotes are left out, as in a shell. */
export const pathOf = (typed: string): string =>
  resolve(
    typed
      .trim()
      .replace(/^(['"])(.*)\1$/, '$2')
      .replace(/^~(?=$|[/\\])/, homedir()),
  );

/** What Tab makes of a path: the text as far as it is certain, and the names that it could go on with. */
export type Completion = { readonly text: string; readonly names: readonly string[] };

const commonStart = ([first = '', ...others]: readonly string[]): string => {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
};

/** Completes the last part of a path from the names in its directory; hidden ones only when it begins with a dot. */
export const completePath = async (typed: string): Promise<Completion> => {
  const [, before = '', part = ''] = /^(.*[/\\])?([^/\\]*)$/s.exec(typed) ?? [];
  if (before === '' && part === '~') return { text: '~/', names: [] };
  const directory = pathOf(before === '' ? '.' : before);
  const entries = await readdir(directory).catch((): string[] => []);
  const fits = entries.filter((name) => name.startsWith(part) && (part.startsWith('.') || !name.startsWith('.'))).sort();
  const named = await Promise.all(
    fits.map(async (name) => {
      const found = await stat(resolve(directory, name)).catch(() => undefined);
      return found?.isDirectory() === true ? `${name}/` : name;
    }),
  );
  return named.length === 0 ? { text: typed, names: [] } : { text: before + commonStart(named), names: named.length === 1 ? [] : named };
};
