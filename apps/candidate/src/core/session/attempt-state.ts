import type { Answer, RunNews, RunResult, SaveAnswerResult } from '@assay/domain/take';
import type { AnswerRecord, Away, Drafts, Paper, StoredPlace, StoredTicket, StoredTyping } from '../answers/answer-store.ts';
import type { BrowserEvent } from '../browser.ts';
import { noRetry, type Retry } from '../clock/retry.ts';
import { type ServerClock, startClock } from '../clock/server-clock.ts';
import type { Attempt, CameraOutcome, Request, Response, RunOf, WindowEvent } from '../server/protocol.ts';
import type { Draft as DraftOf, Env } from '../step.ts';
import type { Screen } from './screen.ts';
import type { TabMessage } from './tabs.ts';

/** One question's answer on its way to the server. Times are monotonic ms, here and below. */
export type Entry = {
  readonly record: AnswerRecord;
  readonly sending: boolean;
  /** When the record is to be sent; null when there is nothing to send or it is being sent. */
  readonly dueAt: number | null;
  /** When the oldest edit that waits to be sent was made. */
  readonly editedAt: number | null;
  /** The revision that the server refused: not sent again until the answer is edited. */
  readonly refused: number | null;
  /** What another tab or device saved, which this one had not seen: nothing is sent until the candidate chooses between the two. */
  readonly conflict: SaveAnswerResult | null;
};

export type Answers = {
  readonly entries: ReadonlyMap<number, Entry>;
  /** While `retry.at` is set the server could not be reached, and nothing is sent. */
  readonly retry: Retry;
  /** The server accepts no more answers of this page. */
  readonly stopped: boolean;
  /** The server closed the attempt: what is left is sent once more, so that it is kept there. */
  readonly closed: boolean;
};

/** `ticket`: the latest one, and both clocks when it came. `dueAt`: when another is requested if nothing else brings one. */
export type Contact = {
  readonly ticket: { readonly text: string; readonly now: number; readonly wallClock: number } | null;
  readonly dueAt: number | null;
};

/** A moment by the server's clock, or in monotonic ms while that clock is suspect. */
export type Moment = { readonly at: number } | { readonly monotonic: number };

/** Whether the candidate has this window in front. */
export type FocusTracker = {
  /** As last recorded. */
  readonly present: boolean;
  readonly away: Away | null;
  /** `away`, from before this load, is still to be evaluated. */
  readonly resuming: boolean;
  /** The focus changed: it is looked at again then, and a change that lasted counts from `since`. */
  readonly check: { readonly at: number; readonly since: Moment | null } | null;
  /** Not stored yet. */
  readonly changes: readonly { readonly eventId: string; readonly type: WindowEvent['type']; readonly moment: Moment }[];
  /** Until when storing and sending wait for the server's time; null when they do not. */
  readonly clockWaitUntil: number | null;
  readonly unsent: boolean;
  readonly sending: boolean;
  readonly retry: Retry;
};

/** `off`: not used. `denied`: refused or missing. `lost`: was on and stopped. */
export type CameraState = 'off' | 'asking' | 'on' | 'denied' | 'lost';

export type Camera = {
  readonly state: CameraState;
  readonly stream: MediaStream | null;
  /** What the candidate chose on this page; null before that. */
  readonly consent: boolean | null;
  /** The attempt runs here and is proctored: pictures are taken, and the outcome is reported. */
  readonly recording: boolean;
  readonly outcome: CameraOutcome | null;
  readonly reported: CameraOutcome | null;
  readonly reporting: boolean;
  readonly pictures: readonly Blob[];
  readonly uploading: boolean;
  readonly pictureAt: number | null;
  /** How many more times a camera that shows nothing yet is tried again soon. */
  readonly soonLeft: number;
};

/** The steps of a submit: all answers sent, then the window events, then the submit itself until the server responds. */
export type Submission = { readonly phase: 'answers' | 'events' | 'request'; readonly retry: Retry };

/** The question that the candidate looks at, null if none is known. It is sent with all flags at `dueAt`; null when the server has it. */
export type Place = { readonly questionId: number | null; readonly dueAt: number | null; readonly sending: boolean };

/**
 * The last run of a question's program. `early`: other runs were just before; `limit`: the attempt has none left; `unavailable`: the server
 * cannot run anything now.
 */
export type Run = {
  readonly of: RunOf;
} /** `ahead`: programs that go before it; null while it is not known to wait. Seconds since `startedAt` are those in which it did not wait. */ & (
  | { readonly type: 'running'; readonly startedAt: number; readonly ahead: number | null; readonly cases: RunResult['cases'] }
  | { readonly type: 'done'; readonly cases: RunResult['cases'] }
  /** `cases`: what had ended before. */
  | {
      readonly type: 'failed';
      readonly why: 'early' | 'limit' | 'unavailable' | 'offline' | 'refused';
      readonly cases: RunResult['cases'];
    }
);

