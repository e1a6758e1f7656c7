import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { holdsContent } from '../files/save-file.ts';
import { type Context, canPrompt } from './context.ts';
import { Failure, UsageError } from './failures.ts';

/** Reads one line that a person types after `question`; `hidden` does not echo it. */
export const promptLine = async (context: Context, question: string, { hidden = false } = {}): Promise<string> => {
  context.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // With `terminal` readline does the echo, into a stream that drops it; without it the terminal would show the key.
  const reader = createInterface({ input: context.stdin, output: nowhere, terminal: hidden });
  reader.once('SIGINT', () => context.interrupt.abort());
  const ended = new Promise<never>((_, reject) => {
    reader.once('close', () => reject(new Failure('No answer was given.')));
  });
  try {
    return await Promise.race([reader.question('', { signal: context.interrupt.signal }), ended]);
  } finally {
    reader.close();
    if (hidden) context.stderr.write('\n');
  }
};

/**
 * Says what a destructive command will do and waits for a yes. `yes` (the option `flag`) skips the question; without it a script, which cannot answer,
 * gets a UsageError. Throws Failure on a no.
 */
export const confirm = async (
  context: Context,
  { yes, flag = '--yes' }: { readonly yes?: boolean | undefined; readonly flag?: string },
  consequence: string,
): Promise<void> => {
  if (yes === true) return;
  if (!canPrompt(context)) throw new UsageError(consequence, `Nobody can be asked here: add ${flag} if that is what you want.`);
  const answer = await promptLine(context, `${consequence}\nGo on? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('Nothing was changed.');
};

/** Asks before files with content are overwritten; `--force` skips the question. */
export const confirmOverwrite = async (
  context: Context,
  { force }: { readonly force?: boolean | undefined },
  paths: readonly string[],
): Promise<void> => {
  const held: string[] = [];
  for (const path of force === true ? [] : paths) if (await holdsContent(path)) held.push(path);
  if (held.length === 0) return;
  const named = held.length > 3 ? `${held.slice(0, 3).join(', ')} and ${held.length - 3} more` : held.join(', ');
  await confirm(context, { flag: '--force' }, `This will overwrite ${named}.`);
};

/** The first line of standard input. */
export const readPiped = async ({ stdin }: Context): Promise<string> => {
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split('\n', 1)[0]?.trim() ?? '';
};
