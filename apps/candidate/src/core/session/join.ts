import { type ConfirmationState, JoinBody, type JoinResult, type JoinState as JoinStateSchema } from '@assay/domain/take';
import type { BrowserEvent } from '../browser.ts';
import { isDue, noRetry, type Retry, retryLater } from '../clock/retry.ts';
import type { Outcome } from '../server/http.ts';
import { type Draft as DraftOf, type Env, type Handlers, reducer } from '../step.ts';
import { type EndReason, endingOf } from './screen.ts';

/** What a visitor of `/join/{key}` may know of the test, decoded. */
export type JoinDetails = ReturnType<(typeof JoinStateSchema)['parse']>;

/** What the holder of a mailed address confirms, decoded. */
export type Confirmation = ReturnType<(typeof ConfirmationState)['parse']>;

/** The URL of the candidate's test, or that a confirmation was mailed. */
export type Registered = JoinResult;

export type JoinField = 'emailId' | 'fullName';
export type Visitor = Readonly<Record<JoinField, string>>;

/** Rules for the UI to word; `control`: line breaks and the like. */
export type FieldFault = 'required' | 'too-long' | 'email' | 'control' | 'web-address';
export type FieldFaults = Readonly<Record<JoinField, FieldFault | null>>;

/** `refused`: the server found a field wrong; its sentence is in `message`. */
export type JoinProblem =
  | { readonly type: 'unreachable' }
  | { readonly type: 'busy' }
  /** The organization takes no further registrations before `until` (ms since 1970, by this device's clock). */
  | { readonly type: 'full'; readonly until: number }
  | { readonly type: 'invite-only' }
  | { readonly type: 'refused'; readonly message: string };

export type JoinScreen =
  | { readonly screen: 'loading' }
  | { readonly screen: 'unreachable' }
  | { readonly screen: 'waiting'; readonly details: JoinDetails; readonly reason: 'not-open' | 'outside-slot'; readonly opensAt: number }
  | { readonly screen: 'ended'; readonly details: JoinDetails | Confirmation | null; readonly reason: EndReason }
  /** Where registration is by invitation only, an invited candidate may still request their address by mail with the form. */
  | { readonly screen: 'form'; readonly details: JoinDetails; readonly busy: boolean; readonly problem: JoinProblem | null }
  | { readonly screen: 'confirm'; readonly details: Confirmation; readonly busy: boolean; readonly problem: JoinProblem | null }
  /** `invited`: the address of the test was mailed, as the candidate is already invited; otherwise one to confirm. */
  | { readonly screen: 'mailed'; readonly details: JoinDetails; readonly emailId: string; readonly invited: boolean }
  | { readonly screen: 'joined'; readonly details: JoinDetails | Confirmation; readonly takeTestURL: string };

export type JoinState = {
  readonly screen: JoinScreen;
  readonly online: boolean;
  /** While waiting: ms until it opens, never below 0, renewed each second; otherwise 0. */
  readonly untilOpen: number;
  readonly tickAt: number | null;
  /** The details are being requested, were requested at `loadedAt` (monotonic ms), will be again at `retry.at`. */
  readonly loading: boolean;
  readonly loadedAt: number;
  readonly retry: Retry;
  readonly fields: Visitor;
  /** By the same rules as the server's; null is right or not checked yet. */
  readonly faults: FieldFaults;
  /** Fields that were left or submitted: they are checked as the visitor types. */
  readonly checked: readonly JoinField[];
};

export type JoinEvent =
  | { readonly type: 'page-rendered' }
  | { readonly type: 'field-typed'; readonly field: JoinField; readonly text: string }
  | { readonly type: 'field-left'; readonly field: JoinField }
  | { readonly type: 'join-pressed' }
  | { readonly type: 'confirm-pressed' }
  | { readonly type: 'retry-pressed' }
  | { readonly type: 'window'; readonly event: BrowserEvent }
  | { readonly type: 'tick' }
  | { readonly type: 'details-response'; readonly outcome: Outcome<JoinDetails | Confirmation> }
  | { readonly type: 'join-response'; readonly visitor: Visitor; readonly outcome: Outcome<Registered> };

