import * as z from 'zod/mini';
import { questionKinds } from '../assessment/question-kinds.ts';
import { invitationStatuses } from '../invitation/invitation-status.ts';
import { Answer } from './answer.ts';
import { instant, notice, shownTest, wireAccess } from './candidate-shapes.ts';

/** Prompt or option as safe HTML; the server adds it to the response. */
const html = z.optional(z.string());

/** A question as a candidate sees it, without the correct answer. */
export const TakeQuestion = z.object({
  questionId: z.int(),
  section: z.int(),
  kind: z.enum(questionKinds),
  prompt: z.string(),
  html,
  marks: z.number(),
  penalty: z.number(),
  options: z.optional(z.array(z.object({ optionId: z.string(), text: z.string(), html }))),
});
export type TakeQuestion = z.output<typeof TakeQuestion>;

export const SavedAnswer = z.object({ questionId: z.int(), answer: Answer, revision: z.int(), savedAt: instant });
export type SavedAnswer = z.output<typeof SavedAnswer>;

/** Where a candidate is in the test: the question shown last, and those flagged for later. */
export const Place = z.object({ questionId: z.int(), flags: z.array(z.int()) });
export type Place = z.output<typeof Place>;

/**
 * Shows that the server was reached at a moment, and by which session. An answer that cannot be sent is sent later with the ticket that
 * came last before it was typed; absent while no session holds the attempt.
 */
const ticket = z.optional(z.string());

/** Questions whose answers arrived after the deadline: with a ticket that shows that they were typed in time, and others. */
export const LateAnswers = z.object({ counted: z.array(z.int()), notCounted: z.array(z.int()) });
export type LateAnswers = z.output<typeof LateAnswers>;

/** Of a completed attempt; absent if none arrived after the deadline. */
const lateAnswers = z.optional(LateAnswers);

/** `GET /take/{token}/attempt`. `section` of a question is its index in `sections`; `deadline` is null before the start. */
export const AttemptState = z.object({
  testInvitationId: z.int(),
  status: z.enum(invitationStatuses),
  access: wireAccess,
  organization: z.string(),
  support: notice,
  privacy: notice,
  fullName: z.string(),
  test: shownTest,
  sections: z.array(z.object({ sectionName: z.string(), sectionType: z.string(), questions: z.int(), duration: z.int() })),
  imageProctoring: z.literal([0, 1]),
  startedAt: z.nullable(instant),
  deadline: z.nullable(instant),
  completedAt: z.nullable(instant),
  /** How many questions have an answer; null until the attempt is completed. */
  answered: z._default(z.nullable(z.int()), null),
  /** Whether a receipt is mailed to the candidate. */
  receipt: z._default(z.boolean(), false),
  redirectURL: z.nullable(z.string()),
  serverTime: instant,
  questions: z.optional(z.array(TakeQuestion)),
  answers: z.optional(z.array(SavedAnswer)),
  /** Absent until a page has saved one. */
  place: z.optional(Place),
  ticket,
  lateAnswers,
});
export type AttemptState = z.output<typeof AttemptState>;

/** The stored answer; `accepted` is true if it is the one that was sent. */
export const SaveAnswerResult = z.object({ accepted: z.boolean(), answer: Answer, revision: z.int(), savedAt: instant, ticket });
export type SaveAnswerResult = z.output<typeof SaveAnswerResult>;

export const PlaceResult = z.object({ recorded: z.literal(true) });

/** Response to `POST /take/{token}/ticket`. */
export const TicketResult = z.object({ ticket, serverTime: instant });
export type TicketResult = z.output<typeof TicketResult>;

export const CameraResult = z.object({ recorded: z.boolean() });

/** Largest webcam image in bytes, and its longest side in pixels. */
export const imageBounds = { bytes: 61_440, side: 640 } as const;

/** Response to `POST /take/{token}/images`; `count` is how many images the attempt has. */
export const ImageResult = z.object({ accepted: z.literal(true), count: z.int() });

export const EventsResult = z.object({ recorded: z.int() });

export const SubmitResult = z.object({
  status: z.literal('Completed'),
  completedAt: instant,
  redirectURL: z.nullable(z.string()),
  lateAnswers,
});
export type SubmitResult = z.output<typeof SubmitResult>;
