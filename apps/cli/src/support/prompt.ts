import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
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
 * Says what a destructive command will do and waits for a yes. `--yes` skips the question; without it a script, which cannot answer,
 * gets a UsageError. Throws Failure on a no.
 */
export const confirm = async (context: Context, { yes }: { readonly yes?: boolean }, consequence: string): Promise<void> => {
  if (yes === true) return;
  if (!canPrompt(context)) throw new UsageError(consequence, 'Nobody can be asked here: add --yes if that is what you want.');
  const answer = await promptLine(context, `${consequence}\nGo on? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('Nothing was changed.');
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
