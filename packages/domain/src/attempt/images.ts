import { z } from 'zod';
import { named } from '../wire/named.ts';
import { instant } from '../wire/paging.ts';

export const ProctoringImages = named('ProctoringImages', 'Webcam images of the present attempt.', {
  images: z
    .array(
      named('ProctoringImage', 'A webcam image.', {
        imageId: z.int().describe('Image identifier.'),
        takenAt: instant.describe('When the server received it.'),
        bytes: z.int().describe('Size in bytes.'),
        width: z.int().describe('Width in pixels.'),
        height: z.int().describe('Height in pixels.'),
      }),
    )
    .describe('Oldest first.'),
});
export type ProctoringImages = z.output<typeof ProctoringImages>;
