import type { Manifest } from './published.ts';
import { run } from './run.ts';

/** What a package must not hold: maps without their sources, tests and their helpers. */
const unwanted = /\.map$|\.test\.|\/testing\/|\/\.vite\/|\/src\//;
const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** Throws if a tarball is not fit to be published. */
export const checkTarball = async (tarball: string, root: string): Promise<void> => {
  const options = { cwd: root };
  const { stdout: listing } = await run('tar', ['-tzf', tarball], options);
  const files = listing.trim().split('\n');
  const wrong = files.filter((file) => unwanted.test(file));
  for (const needed of ['package/README.md', 'package/LICENSE', 'package/CHANGELOG.md', 'package/package.json'])
    if (!files.includes(needed)) wrong.push(`${needed} is missing`);
  const manifest: Manifest = JSON.parse((await run('tar', ['-xzOf', tarball, 'package/package.json'], options)).stdout);
  for (const [name, version] of Object.entries(manifest.dependencies ?? {}))
    if (!exact.test(version)) wrong.push(`${name} ${version} is no exact version`);
  if (wrong.length > 0) throw new Error(`${tarball}:\n${wrong.join('\n')}`);
  await run('publint', ['run', tarball, '--strict'], options);
  // Programs export nothing but their package.json, which has no types.
  if (files.some((file) => file.endsWith('.d.ts')))
    await run('attw', [tarball, '--profile', 'esm-only', '--no-definitely-typed', '--no-emoji'], options);
};