/** → `details-response`, `join-response` */
export type JoinEffect = { readonly type: 'load-details' } | { readonly type: 'join'; readonly visitor: Visitor };

type Draft = DraftOf<JoinState, JoinEffect>;

export const startJoin = ({ online }: Env): JoinState => ({
  screen: { screen: 'loading' },
  online,
  untilOpen: 0,
  tickAt: null,
  loading: false,
  loadedAt: Number.NEGATIVE_INFINITY,
  retry: noRetry,
  fields: { emailId: '', fullName: '' },
  faults: { emailId: null, fullName: null },
  checked: [],
});

/** When something is due although nothing happens (monotonic ms); `Infinity` for never. */
export const joinWakeAt = ({ tickAt, retry }: JoinState): number =>
  Math.min(tickAt ?? Number.POSITIVE_INFINITY, retry.at ?? Number.POSITIVE_INFINITY);

/** The domain's sentence of each rule, by its beginning, and the name the UI words it under. */
const faultsByRule: readonly (readonly [string, FieldFault])[] = [
  ['is required', 'required'],
  ['must be at most', 'too-long'],
  ['must be an email', 'email'],
  ['must not contain control', 'control'],
  ['must be a name', 'web-address'],
];

/** What is wrong with a field by the rule the server uses too; null when nothing is. */
export const checkField = (field: JoinField, text: string): FieldFault | null => {
  const checked = JoinBody.shape[field].safeParse(text);
  const message = checked.success ? undefined : checked.error.issues[0]?.message;
  if (message === undefined) return null;
  return faultsByRule.find(([rule]) => message.startsWith(rule))?.[1] ?? (field === 'emailId' ? 'email' : 'required');
};

const check = (draft: Draft, field: JoinField) => {
  draft.checked = [...draft.checked, field];
  draft.faults = { ...draft.faults, [field]: checkField(field, draft.fields[field]) };
};

const show = (draft: Draft, screen: JoinScreen) => {
  draft.screen = screen;
  draft.tickAt = draft.env.now;
};

const refresh = (draft: Draft) => {
  if (draft.loading) return;
  draft.loading = true;
  draft.loadedAt = draft.env.now;
  draft.retry = { ...draft.retry, at: null };
  draft.effects.push({ type: 'load-details' });
};

const screenOf = (details: JoinDetails | Confirmation): JoinScreen => {
  const { access } = details;
  // Confirmed is also a test that opens later: the mailed address may have expired by then.
  if ('emailId' in details) {
    if (access.state === 'closed' || access.state === 'inactive') return { screen: 'ended', details, reason: access.state };
    return { screen: 'confirm', details, busy: false, problem: null };
  }
  switch (access.state) {
    case 'open':
      return { screen: 'form', details, busy: false, problem: null };
    case 'not-open':
    case 'outside-slot':
      return { screen: 'waiting', details, reason: access.state, opensAt: Date.parse(access.opensAt) };
    case 'closed':
    case 'inactive':
      return { screen: 'ended', details, reason: access.state };
  }
};

const detailsReceived = (draft: Draft, outcome: Outcome<JoinDetails | Confirmation>) => {
  draft.loading = false;
  if (outcome.type === 'unreachable') {
    draft.retry = retryLater(draft.retry, draft.env, outcome.retryAfterMs);
    if (draft.screen.screen === 'loading') show(draft, { screen: 'unreachable' });
    return;
  }
  draft.retry = noRetry;
  if (outcome.type === 'ok') show(draft, screenOf(outcome.value));
  else show(draft, { screen: 'ended', details: null, reason: endingOf(outcome.code) ?? 'fault' });
};

const join = (draft: Draft) => {
  const { screen, fields } = draft;
  if (screen.screen !== 'form' || screen.busy) return;
  check(draft, 'emailId');
  check(draft, 'fullName');
  if (draft.faults.emailId !== null || draft.faults.fullName !== null) return;
  show(draft, { ...screen, busy: true, problem: null });
  draft.effects.push({ type: 'join', visitor: { emailId: fields.emailId.trim(), fullName: fields.fullName.trim() } });
};

