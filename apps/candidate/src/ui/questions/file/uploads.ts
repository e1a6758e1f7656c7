import { signal } from '@preact/signals';
import { faultOf, sendFile, startUpload, type Upload } from '../../../core/server/upload.ts';
import type { AttemptController } from '../../../core/session/attempt-controller.ts';

/** The upload of each question, which goes on while another question is shown. */
export const uploads = signal<ReadonlyMap<number, Upload>>(new Map());

const running = new Map<number, ReturnType<typeof startUpload>>();

const show = (questionId: number, upload: Upload | undefined) => {
  const next = new Map(uploads.peek());
  if (upload === undefined) next.delete(questionId);
  else next.set(questionId, upload);
  uploads.value = next;
};

const deps = {
  send: sendFile,
  random: Math.random,
  setTimeout: (run: () => void, ms: number) => window.setTimeout(run, ms),
  clearTimeout: (timer: number) => window.clearTimeout(timer),
};

window.addEventListener('online', () => {
  for (const upload of running.values()) upload.again();
});

export const tryAgain = (questionId: number): void => running.get(questionId)?.again();

/** Ends the upload of a question, and forgets why the last one was refused. */
export const stopUpload = (questionId: number): void => {
  running.get(questionId)?.stop();
  running.delete(questionId);
  show(questionId, undefined);
};

/** The file becomes the answer when it is stored. Until then the question counts as one whose text is not saved. */
export const upload = (
  controller: AttemptController,
  { questionId, maxBytes }: { questionId: number; maxBytes: number },
  file: File,
): void => {
  stopUpload(questionId);
  const fault = faultOf(file, { maxBytes });
  if (fault !== undefined) {
    show(questionId, { state: 'refused', name: file.name, size: file.size, fault });
    return;
  }
  controller.dispatch({ type: 'text-typed', questionId, text: file.name });
  const job = startUpload(
    {
      file,
      url: () => controller.uploadUrl(questionId, file.name),
      onChange: (next) => {
        show(questionId, next);
        if (next.state === 'refused') {
          running.delete(questionId);
          keepAnswer(controller, questionId);
        }
      },
      onDone: (answer) => {
        stopUpload(questionId);
        controller.dispatch({ type: 'answer-edited', questionId, answer });
      },
    },
    deps,
  );
  running.set(questionId, job);
};

/** The answer before stays, and the question is no longer one that waits for a file. */
export const keepAnswer = (controller: AttemptController, questionId: number): void => {
  const { answer = null, typed } = controller.answers.peek().get(questionId) ?? {};
  if (typed?.counts === false) controller.dispatch({ type: 'answer-edited', questionId, answer });
};
