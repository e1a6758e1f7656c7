import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

// Threads of Node's pool that are busy do not put off a line.
const program = `
  const { pbkdf2 } = await import('node:crypto');
  for (let thread = 0; thread < 8; thread += 1) pbkdf2('a', 'b', 60_000, 64, 'sha512', () => undefined);
  const { openLog } = await import(${JSON.stringify(new URL('open-log.ts', import.meta.url))});
  const { logger } = openLog('info');
  for (const line of ['first', 'second', 'last']) logger.info(line);
  process.exit(1);
`;

it('a process that ends at once has written its lines to a pipe, in their order', () => {
  // A pipe: one of `spawn` would be a socket.
  const script = '"$0" --no-warnings --input-type=module -e "$1" 2>&1 | cat';
  const text = execFileSync('sh', ['-c', script, process.execPath, program], { encoding: 'utf8' });
  expect(text.match(/(?<="msg":")\w+/g)).toEqual(['first', 'second', 'last']);
});
