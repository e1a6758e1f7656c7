import { signal } from '@preact/signals';

export type LaterScreens = typeof import('./later-screens.ts');

/** The code of the test itself: null while it loads, `failed` if it could not be loaded. */
export const laterChunk = signal<LaterScreens | 'failed' | null>(null);

let loading: Promise<boolean> | undefined;

/** Loads the code of the test while the candidate reads the rules, which makes the first load smaller. False if that failed. */
export const loadLater = (): Promise<boolean> => {
  loading ??= import('./later-screens.ts').then(
    ({ CompletedScreen, RunningScreen }) => {
      laterChunk.value = { CompletedScreen, RunningScreen };
      return true;
    },
    () => {
      laterChunk.value = 'failed';
      loading = undefined;
      return false;
    },
  );
  return loading;
};
