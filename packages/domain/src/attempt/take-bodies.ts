import { z } from 'zod';
import { mostQuestions } from '../assessment/test-file.ts';
import { answerLanguages } from '../coding/languages.ts';
import { codingBounds } from '../coding/question-bounds.ts';
import { SentCodeAnswer } from '../coding/sent-code-answer.ts';
import { essayBounds } from '../review/essay-bounds.ts';
import { fileBounds } from '../review/file-types.ts';
import { parseUtcDateTime } from '../time/utc-date-time.ts';
import { atMost, clientId, wellFormed } from '../wire/fields.ts';
import { list } from '../wire/list.ts';
import { boundedNumber } from '../wire/request-fields.ts';
import { cameraStates } from './camera.ts';
import { windowEventTypes } from './window-events.ts';

/**
 * Identifies the page. Only the latest one to start may save, so that a second tab or device takes over cleanly. Once an attempt has
 * a session, a request without one is refused; a start without one takes over.
 */
const sessionId = z.optional(clientId(8, 100));

/** Body of `POST /take/{token}/start` and `/submit`, which may also be empty. */
export const SessionBody = z.object({ sessionId });

/** A file that was uploaded before. What else is known of it the service knows better. */
export const SentFileAnswer = z.object({ fileId: clientId(1, 100) });

/** An answer as it is sent. Options have ids of one letter, so these bounds leave room; a test file bounds numbers likewise. */
const SentAnswer = z.union([
  z.string().max(essayBounds.answer, `must be at most ${essayBounds.answer} characters`),
  list(z.string().check(atMost(100)), 26, { of: 'options' }),
  boundedNumber,
  SentCodeAnswer,
  SentFileAnswer,
  z.null(),
]);

/** No candidate edits an answer this often; a revision close to 2^53 would leave no room for the next edit. */
const highestRevision = 1_000_000_000;

/** Text of a ticket; whether this service issued it is checked only when the answer comes after the deadline. */
const ticket = z.optional(clientId(1, 100));

/**
 * Body of `PUT /take/{token}/answers/{questionId}`. Revisions count up by the candidate's own edits, from 1. `base` is the last revision
 * that this page saw acknowledged, 0 for none: what is stored beyond it came from elsewhere, and is not overwritten. `setAside`: the
 * candidate saw the stored answer and chose this one, and the stored one is kept aside. `ticket` and `elapsedMs`, the time from that
 * ticket until the answer was typed, make an answer count that was typed before the deadline and comes after it. `pasted`: characters
 * that were pasted into the field of this question so far.
 */
export const SaveAnswerBody = z.object({
  answer: SentAnswer,
  revision: z.int().min(1).max(highestRevision),
  base: z.optional(z.int().min(0).max(highestRevision)),
  setAside: z.optional(z.boolean()),
  sessionId,
  ticket,
  elapsedMs: z.optional(z.int().min(0).max(Number.MAX_SAFE_INTEGER)),
  pasted: z.optional(z.int().min(0).max(highestRevision)),
});

/** Query of `PUT /take/{token}/files/{questionId}`. `name`: that of the file on the device, for people who read it. */
export const SaveFileQuery = z.object({ name: z.string().check(atMost(fileBounds.sentName), wellFormed()).default(''), sessionId });

const questionId = z.int().min(1).max(mostQuestions);

/** Body of `PUT /take/{token}/place`: the place as a whole, which replaces the one before. */
export const PlaceBody = z.object({ questionId, flags: list(questionId, mostQuestions, { of: 'flags' }), sessionId });

/** Of one request: a page sends every 20 s, and what it could not send in parts. `together`: replacements of all its edits. */
export const editBounds = { edits: 200, replacements: 100, together: 2_000 } as const;

const timeRule = 'must be a UTC date-time, YYYY-MM-DDTHH:MM:SS, or one with an offset, or milliseconds since 1970';

const clientTime = z
  .union([z.number().min(-8.64e15, timeRule).max(8.64e15, timeRule), z.string().check(atMost(40, timeRule))], { error: timeRule })
  .transform((value) => (typeof value === 'number' ? value : parseUtcDateTime(value)))
  .refine((value) => value !== undefined, timeRule)
  // Browsers report fractions of a millisecond.
  .transform((value) => Math.round(Number(value)));

/** Body of `POST /take/{token}/events`. `sentAt` is the device's clock when the request is sent; it gives the clock's offset. */
export const EventsBody = z.object({
  sessionId,
  sentAt: clientTime.optional(),
  events: list(
    z.object({
      eventId: z.optional(clientId(1, 100)),
      type: z.enum(windowEventTypes),
      at: clientTime,
    }),
    500,
    { of: 'events' },
  ).min(1, 'must have at least one element'),
});

/** Body of `POST /take/{token}/camera`. */
export const CameraBody = z.object({ state: z.enum(cameraStates) });

/** Of UTF-16, as the field of the page counts: a text of emoji would be as large again. */
const longInput = `must be at most ${codingBounds.caseText} UTF-16 units`;

/** Body of `POST /take/{token}/runs`. `input`: the candidate's own, instead of the samples. `all`: go on after a case that is over its time. */
export const RunBody = z.object({
  questionId,
  answer: SentCodeAnswer,
  input: z.optional(
    z.string().check(
      atMost(codingBounds.caseText, longInput),
      z.refine((text) => text.length <= codingBounds.caseText, longInput),
    ),
  ),
  all: z.optional(z.boolean()),
  sessionId,
});

const position = z.int().min(0).max(codingBounds.source);

/** A change of a text, as `Change` of coding/text-change. */
const change = list(
  z.object({ from: position, removed: position, inserted: z.string().check(atMost(codingBounds.source)) }),
  editBounds.replacements,
  { of: 'replacements' },
);

/** To check 20,000 takes 60 ms, and what is recorded of them has no more than 8,000. */
const tooManyTogether = (edits: readonly unknown[]): string | undefined =>
  edits.reduce<number>(
    (total, edit) =>
      total + (typeof edit === 'object' && edit !== null && 'change' in edit && Array.isArray(edit.change) ? edit.change.length : 0),
    0,
  ) > editBounds.together
    ? `must have at most ${editBounds.together} replacements together`
    : undefined;

/**
 * Body of `POST /take/{token}/edits`. `at`: milliseconds since the attempt's start, `pasted`: characters that came by pasting. `batch`
 * counts a session's requests from 1, so that one that is sent again is recorded once.
 */
export const EditsBody = z.object({
  sessionId,
  batch: z.int().min(1).max(highestRevision),
  edits: list(
    z.object({
      questionId,
      language: z.enum(answerLanguages),
      at: z.number().min(0).max(Number.MAX_SAFE_INTEGER).transform(Math.round),
      change,
      pasted: z.optional(z.int().min(0).max(codingBounds.source)),
    }),
    editBounds.edits,
    { of: 'edits', whole: tooManyTogether },
  ).min(1, 'must have at least one element'),
});
