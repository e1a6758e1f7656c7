import { z } from 'zod';
import { parseUtcDateTime } from '../time/utc-date-time.ts';
import { Answer } from './answer.ts';
import { cameraStates } from './camera.ts';
import { windowEventTypes } from './window-events.ts';

/**
 * Identifies the page. Only the latest one to start may save, so that a second tab or device takes over cleanly. A client without a
 * session is never refused for it.
 */
const sessionId = z.string().min(8).max(100).optional();

/** Body of `POST /take/{token}/start` and `/submit`, which may also be empty. */
export const SessionBody = z.object({ sessionId });

/** Body of `PUT /take/{token}/answers/{questionId}`. Revisions count up by the candidate's own edits, from 1. */
export const SaveAnswerBody = z.object({ answer: Answer, revision: z.int().min(1).max(Number.MAX_SAFE_INTEGER), sessionId });

const clientTime = z
  .union([z.number(), z.string()], { error: 'must be an ISO date-time or milliseconds since 1970' })
  .transform((value) => (typeof value === 'number' ? value : parseUtcDateTime(value)))
  .refine((value) => value !== undefined && Math.abs(value) < 8.64e15, 'must be an ISO date-time (UTC) or milliseconds since 1970')
  // Browsers report fractions of a millisecond.
  .transform((value) => Math.round(Number(value)));

/** Body of `POST /take/{token}/events`. `sentAt` is the device's clock when the request is sent; it gives the clock's offset. */
export const EventsBody = z.object({
  sentAt: clientTime.optional(),
  events: z
    .array(z.object({ eventId: z.string().min(1).max(100).optional(), type: z.enum(windowEventTypes), at: clientTime }))
    .min(1)
    .max(500),
});

/** Body of `POST /take/{token}/camera`. */
export const CameraBody = z.object({ state: z.enum(cameraStates) });
