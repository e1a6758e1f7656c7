import { z } from 'zod';
import { instant } from '../wire/paging.ts';

/** Webcam images of an invitation's present attempt, oldest first; `takenAt` is when the server received the image. */
export const ProctoringImages = z.object({
  images: z.array(z.object({ imageId: z.int(), takenAt: instant, bytes: z.int(), width: z.int(), height: z.int() })),
});
export type ProctoringImages = z.output<typeof ProctoringImages>;
