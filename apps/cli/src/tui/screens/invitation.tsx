import type { Timeline } from '@assay/client';
import type { ManagedInvitation } from '@assay/domain';
import { violationsInWords } from '@assay/domain';
import { Text } from 'ink';
import { eventDetails, eventText } from '../../output/event-text.ts';
import { needsInvite } from '../../output/join-url.ts';
import { chop, oneLine } from '../../output/text.ts';
import { atUtc, timeLeft } from '../../time/format-time.ts';
import { type Dialog, linesLeft, overwriteDialog, reduceOpenDialog, unlessAsking } from '../core/dialog.ts';
import { globalKeys, type IdOf, keySet } from '../core/key-sets.ts';
import {
  type Command,
  defineScreen,
  type Effect,
  type Env,
  notify,
  orFault,
  routeTo,
  type ScreenEvent,
  type ShownFault,
  type Step,
  step,
  without,
} from '../core/screen.ts';
import { Body, type Fact, Facts, fact, freeLine } from '../parts/Parts.tsx';
import type { ToneName } from '../parts/Tone.tsx';
import { Tone } from '../parts/Tone.tsx';
import { pageSize } from '../services/ranked-cursors.ts';
import { call, type InputOf, type Succeeded } from '../services/services.ts';
import { doneText, startAction } from './invitation-actions.ts';

const keys = keySet({
  report: { keys: ['v', 'enter'], hint: 'report', help: 'Report of the candidate' },
  cancel: { keys: ['x'], hint: 'cancel', help: 'Cancel the invitation', needs: 'invite' },
  reattempt: { keys: ['t'], hint: 'reattempt', help: 'Invite the candidate once more; the first report stays', needs: 'invite' },
  reset: { keys: ['z'], hint: 'reset', help: 'Archive the attempt: the same take URL starts again', needs: 'manage' },
  extend: { keys: ['e'], hint: 'extra time', help: 'Give extra time', needs: 'manage' },
  copy: { keys: ['c'], hint: 'copy URL', help: 'Copy the take URL' },
  resend: { keys: ['s'], hint: 'send mail', help: 'Mail the invitation, the first time or again', needs: 'invite' },
  pdf: { keys: ['p'], help: 'Save the report as PDF' },
  'open-pdf': { keys: ['o'], help: 'Open the report as PDF, from a copy that is removed when you quit' },
  'revoke-report-url': { keys: ['u'], help: 'Revoke the report URLs that were sent so far', needs: 'manage' },
  up: { keys: ['up', 'k'], help: 'Earlier in the timeline' },
  down: { keys: ['down', 'j'], help: 'Later in the timeline' },
});
type Id = IdOf<typeof keys>;

type Cursor = InputOf<'getInvitationTimeline'>['cursor'];

/**
 * One invitation and the pages of its timeline that were read so far; the last one is read again to refresh. `top` is the first timeline
 * entry on the screen; null follows the newest, which reads the pages up to it.
 */