/** By questionId. `freeAt`: the server accepts no other run before. */
export type Runs = { readonly last: ReadonlyMap<number, Run>; readonly freeAt: number };

/** What is typed into programs on its way to the server; sent at `dueAt`. */
export type Typing = StoredTyping & { readonly sending: boolean; readonly dueAt: number | null; readonly retry: Retry };

export type AttemptState = {
  readonly screen: Screen;
  readonly online: boolean;
  /** False when this device stores nothing over a reload (private mode, storage full). */
  readonly persistent: boolean;
  readonly clock: ServerClock;
  /** The device's clock minus the server's, ms; null before the first response. */
  readonly clockOffset: number | null;
  /** While running: ms to the deadline, never below 0, renewed each second; otherwise 0. */
  readonly remaining: number;
  /** While waiting: ms until it opens, never below 0, renewed each second; otherwise 0. */
  readonly untilOpen: number;
  readonly tickAt: number | null;
  /** The attempt is being requested, was requested at `loadedAt`, will be again at `retry.at`. */
  readonly loading: boolean;
  readonly loadedAt: number;
  readonly retry: Retry;
  /** A start or takeover: waits for the camera prompt, for the server, for what the device stores. */
  readonly claim: 'none' | 'camera' | 'server' | 'device';
  /** Counts claims that succeeded: a response to a request of an earlier run changes nothing. */
  readonly run: number;
  readonly answers: Answers;
  readonly runs: Runs;
  readonly typing: Typing;
  readonly place: Place;
  readonly contact: Contact;
  /** Questions whose answers this device has and the server never got; of a completed attempt. */
  readonly undelivered: readonly number[];
  readonly tracker: FocusTracker;
  /** How often the window was left since this page was loaded. */
  readonly violations: number;
  readonly camera: Camera;
  readonly submission: Submission | null;
  /** Spreads the requests of all pages that wait for one opening. */
  readonly openJitterMs: number;
};

/** What this device stores of an attempt. */
export type Stored = {
  readonly records: readonly AnswerRecord[];
  readonly away: Away | null;
  readonly cameraConsent: boolean;
  readonly place: StoredPlace | null;
  readonly typing: StoredTyping | null;
};

/** What happened. The first fourteen are the candidate's doing. */
export type AttemptEvent =
  | { readonly type: 'page-rendered' }
  /** `camera`: consent was given; without it, or without a camera, the test starts all the same. */
  | { readonly type: 'start-pressed'; readonly camera: boolean }
  | { readonly type: 'takeover-pressed' }
  /** Null, `''` and `[]` clear. `typed`: the text of the field, where the answer has another form. `pasted`: characters that were just pasted. */
  | {
      readonly type: 'answer-edited';
      readonly questionId: number;
      readonly answer: Answer;
      readonly typed?: string | undefined;
      readonly pasted?: number | undefined;
      readonly drafts?: Drafts;
    }
  /** What was typed is no answer. */
  | { readonly type: 'text-typed'; readonly questionId: number; readonly text: string; readonly drafts?: Drafts }
  /** Of a program, without a change of the answer. */
  | { readonly type: 'drafts-changed'; readonly questionId: number; readonly drafts: Drafts }
  | { readonly type: 'typing-recorded'; readonly typing: Pick<StoredTyping, 'edits' | 'recorded'> }
  | { readonly type: 'run-pressed'; readonly questionId: number; readonly of: RunOf }
  /** Of a question with two answers, which one counts. */
  | { readonly type: 'answer-chosen'; readonly questionId: number; readonly from: 'here' | 'elsewhere' }
  | { readonly type: 'question-shown'; readonly questionId: number }
  | { readonly type: 'question-flagged'; readonly questionId: number; readonly flagged: boolean }
  | { readonly type: 'submit-pressed' }
  | { readonly type: 'retry-pressed' }
  | { readonly type: 'camera-pressed' }
  | { readonly type: 'window'; readonly event: BrowserEvent }
  /** Something may be due. */
  | { readonly type: 'tick' }
  | { readonly type: 'response'; readonly run: number; readonly response: Response }
  /** Of the program that runs, before its response. */
  | { readonly type: 'run-news'; readonly run: number; readonly news: RunNews }
  | ({
      readonly type: 'device-read';
      readonly attempt: Attempt;
      /** After the deadline nobody can take over: what this device has is sent in the name of the session that typed it, if it knows one. */
      readonly late: 'ours' | 'unknown' | null;
    } & Stored)
  | { readonly type: 'device-cleared'; readonly kept: readonly AnswerRecord[] }
  /** Null: this device stores no attempt that runs. */
  | { readonly type: 'paper-read'; readonly stored: (Stored & { readonly paper: Paper; readonly ticket: StoredTicket | null }) | null }
  | { readonly type: 'events-read'; readonly events: readonly WindowEvent[] }
  | { readonly type: 'storage-checked'; readonly persistent: boolean }
  | { readonly type: 'tab-message'; readonly message: TabMessage }
  | { readonly type: 'camera-opened'; readonly stream: MediaStream | null }
  | { readonly type: 'camera-denied' }
  | { readonly type: 'camera-lost' }
  | { readonly type: 'picture-taken'; readonly picture: Blob | null };

