import type { Answer, AttemptState, JoinState, TakeQuestion } from '@assay/domain/take';
import type { ReadonlySignal } from '@preact/signals';
import type { Browser } from './browser.ts';

export type { Answer, TakeQuestion };

/** The attempt as the server last told it, decoded; instants are ISO 8601 with milliseconds and `Z`. */
export type Attempt = ReturnType<(typeof AttemptState)['parse']>;

/** What a visitor of `/join/{key}` may know of the test, decoded. */
export type JoinDetails = ReturnType<(typeof JoinState)['parse']>;

/** `cancelled`, `superseded`, `inactive`, `closed`: by refusal or state; `unknown`: no such address; `fault`: an answer this page cannot read. */
export type EndReason = 'closed' | 'cancelled' | 'inactive' | 'superseded' | 'unknown' | 'fault';

/** What the candidate sees, each with the data of that screen only. `opensAt`: ms since 1970 by the server's clock. */
export type Screen =
  | { readonly screen: 'loading' }
  /** The first load failed; it is tried again by itself, and by `retry()`. */
  | { readonly screen: 'unreachable' }
  /** `problem`: why the last `start` did not succeed; it may be pressed again. */
  | { readonly screen: 'before'; readonly attempt: Attempt; readonly starting: boolean; readonly problem: 'unreachable' | null }
  | { readonly screen: 'waiting'; readonly attempt: Attempt; readonly reason: 'not-open' | 'outside-slot'; readonly opensAt: number }
  | { readonly screen: 'ended'; readonly reason: EndReason; readonly attempt: Attempt | null }
  | { readonly screen: 'running'; readonly attempt: Attempt; readonly deadline: number }
  /** Another tab or device saves now. `busy` while `takeOver()` asks; `problem`: why it did not succeed. */
  | { readonly screen: 'takenOver'; readonly attempt: Attempt; readonly busy: boolean; readonly problem: 'unreachable' | null }
  /** `cause`: pressed, or time is up. `offline`: no answer yet; tried again by itself. */
  | { readonly screen: 'submitting'; readonly attempt: Attempt; readonly cause: 'candidate' | 'deadline'; readonly offline: boolean }
  /** `answered`: how many questions have an answer, null when not known (yet). `redirectURL`: http or https only, else null. */
  | {
      readonly screen: 'completed';
      readonly attempt: Attempt;
      readonly completedAt: string | null;
      readonly answered: number | null;
      readonly redirectURL: string | null;
    };

/** `offline`: kept here, sent when the server can be reached. `stopped`: the server takes no more (time is up, taken over, …). */
export type SaveState = 'saved' | 'saving' | 'offline' | 'stopped';

/** `off`: not used. `denied`: refused or missing. `lost`: was on and stopped. */
export type CameraState = 'off' | 'asking' | 'on' | 'denied' | 'lost';

export type AnswerView = { readonly answer: Answer; readonly flagged: boolean; readonly save: SaveState };

/** `takeUrl`: `{base}/take/{token}` without a slash at the end, as `readAddress` gives it. */
export type AttemptDeps = { readonly takeUrl: string; readonly token: string; readonly browser: Browser };

export type JoinDeps = { readonly joinUrl: string; readonly browser: Browser };

