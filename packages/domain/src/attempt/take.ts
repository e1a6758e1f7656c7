import * as z from 'zod/mini';
import { answerLanguages } from '../coding/languages.ts';
import { verdicts } from '../coding/verdicts.ts';
import { invitationStatuses } from '../invitation/invitation-status.ts';
import { TakeChoice } from '../questions/choice/take.ts';
import { TakeCoding } from '../questions/coding/take.ts';
import { TakeEssay } from '../questions/essay/take.ts';
import { TakeFile } from '../questions/file/take.ts';
import { TakeNumeric } from '../questions/number/take.ts';
import { TakeSql } from '../questions/sql/take.ts';
import { TakeText } from '../questions/text/take.ts';
import { Answer } from './answer.ts';
import { instant, notice, shownTest, wireAccess } from './candidate-shapes.ts';
import { FileAnswer } from './file-answer.ts';

/** A question as a candidate sees it, without the correct answer. Not a discriminated union, for the reason of `wireAccess`. */
export const TakeQuestion = z.union([TakeChoice, TakeNumeric, TakeText, TakeCoding, TakeSql, TakeEssay, TakeFile]);
export type TakeQuestion = z.output<typeof TakeQuestion>;

/** One that is answered with a program or a query. */
export type TakeProgram = Extract<TakeQuestion, { code: unknown }>;

/**
 * A picture in prompts and options, whose address in them is `pictures/{pictureId}`. `bytes`: of what is encrypted with AES-256-GCM: 12 of the
 * nonce, the picture, 16 of the tag. `key`, in base64, and the media type are there while the attempt runs.
 */
export const TakePicture = z.object({ pictureId: z.int(), bytes: z.int(), type: z.optional(z.string()), key: z.optional(z.string()) });
export type TakePicture = z.output<typeof TakePicture>;

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
  /** Until the attempt is completed, so that a device can load them before the start. */
  pictures: z.optional(z.array(TakePicture)),
  questions: z.optional(z.array(TakeQuestion)),
  answers: z.optional(z.array(SavedAnswer)),
  /** Absent until a page has saved one. */
  place: z.optional(Place),
  ticket,
  lateAnswers,
  /** The test has questions that are answered with a program; then what is typed is recorded. */
  code: z.optional(z.boolean()),
});
export type AttemptState = z.output<typeof AttemptState>;

/** The stored answer; `accepted` is true if it is the one that was sent. */
export const SaveAnswerResult = z.object({ accepted: z.boolean(), answer: Answer, revision: z.int(), savedAt: instant, ticket });
export type SaveAnswerResult = z.output<typeof SaveAnswerResult>;

/** Response to `PUT /take/{token}/files/{questionId}`: the file as an answer, which is saved like any other. */
export const SaveFileResult = FileAnswer;

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
export const EditsResult = z.object({ recorded: z.int() });

const ranCase = z.object({
  name: z.string(),
  verdict: z.nullable(z.enum(verdicts)),
  stdout: z.string(),
  stderr: z.string(),
  expected: z.nullable(z.string()),
  returned: z.optional(z.string()),
  seconds: z.number(),
  line: z.optional(z.int()),
  waited: z.optional(z.literal(true)),
  warnings: z.optional(z.string()),
});

/**
 * Response to `POST /take/{token}/runs`: one case for each sample, or one for the candidate's own input, of which nothing is `expected`
 * and whose verdict is null unless it failed. After a case that is over its time the others are `not-run`. Output is cut off at 16 KiB.
 * `returned`: the value of a function. `line`: of a compile or runtime error, from 1. `seconds`: of processor time. `waited`: the program
 * was over its time because it waited, and did not compute. `warnings`: of the first case, what the compiler said although it compiled.
 */
export const RunResult = z.object({ cases: z.array(ranCase) });
export type RunResult = z.output<typeof RunResult>;

/**
 * A line of the same response as `application/x-ndjson`, before the last one, which is the whole response. `ahead`: how many programs go
 * before this one; null when it does not wait. `ran`: a case that has ended, and its place among the cases.
 */
export const RunNews = z.union([
  z.object({ ahead: z.nullable(z.int()) }),
  z.object({ ran: z.object({ index: z.int(), ...ranCase.shape }) }),
]);
export type RunNews = z.output<typeof RunNews>;

const names = z.array(z.string().check(z.maxLength(60))).check(z.maxLength(30));

/**
 * Response to `GET /take/{token}/languages`: each language that the service is known to run, with the version that its engine reports.
 * Beside the sentences of `input` and `output` stand the calls alone, for a page in another language than English.
 */
export const LanguagesResult = z.object({
  languages: z
    .array(
      z.object({
        language: z.enum(answerLanguages),
        name: z.string(),
        version: z.string(),
        input: z.string(),
        output: z.string(),
        reads: names,
        writes: names,
        libraries: names,
        missing: names,
        starter: z.string().check(z.maxLength(2000)),
      }),
    )
    .check(z.maxLength(answerLanguages.length)),
});
export type LanguagesResult = z.output<typeof LanguagesResult>;

export const SubmitResult = z.object({
  status: z.literal('Completed'),
  completedAt: instant,
  redirectURL: z.nullable(z.string()),
  lateAnswers,
});
export type SubmitResult = z.output<typeof SubmitResult>;
