import { signal } from '@preact/signals';
import type { AnswerView, CameraState, SaveState, Screen, TakeQuestion } from './types.ts';

/** No questions: always this very array, so that setting it again tells nobody. */
export const noQuestions: readonly TakeQuestion[] = [];

/** What `AttemptController` shows, to be written by the controller only. */
export const createAttemptSignals = (online: boolean) => ({
  screen: signal<Screen>({ screen: 'loading' }),
  remaining: signal(0),
  untilOpen: signal(0),
  clockOffset: signal<number | null>(null),
  online: signal(online),
  questions: signal(noQuestions),
  answers: signal<ReadonlyMap<number, AnswerView>>(new Map()),
  saveState: signal<SaveState>('saved'),
  persistent: signal(true),
  camera: signal<CameraState>('off'),
  cameraStream: signal<MediaStream | null>(null),
  violations: signal(0),
});