type InvitationState = {
  readonly testInvitationId: number;
  readonly detail: Timeline | null;
  /** Where the last page begins: its cursor, and its place among the entries. */
  readonly lastPage: { readonly cursor: Cursor; readonly start: number };
  readonly top: number | null;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

const load = ({ testInvitationId }: InvitationState, cursor: Cursor): Effect =>
  call('getInvitationTimeline', { testInvitationId, limit: pageSize, cursor });

const refresh = (state: InvitationState): Effect => load(state, state.lastPage.cursor);

const start = ({ testInvitationId }: { readonly testInvitationId: number }): Step<InvitationState> => {
  const state: InvitationState = {
    testInvitationId,
    detail: null,
    lastPage: { cursor: undefined, start: 0 },
    top: null,
    dialog: null,
    fault: null,
  };
  return step(state, refresh(state));
};

export const statusTone: Readonly<Record<ManagedInvitation['status'], ToneName>> = {
  Pending: 'plain',
  'In progress': 'busy',
  Completed: 'good',
  Reset: 'plain',
  Cancelled: 'quiet',
};

export const scoreText = ({ score, totalScore }: { readonly score: string | null; readonly totalScore: string | null }): string =>
  score === null ? '–' : `${score}/${totalScore ?? '?'}`;

/** All above the heading of the timeline. */
const factsOf = (invitation: ManagedInvitation, { now, columns }: Env): readonly Fact[] => {
  const { status, deadline, testResult, lateAnswers } = invitation;
  return [
    ['Candidate', oneLine(`${invitation.fullName} · ${invitation.emailId}`)],
    fact(
      'Status',
      <>
        <Tone tone={statusTone[status]}>{status}</Tone>
        {status === 'In progress' && deadline !== null
          ? ` · ${timeLeft(Date.parse(deadline), now)} left, until ${atUtc(deadline)} UTC`
          : ''}
        {invitation.extraMinutes > 0 ? ` · ${invitation.extraMinutes} extra minutes` : ''}
        {invitation.current ? '' : ' · there is a newer invitation of this candidate'}
      </>,
    ),
    [
      'Score',
      `${scoreText(invitation)}${testResult === null ? '' : `, ${testResult}`}${lateAnswers === 0 ? '' : `, ${lateAnswers} late`} · report ${invitation.reportStatus}`,
    ],
    ['Proctoring', invitation.startedAt === null ? '–' : violationsInWords(invitation)],
    [
      'Test link',
      `${invitation.testLinkId === null ? 'none' : `link ${invitation.testLinkId}`}${invitation.origin === 'link' ? ' · registered on the join page' : ''}`,
    ],
    ['Take URL', ''],
    ...chop(invitation.takeTestURL ?? needsInvite, columns - 2).map((part) => fact(null, part)),
    freeLine,
  ];
};

const timelineHeight = (state: InvitationState, env: Env): number => {
  const facts = state.detail === null ? [] : factsOf(state.detail.invitation, env);
  // The heading of the timeline.
  return Math.max(2, linesLeft(state, env, facts.length + 1));
};

/** The first entry shown. */
const timelineTop = (state: InvitationState, env: Env): number => {
  const last = Math.max(0, (state.detail?.timeline.length ?? 0) - timelineHeight(state, env));
  return Math.min(state.top ?? last, last);
};

/** The next page, when the end of what was read is on the screen. */
const loadNext = (state: InvitationState, env: Env): Effect[] => {
  const { timeline = [], nextCursor = null } = state.detail ?? {};
  return nextCursor !== null && timelineTop(state, env) + timelineHeight(state, env) >= timeline.length ? [load(state, nextCursor)] : [];
};

const addPage = (
  state: InvitationState,
  { input, value }: Succeeded & { op: 'getInvitationTimeline' },
  env: Env,
): Step<InvitationState> => {
  const { detail, lastPage } = state;
  const read = detail?.timeline ?? [];
  const again = input.cursor === lastPage.cursor;
  // A page that was asked for twice comes when a later one is the last.
  if (!again && (input.cursor === undefined || input.cursor !== detail?.nextCursor)) return step(state);
  const start = again ? lastPage.start : read.length;
  const next: InvitationState = {
    ...state,
    detail: { ...value, timeline: [...read.slice(0, start), ...value.timeline] },
    lastPage: { cursor: input.cursor, start },
    fault: without(state.fault, 'getInvitationTimeline'),
  };
  return step(next, ...loadNext(next, env));
};

const succeeded = (state: InvitationState, event: Succeeded, env: Env): Step<InvitationState> => {
  if (event.op === 'getInvitationTimeline') return addPage(state, event, env);
  if (event.op === 'exportDocument' && !event.value.saved)
    return step({ ...state, dialog: overwriteDialog(event.input, event.value.path) });
  const done = doneText(event);
  if (done === undefined) return step(state);
  if (event.op === 'openDocument' || event.op === 'exportDocument') return step({ ...state, fault: null }, notify(done));
  if (event.op !== 'reattemptInvitation') return step({ ...state, fault: null }, notify(done), refresh(state));
  const { testInvitationId } = event.value;
  return step({ ...state, fault: null }, { type: 'replace', to: routeTo(invitationScreen, { testInvitationId }) }, notify(done));
};

const command = (state: InvitationState, event: Command<Id>, env: Env): Step<InvitationState> => {
  const top = timelineTop(state, env);
  if (event.id === 'up') return step({ ...state, top: Math.max(0, top - 1) });
  if (event.id === 'down') {
    const next = timelineTop({ ...state, top: top + 1 }, env);
    const moved = { ...state, top: next === timelineTop({ ...state, top: null }, env) ? null : next };
    return step(moved, ...loadNext(moved, env));
  }
  if (state.detail === null) return step(state);
  const action = startAction(event.id, state.detail.invitation);
  if (action.type === 'ask') return step({ ...state, dialog: action.dialog });
  return action.type === 'none' ? step(state) : step({ ...state, fault: null }, action.effect);
};

const reduce = (state: InvitationState, event: ScreenEvent<Id>, env: Env): Step<InvitationState> => {
  const inDialog = reduceOpenDialog(state, event);
  if (inDialog !== undefined) return inDialog;
  switch (event.type) {
    case 'refresh':
      return step(state, refresh(state));
    case 'succeeded':
      return succeeded(state, event, env);
    case 'command':
      return command(state, event, env);
    default:
      return orFault(state, event);
  }
};

const View = ({ state, env }: { readonly state: InvitationState; readonly env: Env }) => {
  if (state.detail === null) return <Body env={env} fault={state.fault} reading="Reading the invitation…" />;
  const { invitation, timeline, nextCursor } = state.detail;
  const count = `${timeline.length}${nextCursor === null ? '' : ' and more'}`;
  const height = timelineHeight(state, env);
  const top = timelineTop(state, env);
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      <Facts facts={factsOf(invitation, env)} />
      <Text bold wrap="truncate">
        {`Timeline, UTC${timeline.length > height ? ` (${top + 1}–${Math.min(timeline.length, top + height)} of ${count}, ↑↓)` : ''}`}
      </Text>
      {timeline.slice(top, top + height).map((entry, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several entries can be of one instant and type.
        <Text key={`${top + place}`} wrap="truncate">
          <Tone tone="quiet">{`  ${atUtc(entry.at)}  `}</Tone>
          {oneLine([eventText(entry), eventDetails(entry)].filter((text) => text !== '').join(': '))}
        </Text>
      ))}
    </Body>
  );
};

export const invitationScreen = defineScreen({
  title: (state) => state.detail?.invitation.fullName ?? `Invitation ${state.testInvitationId}`,
  keys,
  place: 'on an invitation',
  active: unlessAsking(keys, globalKeys),
  testIdOf: ({ detail }) => detail?.invitation.testId,
  offers: ({ detail }, id) => detail === null || startAction(id, detail.invitation).type !== 'refused',
  start,
  reduce,
  View,
});
