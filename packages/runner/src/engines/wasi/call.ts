import { RunOver } from './run-over.ts';
import type { Conversation, Wasi } from './wasi.ts';

export type Called =
  | { readonly how: 'returned'; readonly message: Uint8Array }
  | { readonly how: 'exit'; readonly code: number }
  | { readonly how: 'output' | 'channel' | 'stack' | 'trap' | 'memory' };

/** An interpreter in this thread, which begins every run from the same memory. */
export type Machine = {
  /** Nothing that was in memory is left. `memory`: MiB that the program may have. */
  restore(memory: number): void;
  call(conversation: Conversation): Called;
  /** MiB at the end of the last call, which is the most: an interpreter gives nothing back. */
  readonly memory: number;
};

/** How a call of the interpreter ended. `enter` tells whether it came back by itself with a message. */
export const called = (wasi: Wasi, conversation: Conversation, enter: () => boolean): Called => {
  wasi.converse(conversation);
  try {
    if (enter()) return { how: 'returned', message: wasi.take() };
  } catch (error) {
    if (error instanceof RunOver) {
      if (error.reason === 'exit') return { how: 'exit', code: error.code };
      return { how: error.reason === 'output' ? 'output' : 'channel' };
    }
    if (error instanceof RangeError) return { how: 'stack' };
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  }
  return { how: wasi.refused ? 'memory' : 'trap' };
};
