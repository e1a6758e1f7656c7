import { z } from 'zod';
import { Answer } from './answer.ts';
import { Email, Name } from './fields.ts';
import { parseUtcDateTime } from './utc-date-time.ts';

/** Shapes of the candidate protocol. Instants are ISO 8601 with milliseconds and `Z`. */
const instant = z.string();

const wireAccess = z.discriminatedUnion('state', [
  z.object({ state: z.literal('open'), closesAt: instant.nullable() }),
  z.object({ state: z.literal(['not-open', 'outside-slot']), opensAt: instant }),
  z.object({ state: z.literal('closed'), closedAt: instant }),
  z.object({ state: z.literal('inactive') }),
]);
export type WireAccess = z.output<typeof wireAccess>;

/** Prompt or option as safe HTML; what answers over HTTP adds it. */
const html = z.string().optional();

/** Whom to ask, and what becomes of the data: an address, a URL or a sentence of the account; null when it says nothing. */
const notice = z.string().nullable().default(null);

/** A question as a candidate sees it: the key is never in it. */
export const TakeQuestion = z.object({
  questionId: z.int(),
  section: z.int(),
  kind: z.enum(['single-choice', 'multiple-choice', 'numeric', 'text']),
  prompt: z.string(),
  html,
  marks: z.number(),
  penalty: z.number(),
  options: z.array(z.object({ optionId: z.string(), text: z.string(), html })).optional(),
});
export type TakeQuestion = z.output<typeof TakeQuestion>;

export const SavedAnswer = z.object({ questionId: z.int(), answer: Answer, revision: z.int() });
export type SavedAnswer = z.output<typeof SavedAnswer>;

/** `GET /take/{token}/attempt`. `section` of a question is its index in `sections`; `deadline` is null before the start. */
export const AttemptState = z.object({
  testInvitationId: z.int(),
  status: z.enum(['Pending', 'In progress', 'Completed', 'Reset', 'Cancelled']),
  access: wireAccess,
  organization: z.string(),
  support: notice,
  privacy: notice,
  fullName: z.string(),
  test: z.object({ testName: z.string(), duration: z.int(), questions: z.int() }),
  sections: z.array(z.object({ sectionName: z.string(), sectionType: z.string(), questions: z.int(), duration: z.int() })),
  imageProctoring: z.literal([0, 1]),
  startedAt: instant.nullable(),
  deadline: instant.nullable(),
  completedAt: instant.nullable(),
  /** How many questions have an answer; once completed. */
  answered: z.int().nullable().default(null),
  redirectURL: z.string().nullable(),
  serverTime: instant,
  questions: z.array(TakeQuestion).optional(),
  answers: z.array(SavedAnswer).optional(),
});
export type AttemptState = z.input<typeof AttemptState>;

/**
 * Names the page that speaks: the latest one to start is the one that may save, so that a second tab or device takes over cleanly.
 * A client that names none is never refused for it.
 */
const sessionId = z.string().min(8).max(100).optional();

/** Body of `POST /take/{token}/start` and `/submit`, which may also be empty. */
export const SessionBody = z.object({ sessionId });

/** Body of `PUT /take/{token}/answers/{questionId}`. Revisions count up by the candidate's own edits, from 1. */
export const SaveAnswerBody = z.object({ answer: Answer, revision: z.int().min(1).max(Number.MAX_SAFE_INTEGER), sessionId });

/** The answer as now stored; `accepted` says whether it is the one just sent. */
export const SaveAnswerResult = z.object({ accepted: z.boolean(), answer: Answer, revision: z.int() });
export type SaveAnswerResult = z.output<typeof SaveAnswerResult>;

const clientTime = z
  .union([z.number(), z.string()], { error: 'must be an ISO date-time or milliseconds since 1970' })
  .transform((value) => (typeof value === 'number' ? value : parseUtcDateTime(value)))
  .refine((value) => value !== undefined && Math.abs(value) < 8.64e15, 'must be an ISO date-time (UTC) or milliseconds since 1970')
  .transform(Number);

/** Body of `POST /take/{token}/events`. `sentAt` is the device's clock at sending: it tells by how much that clock is off. */
export const EventsBody = z.object({
  sentAt: clientTime.optional(),
  events: z
    .array(z.object({ eventId: z.string().min(1).max(100).optional(), type: z.enum(['left', 'returned']), at: clientTime }))
    .min(1)
    .max(500),
});

/** Body of `POST /take/{token}/camera`: what became of the webcam that the link asks for. */
export const CameraBody = z.object({ state: z.enum(['granted', 'denied', 'lost']) });
export const CameraResult = z.object({ recorded: z.boolean() });

/** Largest webcam image in bytes, and its longest side in pixels. */
export const imageBounds = { bytes: 61_440, side: 640 } as const;

/** Answer to `POST /take/{token}/images`; `count` is how many the attempt has. */
export const ImageResult = z.object({ accepted: z.literal(true), count: z.int() });

export const EventsResult = z.object({ recorded: z.int() });

export const SubmitResult = z.object({ status: z.literal('Completed'), completedAt: instant, redirectURL: z.string().nullable() });
export type SubmitResult = z.output<typeof SubmitResult>;

/** `GET /join/{key}`: what a visitor may know of the test before registering. */
export const JoinState = z.object({
  organization: z.string(),
  support: notice,
  privacy: notice,
  test: z.object({ testName: z.string(), duration: z.int(), questions: z.int() }),
  access: wireAccess,
  inviteCandidateOnly: z.literal([0, 1]),
});
export type JoinState = z.input<typeof JoinState>;

// What a stranger types here may be mailed to somebody else: a name is no place for an address.
const nameOfVisitor = Name.refine((text) => !/:\/\/|www\./i.test(text), 'must be a name, without a web address');

export const JoinBody = z.object({ emailId: Email, fullName: nameOfVisitor });
export const JoinResult = z.object({ testInvitationId: z.int(), takeTestURL: z.string() });