/** The candidate's page without its looks. Commands never throw and never reject; what came of them shows in the signals. */
export type AttemptController = {
  readonly screen: ReadonlySignal<Screen>;
  /** While running: ms to the deadline by the server's clock, never below 0, renewed each second; otherwise 0. */
  readonly remaining: ReadonlySignal<number>;
  /** While waiting: ms until it opens, never below 0, renewed each second; otherwise 0. */
  readonly untilOpen: ReadonlySignal<number>;
  /** The device's clock minus the server's, ms; null before the first answer. For the system check. */
  readonly clockOffset: ReadonlySignal<number | null>;
  readonly online: ReadonlySignal<boolean>;
  /** In the order of the test; empty unless running (or taken over, or submitting). `section` is an index in `attempt.sections`. */
  readonly questions: ReadonlySignal<readonly TakeQuestion[]>;
  /** Keyed by questionId; a question never touched is not in it. */
  readonly answers: ReadonlySignal<ReadonlyMap<number, AnswerView>>;
  readonly saveState: ReadonlySignal<SaveState>;
  /** False when this device keeps nothing over a reload (private mode, storage full). Reactive: read it while rendering. */
  readonly persistent: boolean;
  readonly camera: ReadonlySignal<CameraState>;
  /** For a preview; null unless the camera is on. */
  readonly cameraStream: ReadonlySignal<MediaStream | null>;
  /** How often the window was left since this page was loaded. */
  readonly violations: ReadonlySignal<number>;
  /** Loads the attempt; called once, after the first render. */
  load(): void;
  /** Asks for the camera before the start (system check); harmless when it is on already. */
  askCamera(): Promise<void>;
  /** `camera`: consent was given; a denied camera is reported and the test starts all the same. */
  start(choice: { readonly camera: boolean }): Promise<void>;
  /** Keeps the answer on this device at once and sends it soon. Null, `''` and `[]` clear. */
  edit(questionId: number, answer: Answer): void;
  flag(questionId: number, on: boolean): void;
  /** Sends what is unsent, then submits; repeated until the server answers. */
  submit(): Promise<void>;
  takeOver(): Promise<void>;
  /** Tries at once what waits for the network: the first load, unsent answers, the submit. */
  retry(): void;
  /** Wrap what takes the focus without leaving (file dialog, `confirm`): leaving is not counted meanwhile. */
  withoutLeaving<Value>(run: () => Value | Promise<Value>): Promise<Value>;
  dispose(): void;
};

export type JoinField = 'emailId' | 'fullName';

/** `rule`s are for the UI to word: `required`, `too-long`, `email`, `control` (line breaks and the like), `web-address`. */
export type FieldFault = 'required' | 'too-long' | 'email' | 'control' | 'web-address';

export type JoinScreen =
  | { readonly screen: 'loading' }
  | { readonly screen: 'unreachable' }
  | { readonly screen: 'waiting'; readonly details: JoinDetails; readonly reason: 'not-open' | 'outside-slot'; readonly opensAt: number }
  | { readonly screen: 'ended'; readonly details: JoinDetails | null; readonly reason: EndReason }
  /** Registration is by invitation only; who was invited may still ask for their address by mail with the form. */
  | { readonly screen: 'form'; readonly details: JoinDetails; readonly busy: boolean; readonly problem: JoinProblem | null }
  /** The address of the test was mailed to who was invited already. */
  | { readonly screen: 'mailed'; readonly details: JoinDetails; readonly emailId: string }
  | { readonly screen: 'joined'; readonly details: JoinDetails; readonly takeTestURL: string };

/** `refused`: the server found a field wrong; its sentence is in `message`. */
export type JoinProblem =
  | { readonly type: 'unreachable' }
  | { readonly type: 'busy' }
  | { readonly type: 'invite-only' }
  | { readonly type: 'refused'; readonly message: string };

export type JoinController = {
  readonly screen: ReadonlySignal<JoinScreen>;
  readonly untilOpen: ReadonlySignal<number>;
  readonly online: ReadonlySignal<boolean>;
  readonly fields: ReadonlySignal<Readonly<Record<JoinField, string>>>;
  /** Faults of fields that were left (`blur`) or submitted, by the same rules as the server's; null is right or not judged yet. */
  readonly faults: ReadonlySignal<Readonly<Record<JoinField, FieldFault | null>>>;
  load(): void;
  type(field: JoinField, text: string): void;
  blur(field: JoinField): void;
  /** False when a field is wrong: nothing was sent and `faults` says what. */
  submit(): Promise<boolean>;
  retry(): void;
  dispose(): void;
};
