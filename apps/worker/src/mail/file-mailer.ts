import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Email } from '@assay/operations';
import { diskFault, type Sender } from '@assay/runtime';
import { encodeMessage, type Message } from './encode-message.ts';
import type { Mailer } from './mailer.ts';
import { composeMessage } from './messages.ts';

const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Writes a file atomically; it is on disk when the promise resolves. Mode 0600, because take URLs are credentials. */
const replaceFile = async (directory: string, name: string, content: string): Promise<void> => {
  // A unique name per write: after a lost lease two processes may write the same delivery.
  const draft = join(directory, `${name}.${randomUUID()}.part`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, join(directory, name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncDirectory(directory);
};

const fileNameOf = ({ deliveryId, kind }: Email): string => `${String(deliveryId).padStart(8, '0')}-${kind}.eml`;

/** Writes mails as .eml files, one per delivery, into a directory that the first mail creates. */
export const makeFileMailer = ({ from, directory }: { readonly from: Sender; readonly directory: string }): Mailer => {
  const writing = new Set<Promise<unknown>>();
  const write = async (name: string, message: Message, signal: AbortSignal | undefined): Promise<string> => {
    signal?.throwIfAborted();
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await replaceFile(directory, name, encodeMessage(message).raw.toString().replaceAll('\r\n', '\n'));
    return name;
  };
  return {
    send: async (email, signal) => {
      const written = write(fileNameOf(email), composeMessage(email, from), signal);
      writing.add(written);
      try {
        return { type: 'sent', response: await written };
      } catch (error) {
        // As a failed attempt it would be followed by a pause of up to a day, and the eighth would be the last.
        const fault = diskFault(error, 'the disk of the mails');
        if (fault !== undefined || !(error instanceof Error)) throw fault ?? error;
        return { type: 'failed', error: error.message, permanent: false };
      } finally {
        writing.delete(written);
      }
    },
    close: async () => {
      await Promise.allSettled(writing);
    },
  };
};
