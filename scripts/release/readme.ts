import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The fenced blocks of an installed package's README, by what stands after the fence. */
export const blocksOf = async (folder: string, name: string): Promise<(fence: string, index?: number) => string> => {
  const text = await readFile(join(folder, 'node_modules', name, 'README.md'), 'utf8');
  const blocks = [...text.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm)].map(([, fence = '', body = '']) => ({ fence, body }));
  return (fence, index = 0) => {
    const found = blocks.filter((block) => block.fence === fence)[index];
    if (found === undefined) throw new Error(`the README of ${name} has no ${fence}`);
    return found.body;
  };
};