const confirm = (draft: Draft) => {
  const { screen } = draft;
  if (screen.screen !== 'confirm' || screen.busy) return;
  const { emailId, fullName } = screen.details;
  show(draft, { ...screen, busy: true, problem: null });
  draft.effects.push({ type: 'join', visitor: { emailId, fullName } });
};

/** Of the limits that end by themselves none asks for longer; a quota of the organization starts again at midnight UTC. */
const longestPauseMs = 5 * 60_000;

const problemOf = ({ retryAfterMs, status }: Outcome<never> & { type: 'unreachable' }, wallClock: number): JoinProblem => {
  if (retryAfterMs === undefined) return { type: 'unreachable' };
  return status === 429 && retryAfterMs > longestPauseMs ? { type: 'full', until: wallClock + retryAfterMs } : { type: 'busy' };
};

const joinReceived = (draft: Draft, { visitor, outcome }: JoinEvent & { type: 'join-response' }) => {
  const { screen } = draft;
  if (screen.screen !== 'form' && screen.screen !== 'confirm') return;
  const { details } = screen;
  const mailed = (invited: boolean) =>
    screen.screen === 'form' && show(draft, { screen: 'mailed', details: screen.details, emailId: visitor.emailId, invited });
  const fail = (problem: JoinProblem) => show(draft, { ...screen, busy: false, problem });
  if (outcome.type === 'ok') {
    if ('takeTestURL' in outcome.value) show(draft, { screen: 'joined', details, takeTestURL: outcome.value.takeTestURL });
    else mailed(false);
    return;
  }
  if (outcome.type === 'unreachable') return fail(problemOf(outcome, draft.env.wallClock));
  const { code, message } = outcome;
  const reason = endingOf(code);
  if (code === 'join.already-invited') mailed(true);
  else if (code === 'join.invite-only' && screen.screen === 'form') fail({ type: 'invite-only' });
  else if (code === 'take.not-open' || code === 'take.outside-slot') refresh(draft);
  else if (reason !== undefined) show(draft, { screen: 'ended', details, reason });
  else fail({ type: 'refused', message });
};

const retryNow = (draft: Draft) => {
  if (draft.screen.screen === 'unreachable') refresh(draft);
};

const handlers: Handlers<Draft, JoinEvent> = {
  'page-rendered': refresh,
  'field-typed': (draft, { field, text }) => {
    draft.fields = { ...draft.fields, [field]: text };
    if (draft.checked.includes(field)) check(draft, field);
  },
  'field-left': (draft, { field }) => {
    // Leaving an empty field on the way to another is not a mistake yet.
    if (draft.fields[field] !== '' || draft.checked.includes(field)) check(draft, field);
  },
  'join-pressed': join,
  'confirm-pressed': confirm,
  'retry-pressed': retryNow,
  window: (draft, { event }) => event === 'online' && retryNow(draft),
  tick: () => {},
  'details-response': (draft, { outcome }) => detailsReceived(draft, outcome),
  'join-response': joinReceived,
};

/** Each second, and when the screen changed. The server sends no time before a registration: the device's clock counts. */
const advance = (draft: Draft) => {
  const { screen, env } = draft;
  draft.online = env.online;
  if (isDue(draft.retry.at, env.now)) refresh(draft);
  if (!isDue(draft.tickAt, env.now)) return;
  draft.tickAt = env.now + 1_000;
  draft.untilOpen = screen.screen === 'waiting' ? Math.max(0, screen.opensAt - env.wallClock) : 0;
  if (screen.screen === 'waiting' && draft.untilOpen === 0 && env.now - draft.loadedAt > 5_000) refresh(draft);
};

/** The page of a test link after an event. Pure: everything from outside is in the event and in `env`. */
export const reduceJoin = reducer<JoinState, JoinEvent, JoinEffect>(handlers, advance);
