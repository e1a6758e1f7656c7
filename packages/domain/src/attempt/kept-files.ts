import { fileBounds } from '../review/file-types.ts';

/** What an attempt keeps of its uploads: a few versions for each question, and all 20 files of the largest size. */
export const keptFiles = {
  ofQuestion: { files: 10, bytes: 5 * fileBounds.bytes },
  ofAttempt: { bytes: 25 * fileBounds.bytes },
} as const;

type Kept = { readonly file_id: string; readonly question_id: number; readonly bytes: number };

export const bytesOfFiles = (files: readonly Pick<Kept, 'bytes'>[]): number => files.reduce((total, { bytes }) => total + bytes, 0);

/**
 * Which files give way to a new one, `files` being those of its attempt, oldest first: none while the bounds allow it, else the oldest that no
 * answer names. Undefined when that frees too little.
 */
export const filesToDrop = <File extends Kept>(
  files: readonly File[],
  added: { readonly questionId: number; readonly bytes: number },
  isNamed: (file: File) => boolean,
): readonly File[] | undefined => {
  const { ofQuestion, ofAttempt } = keptFiles;
  const fits = (kept: readonly File[]): { readonly question: boolean; readonly attempt: boolean } => {
    const same = kept.filter((one) => one.question_id === added.questionId);
    return {
      question: same.length < ofQuestion.files && bytesOfFiles(same) + added.bytes <= ofQuestion.bytes,
      attempt: bytesOfFiles(kept) + added.bytes <= ofAttempt.bytes,
    };
  };
  const dropped = new Set<File>();
  for (;;) {
    const { question, attempt } = fits(files.filter((one) => !dropped.has(one)));
    if (question && attempt) return [...dropped];
    const next = files.find((one) => !dropped.has(one) && !isNamed(one) && (question || one.question_id === added.questionId));
    if (next === undefined) return undefined;
    dropped.add(next);
  }
};
