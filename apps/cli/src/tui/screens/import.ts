import type { ReadCandidates } from '../../files/read-candidates.ts';
import { count } from '../../output/text.ts';
import type { Scope } from '../core/bindings.ts';
import { type Dialog, dialogScopes, linesLeft, reduceDialog } from '../core/dialog.ts';
import { editLine, type LineInput, lineOf, typeInto } from '../core/line-input.ts';
import { type Env, notify, type ScreenEvent, type ShownFault, type Step, shown, step } from '../core/screen.ts';
import { firstSelected, move, type Selection } from '../core/selection.ts';
import { type Call, call } from '../services/services.ts';

/** The result of a row: the invitation's id, or why there is none. */
export type RowResult = { readonly testInvitationId: number | null; readonly error: string | null };

/** Registers many candidates from a CSV file: path, preview, and a result for each row. `results` has those of the rows sent so far. */
export type ImportState = {
  readonly screen: 'import';
  readonly testId: number;
  readonly testLinkId: number | null;
  readonly stage: 'path' | 'reading' | 'preview' | 'sending' | 'done';
  readonly path: LineInput;
  readonly file: ReadCandidates;
  readonly sendEmail: boolean;
  readonly stopping: boolean;
  readonly results: readonly RowResult[];
  readonly selection: Selection;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

/** Rows per request: few enough for a moving progress bar, enough to send 500 rows in 20 requests. */
export const chunkSize = 25;

/** How many faults of the file the preview lists; it counts the others. */
export const faultsShown = 3;

export const startImport = (testId: number, testLinkId: number | null): Step<ImportState> =>
  step({
    screen: 'import',
    testId,
    testLinkId,
    stage: 'path',
    path: lineOf(''),
    file: { candidates: [], faults: [], unknown: [] },
    sendEmail: true,
    stopping: false,
    results: [],
    selection: firstSelected,
    dialog: null,
    fault: null,
  });

export const importScopes = (state: ImportState): readonly Scope[] => {
  if (state.dialog !== null) return dialogScopes(state.dialog);
  if (state.stage === 'path' || state.stage === 'reading') return ['path'];
  if (state.stage === 'sending') return ['sending', 'list'];
  return state.stage === 'preview' ? ['preview', 'list', 'global'] : ['list', 'global'];
};

const noticeHeight = ({ file }: ImportState): number => Math.min(faultsShown + 1, file.faults.length) + (file.unknown.length === 0 ? 0 : 1);

export const importHeight = (state: ImportState, env: Env): number => Math.max(2, linesLeft(state, env, 2 + noticeHeight(state)));

const chunkFrom = (state: ImportState): Call => {
  const rows = state.file.candidates.slice(state.results.length, state.results.length + chunkSize);
  const candidates = rows.map(({ line: _, ...row }) => ({
    ...(state.testLinkId === null ? {} : { testLinkId: state.testLinkId }),
    ...row,
    sendEmail: state.sendEmail,
  }));
  return call('inviteCandidates', { testId: state.testId, candidates });
};

const confirmation = (state: ImportState): Dialog => {
  const left = state.file.candidates.length - state.results.length;
  const faults = state.file.faults.length;
  return {
    kind: 'confirm',
    title: `Register ${count(left, 'candidate')}?`,
    lines: [
      state.sendEmail ? 'Each gets an email with the take URL.' : 'Nobody gets an email: the take URLs are in the list of invitations.',
      ...(faults === 0 ? [] : [`${count(faults, 'line')} of the file cannot be read and will be left out.`]),
    ],
    yes: chunkFrom(state),
  };
};

const sent = (state: ImportState, results: readonly RowResult[]): Step<ImportState> => {
  const next = { ...state, results: [...state.results, ...results] };
  if (results.length === 0 || next.results.length >= state.file.candidates.length) return step({ ...next, stage: 'done', stopping: false });
  if (state.stopping)
    return step({ ...next, stage: 'preview', stopping: false }, notify('Stopped: ⏎ goes on with the rows that are left.'));
  return step(next, chunkFrom(next));
};

const command = (state: ImportState, event: ScreenEvent & { type: 'command' }, env: Env): Step<ImportState> => {
  if (state.stage === 'path' || state.stage === 'reading') {
    if (event.id === 'leave') return step(state, { type: 'back' });
    const path = state.path.text.trim();
    if (event.id !== 'submit' || path === '' || state.stage === 'reading') return step(state);
    return step({ ...state, stage: 'reading', fault: null }, call('readCandidates', { path }));
  }
  const ids = state.file.candidates.map((_, position) => position);
  const moved = move(state.selection, event.id, ids, importHeight(state, env));
  if (moved !== undefined) return step({ ...state, selection: moved });
  if (event.id === 'stop') return step({ ...state, stopping: true }, notify('Stopping after the rows that are under way…'));
  if (state.stage !== 'preview') return step(state);
  if (event.id === 'mail') return step({ ...state, sendEmail: !state.sendEmail });
  if (event.id === 'file') return step({ ...state, stage: 'path', results: [], fault: null });
  return event.id === 'send' && state.file.candidates.length > 0 ? step({ ...state, dialog: confirmation(state) }) : step(state);
};

export const reduceImport = (state: ImportState, event: ScreenEvent, env: Env): Step<ImportState> => {
  if (state.dialog !== null && event.type === 'command') {
    const next = reduceDialog(state.dialog, event);
    if (next.type === 'open') return step(state);
    return next.type === 'cancelled'
      ? step({ ...state, dialog: null })
      : step({ ...state, dialog: null, stage: 'sending', fault: null }, next.call);
  }
  switch (event.type) {
    case 'typed':
      return state.stage === 'path' ? step({ ...state, path: typeInto(state.path, event.text) }) : step(state);
    case 'edit':
      return state.stage === 'path' ? step({ ...state, path: editLine(state.path, event.edit) }) : step(state);
    case 'succeeded':
      if (event.op === 'readCandidates')
        return step({ ...state, stage: 'preview', file: event.value, results: [], selection: firstSelected, fault: null });
      if (event.op !== 'inviteCandidates') return step(state);
      return sent(
        state,
        event.value.results.map(({ invitation, error }) => ({ testInvitationId: invitation?.testInvitationId ?? null, error })),
      );
    case 'failed':
      // Rows that were sent stay sent: the preview offers to continue with the rest.
      return step({ ...state, stage: event.op === 'readCandidates' ? 'path' : 'preview', stopping: false, fault: shown(event) });
    case 'command':
      return command(state, event, env);
    case 'refresh':
    case 'due':
      return step(state);
  }
};
