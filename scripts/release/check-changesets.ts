import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { published, root } from './published.ts';
import { run } from './run.ts';

/**
 * Throws if the next `changeset version` would fail, or leave a changeset out of what npm shows. `changeset status` compares with the branch
 * `main`, which a clone of CI may lack; in a clone whose `main` is this commit it only reads the changesets.
 */
export const checkChangesets = async (clone: string): Promise<void> => {
  await run('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone], { cwd: root });
  await run('git', ['checkout', '--quiet', '-B', 'main'], { cwd: clone });
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'));
  await run('changeset', ['status'], { cwd: clone });
  const named = new RegExp(`^['"]?(${published.map(({ manifest }) => manifest.name).join('|')})['"]?:`, 'm');
  for (const file of await readdir(join(root, '.changeset'))) {
    if (!file.endsWith('.md')) continue;
    const [, head = ''] = (await readFile(join(root, '.changeset', file), 'utf8')).split(/^---$/m);
    if (!named.test(head)) throw new Error(`.changeset/${file} names no package that is published`);
  }
};
