import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Opens a file or a URL with the desktop's program for it. Rejects when there is none, and when it ends with a failure, as `xdg-open` does
 * without a desktop. A program that still runs after `patience` milliseconds has opened it: some wait until their window is closed.
 */
export const openWithDesktop = (target: string, platform: NodeJS.Platform = process.platform, patience = 2_000): Promise<void> => {
  const [command, ...before] = platform === 'darwin' ? ['open'] : platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  return new Promise((resolve, reject) => {
    const child = spawn(command ?? 'xdg-open', [...before, target], { detached: true, stdio: 'ignore' });
    const timer = setTimeout(resolve, patience);
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(error.code === 'ENOENT' ? new Error(`there is no ${command}`) : error);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(`${command} ended with ${code ?? 'a signal'}`));
    });
    child.unref();
  });
};

/** A directory for files that are removed when the screens are left, made at its first use. */
export const temporaryDirectory = (): { readonly path: () => Promise<string>; readonly remove: () => void } => {
  let made: string | undefined;
  return {
    path: async () => {
      made ??= mkdtempSync(join(tmpdir(), 'assay-'));
      return made;
    },
    // Synchronous: it also runs while the process ends.
    remove: () => {
      if (made !== undefined) rmSync(made, { recursive: true, force: true });
      made = undefined;
    },
  };
};

/** The escape sequence (OSC 52) by which a terminal puts a text on the clipboard, also through ssh. */
export const clipboardSequence = (text: string): string => `\u001b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u0007`;
