import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { AttemptController } from '../core/attempt-controller.ts';
import type { Attempt } from '../core/protocol.ts';

export type RunningProps = { readonly attempt: Attempt; readonly controller: AttemptController };

type Chunk = { readonly Screen: ComponentType<RunningProps> };

/** The code of the test itself: null while it loads, `failed` if it could not be loaded. */
export const runningChunk = signal<Chunk | 'failed' | null>(null);

let loading: Promise<boolean> | undefined;

/** Loads the code of the test while the candidate reads the rules, which makes the first load smaller. False if that failed. */
export const loadRunning = (): Promise<boolean> => {
  loading ??= import('./running-screen.tsx').then(
    ({ RunningScreen }) => {
      runningChunk.value = { Screen: RunningScreen };
      return true;
    },
    () => {
      runningChunk.value = 'failed';
      loading = undefined;
      return false;
    },
  );
  return loading;
};