/** Performed by `attempt-controller.ts`, which then dispatches the event behind the arrow. */
export type Effect =
  /** → `response` */
  | { readonly type: 'request'; readonly request: Request }
  /** To the other tabs of this browser on the same attempt. */
  | { readonly type: 'post'; readonly message: TabMessage['type']; readonly records: readonly AnswerRecord[] }
  /** Drops what is stored of an earlier attempt under the same address (one that was reset). → `device-read` */
  | { readonly type: 'read-device'; readonly attempt: Attempt; readonly late: boolean }
  /** For a page that is opened without a network; null removes it. */
  | { readonly type: 'put-paper'; readonly attempt: Attempt | null }
  /** → `paper-read` */
  | { readonly type: 'read-paper' }
  | { readonly type: 'put-place'; readonly place: StoredPlace }
  | { readonly type: 'put-typing'; readonly typing: StoredTyping }
  | { readonly type: 'put-ticket'; readonly ticket: StoredTicket }
  | { readonly type: 'put-record'; readonly record: AnswerRecord }
  | { readonly type: 'remove-record'; readonly questionId: number }
  /** → `events-read` */
  | { readonly type: 'read-events' }
  | { readonly type: 'add-event'; readonly event: WindowEvent }
  | { readonly type: 'remove-events'; readonly eventIds: readonly string[] }
  | { readonly type: 'set-away'; readonly away: Away | null }
  | { readonly type: 'set-camera-consent' }
  /** Keeps only answers that the server never got. → `device-cleared` */
  | { readonly type: 'clear-device' }
  /** Asks for permission when the browser has none. → `camera-opened` or `camera-denied`, later perhaps `camera-lost` */
  | { readonly type: 'open-camera' }
  | { readonly type: 'close-camera' }
  /** → `picture-taken` */
  | { readonly type: 'take-picture' };

export type Draft = DraftOf<AttemptState, Effect>;

export const noAnswers: Answers = { entries: new Map(), retry: noRetry, stopped: false, closed: false };

export const noRuns: Runs = { last: new Map(), freeAt: Number.NEGATIVE_INFINITY };

export const noTyping: Typing = { edits: [], trying: 0, batch: 1, recorded: {}, sending: false, dueAt: null, retry: noRetry };

/** `away`: how an earlier load of this page on this device ended. */
export const startTracker = (away: Away | null): FocusTracker => ({
  present: true,
  away,
  resuming: true,
  check: null,
  changes: [],
  clockWaitUntil: null,
  unsent: true,
  sending: false,
  retry: noRetry,
});

export const cameraOff: Camera = {
  state: 'off',
  stream: null,
  consent: null,
  recording: false,
  outcome: null,
  reported: null,
  reporting: false,
  pictures: [],
  uploading: false,
  pictureAt: null,
  soonLeft: 0,
};

export const startAttempt = (env: Env): AttemptState => ({
  screen: { screen: 'loading' },
  online: env.online,
  persistent: true,
  clock: startClock(env),
  clockOffset: null,
  remaining: 0,
  untilOpen: 0,
  tickAt: null,
  loading: false,
  loadedAt: Number.NEGATIVE_INFINITY,
  retry: noRetry,
  claim: 'none',
  run: 0,
  answers: noAnswers,
  runs: noRuns,
  typing: noTyping,
  place: { questionId: null, dueAt: null, sending: false },
  contact: { ticket: null, dueAt: null },
  undelivered: [],
  tracker: startTracker(null),
  violations: 0,
  camera: cameraOff,
  submission: null,
  openJitterMs: env.random * 2_000,
});

/** This page is the one that saves. */
export const isUnderWay = ({ screen }: Pick<AttemptState, 'screen'>): boolean =>
  screen.screen === 'running' || screen.screen === 'submitting';

export const request = (draft: Draft, content: Request): void => void draft.effects.push({ type: 'request', request: content });
