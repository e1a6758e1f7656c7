import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Fence, Page } from './page.ts';
import { here } from './repository.ts';

const option = (info: string, name: string): string | undefined => new RegExp(`(?:^| )${name}=(\\S+)`).exec(info)?.[1];

const isRun = ({ info }: Fence): boolean => info === 'console' || info === 'sh';

const parses = (script: string): boolean => {
  try {
    execFileSync('bash', ['-n'], { input: script, stdio: ['pipe', 'ignore', 'ignore'] });
    return true;
  } catch {
    return false;
  }
};

/** Whether the lines stand in that file in this order; `…` stands for what is left out. */
const isExcerpt = (text: string, path: string): boolean => {
  const lines = readFileSync(here(path), 'utf8').split('\n');
  const wanted = text.split('\n').filter((line) => !['', '…', '}'].includes(line.trim()));
  let at = 0;
  return wanted.every((line) => {
    at = lines.findIndex((one, index) => index >= at && one.trim() === line.trim()) + 1;
    return at > 0;
  });
};

/**
 * What is wrong with a fenced block of a page, because every block is of a kind that a test does something with:
 * - `console`: commands and what they print, `sh`: commands that must succeed; run in order by `apps/server/src/e2e/support/guides.ts`
 * - `LANGUAGE title=NAME`: saved as a file there, and used by a later block
 * - `sh outside`: commands for a machine that a test does not have; checked by the shell without running them
 * - `sh test=NAME`: commands that another test in `apps/server/src/e2e` reads from the page and runs
 * - `LANGUAGE from=PATH`: lines of a source file
 * - `yaml` in docs/test-files.md: checked by `apps/cli/src/commands/assessment/test-files-page.test.ts`
 * - `text`: no code
 */
export const faultOf = ({ source, fences }: Page, fence: Fence): string | undefined => {
  const { info, text, line } = fence;
  if (isRun(fence) || info === 'text') return undefined;
  const name = option(info, 'title');
  if (name !== undefined) {
    const isUsed = fences.some((other) => other.line > line && isRun(other) && other.text.includes(name));
    return isUsed ? undefined : `no later command uses ${name}`;
  }
  if (info === 'sh outside') {
    if (/^(assay|curl) /m.test(text)) return 'a command that a test can run belongs in a block of its own, console or sh';
    return parses(text) ? undefined : 'is no shell script';
  }
  const test = option(info, 'test');
  if (test !== undefined) {
    const path = here(`apps/server/src/e2e/${test}`);
    return existsSync(path) && readFileSync(path, 'utf8').includes(source) ? undefined : `${test} does not read this page`;
  }
  const excerpt = option(info, 'from');
  if (excerpt !== undefined) return isExcerpt(text, excerpt) ? undefined : `${excerpt} has not these lines`;
  return info === 'yaml' && source === 'docs/test-files.md' ? undefined : 'is of no kind that a test knows';
};
