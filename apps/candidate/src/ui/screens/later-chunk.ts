import { signal } from '@preact/signals';
import { addTestMessages } from '../language.ts';

export type LaterScreens = Pick<typeof import('./later-screens.ts'), 'CompletedScreen' | 'RunningScreen'>;

/** The code of the test itself: null while it loads, `failed` if it could not be loaded. */
export const laterChunk = signal<LaterScreens | 'failed' | null>(null);

let loading: Promise<boolean> | undefined;

/** Loads the code of the test while the candidate reads the rules, which makes the first load smaller. False if that failed. */
export const loadLater = (): Promise<boolean> => {
  loading ??= import('./later-screens.ts')
    .then(async ({ CompletedScreen, RunningScreen, loadTestMessages }) => {
      await addTestMessages(loadTestMessages);
      laterChunk.value = { CompletedScreen, RunningScreen };
      return true;
    })
    .catch(() => {
      laterChunk.value = 'failed';
      loading = undefined;
      return false;
    });
  return loading;
};
