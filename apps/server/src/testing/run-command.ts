import { onTestFinished, vi } from 'vitest';
import { runOperatorCommand } from '../operator/commands.ts';

export type CommandOutput = { readonly code: number; readonly stdout: string; readonly stderr: string };

const record = (stream: NodeJS.WriteStream) => {
  const texts: string[] = [];
  const spy = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    texts.push(String(chunk));
    return true;
  });
  return { texts, restore: () => spy.mockRestore() };
};

/** Runs `assay-server <args>` in this process. */
export const runCommand = async (environment: Record<string, string>, ...args: string[]): Promise<CommandOutput> => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const [out, err] = [record(process.stdout), record(process.stderr)];
  try {
    const code = await runOperatorCommand(args, new URL('../../dist/runner-child.js', import.meta.url));
    return { code, stdout: out.texts.join(''), stderr: err.texts.join('') };
  } finally {
    out.restore();
    err.restore();
  }
};
