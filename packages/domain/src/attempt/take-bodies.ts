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
import { named } from '../wire/named.ts';
import { boundedNumber } from '../wire/request-fields.ts';
import { cameraStates } from './camera.ts';
import { windowEventTypes } from './window-events.ts';

/**
 * Identifies the page. Only the latest one to start may save, so that a second tab or device takes over cleanly. Once an attempt has
 * a session, a request without one is refused; a start without one takes over.
 */
const sessionId = z.optional(clientId(8, 100));

/** Body of `POST /take/{token}/start` and `/submit`, which may also be empty. */
export const SessionBody = named('SessionBody', 'Which page it is.', { sessionId });

export const SentFileAnswer = named('SentFileAnswer', 'A file as it is sent; other fields of it are ignored.', {
  fileId: clientId(1, 100).check(z.describe('The file, uploaded to this question before.')),
});

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

/** `ticket` and `elapsedMs` make an answer count that was typed before the deadline and comes after it. */
export const SaveAnswerBody = named('SaveAnswerBody', 'An answer to save.', {
  answer: SentAnswer.describe('Option id, option ids, number, text, program or file; null clears it.'),
  revision: z.int().min(1).max(highestRevision).describe('Counts the candidate’s edits of this question, from 1.'),
  base: z
    .optional(z.int().min(0).max(highestRevision))
    .describe('Last revision that this page saw acknowledged, 0 for none; what is stored beyond it is not overwritten.'),
  setAside: z.optional(z.boolean()).describe('True: the candidate saw the stored answer and chose this one.'),
  sessionId,
  ticket,
  elapsedMs: z.optional(z.int().min(0).max(Number.MAX_SAFE_INTEGER)).describe('Milliseconds from the ticket until the answer was typed.'),
  pasted: z
    .optional(z.int().min(0).max(highestRevision))
    .describe('Characters that were pasted into the field of this question so far; left out for none.'),
});

export const SaveFileQuery = z.object({
  name: z
    .string()
    .check(atMost(fileBounds.sentName), wellFormed())
    .default('')
    .describe('Name of the file on the device, at most 255 characters, for people who read it.'),
  sessionId,
});

const questionId = z.int().min(1).max(mostQuestions);

export const PlaceBody = named('PlaceBody', 'The place as a whole.', {
  questionId: questionId.describe('The question that is shown.'),
  flags: list(questionId, mostQuestions, { of: 'flags' }).describe('Questions flagged for later.'),
  sessionId,
});

/** Of one request: a page sends every 20 s, and what it could not send in parts. `together`: replacements of all its edits. */
export const editBounds = { edits: 200, replacements: 100, together: 2_000 } as const;

const timeRule = 'must be a UTC date-time, YYYY-MM-DDTHH:MM:SS, or one with an offset, or milliseconds since 1970';

const clientTime = z
  .union([z.number().min(-8.64e15, timeRule).max(8.64e15, timeRule), z.string().check(atMost(40, timeRule))], { error: timeRule })
  .transform((value) => (typeof value === 'number' ? value : parseUtcDateTime(value)))
  .refine((value) => value !== undefined, timeRule)
  // Browsers report fractions of a millisecond.
  .transform((value) => Math.round(Number(value)));

/** `sentAt` gives the offset of the device's clock. */
export const EventsBody = named('EventsBody', 'When the window was left.', {
  sessionId,
  sentAt: clientTime.optional().describe('The device’s clock at the time of the request.'),
  events: list(
    named('SentWindowEvent', 'The candidate left the window or returned.', {
      eventId: z.optional(clientId(1, 100)).describe('Identifies the event, so that one that is sent again counts once.'),
      type: z.enum(windowEventTypes).describe('What happened.'),
      at: clientTime.describe('When it happened, by the device’s clock.'),
    }),
    500,
    { of: 'events' },
  )
    .min(1, 'must have at least one element')
    .describe('The events, in order.'),
});

export const CameraBody = named('CameraBody', 'The state of the webcam.', {
  state: z.enum(cameraStates).describe('`granted`, `denied` by the candidate, or `lost` during the test.'),
});

/** Of UTF-16, as the field of the page counts: a text of emoji would be as large again. */
const longInput = `must be at most ${codingBounds.caseText} UTF-16 units`;

export const RunBody = named('RunBody', 'A program to run.', {
  questionId,
  answer: SentCodeAnswer.describe('The program.'),
  input: z
    .optional(
      z.string().check(
        atMost(codingBounds.caseText, longInput),
        z.refine((text) => text.length <= codingBounds.caseText, longInput),
      ),
    )
    .describe('The candidate’s own input; left out for the samples.'),
  all: z.optional(z.boolean()).describe('True: samples after one that is over its time are run too; otherwise they are `not-run`.'),
  sessionId,
});

const position = z.int().min(0).max(codingBounds.source);

/** A change of a text, as `Change` of coding/text-change. */
const change = list(
  named('Replacement', 'A part of a text that is replaced.', {
    from: position.describe('Where it begins, in UTF-16 code units of the text before.'),
    removed: position.describe('How many of them are removed.'),
    inserted: z.string().check(atMost(codingBounds.source)).describe('What takes their place.'),
  }),
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

/** `batch`: a request that is sent again is recorded once. */
export const EditsBody = named('EditsBody', 'What was typed.', {
  sessionId,
  batch: z.int().min(1).max(highestRevision).describe('Counts the requests of this session, from 1.'),
  edits: list(
    named('TypedEdit', 'A change of a program.', {
      questionId,
      language: z.enum(answerLanguages),
      at: z.number().min(0).max(Number.MAX_SAFE_INTEGER).transform(Math.round).describe('Milliseconds since the start of the attempt.'),
      change: change.describe('The difference to the text before.'),
      pasted: z.optional(z.int().min(0).max(codingBounds.source)).describe('Characters that came by pasting.'),
    }),
    editBounds.edits,
    { of: 'edits', whole: tooManyTogether },
  )
    .min(1, 'must have at least one element')
    .describe('The changes, in order.'),
});
