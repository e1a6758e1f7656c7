import { signal } from '@preact/signals';

type Open = typeof import('./mirror.ts').openMirror;

/** The editor; null until it is loaded. Without it programs are written in a plain text area. */
export const mirror = signal<Open | null>(null);

let loading = false;

/** A failure is tried again when the next question with code is shown. */
export const loadMirror = (): void => {
  if (loading || mirror.peek() !== null) return;
  loading = true;
  void import('./mirror.ts')
    .then(
      ({ openMirror }) => {
        mirror.value = openMirror;
      },
      () => undefined,
    )
    .then(() => {
      loading = false;
    });
};
