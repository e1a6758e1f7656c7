import { spawn } from 'node:child_process';

/** Opens a file or a URL with the desktop's program for it; rejects when there is none. */
export const openWithDesktop = (target: string, platform: NodeJS.Platform = process.platform): Promise<void> => {
  const [command, ...before] = platform === 'darwin' ? ['open'] : platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  return new Promise((resolve, reject) => {
    const child = spawn(command ?? 'xdg-open', [...before, target], { detached: true, stdio: 'ignore' });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
};

/** The escape sequence (OSC 52) by which a terminal puts a text on the clipboard, also through ssh. */
export const clipboardSequence = (text: string): string => `\u001b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u0007`;
