import type { InviteOutcome } from '@assay/domain';
import { Box, Text } from 'ink';
import type { RowFault } from '../../files/read-candidates.ts';
import { foreseenWords, rowWords, type Tally, tallyOf, tallyText } from '../../output/import-text.ts';
import { bar, count, oneLine } from '../../output/text.ts';
import { type Dialog, linesLeft, reduceDialog, unlessAsking } from '../core/dialog.ts';
import { globalKeys, type IdOf, type KeySet, keySet, listKeys } from '../core/key-sets.ts';
import { editLine, type LineInput, lineOf, typeInto } from '../core/line-input.ts';
import { type Command, defineScreen, type Env, notify, type ScreenEvent, type ShownFault, type Step, shown, step } from '../core/screen.ts';
import { firstSelected, move, type Selection } from '../core/selection.ts';
import type { ColumnSpec } from '../parts/columns.ts';
import { Body, Line } from '../parts/Parts.tsx';
import { type Cell, Table, windowOf } from '../parts/Table.tsx';
import { Tone, type ToneName } from '../parts/Tone.tsx';
import type { CandidateFile, Foreseen } from '../services/files.ts';
import { type Call, call } from '../services/services.ts';

const pathKeys = keySet(
  {
    submit: { keys: ['enter'], hint: 'read the file', help: 'Read the CSV file' },
    complete: { keys: ['tab'], hint: 'complete the path', help: 'Complete the path' },
    leave: { keys: ['esc'], hint: 'back', help: 'Back' },
  },
  { typing: true },
);

const previewKeys = keySet({
  send: { keys: ['enter'], hint: 'register', help: 'Register the candidates of the file, or those that are left' },
  mail: { keys: ['m'], hint: 'mail', help: 'Mail the invitations, or do not' },
  revive: { keys: ['v'], hint: 'revive', help: 'Invite again those whose invitation was cancelled, or do not' },
  file: { keys: ['f'], hint: 'other file', help: 'Choose another file' },
});

const faultyKeys = keySet({
  faulty: { keys: ['w'], hint: 'write faulty rows', help: 'Write the faulty rows to a file beside it, to be mended' },
});

const sendingKeys = keySet({
  stop: { keys: ['esc', 'q', 'ctrl-c'], hint: 'stop', help: 'Stop after the rows that are under way' },
});

type Id = IdOf<typeof pathKeys | typeof previewKeys | typeof faultyKeys | typeof sendingKeys>;

/** The result of a row: what became of it, the invitation's id, and why there is none. */
export type RowResult = Foreseen & { readonly testInvitationId: number | null };

/** Registers many candidates from a CSV file: path, preview, and a result for each row. `results` has those of the rows sent so far. */
export type ImportState = {
  readonly testId: number;
  readonly testLinkId: number | null;
  readonly stage: 'path' | 'reading' | 'preview' | 'sending' | 'done';
  readonly path: LineInput;
  /** What the path could go on with, after Tab. */
  readonly names: readonly string[];
  readonly file: CandidateFile;
  readonly sendEmail: boolean;
  /** Whether those are invited again whose invitation was cancelled. */
  readonly revive: boolean;
  readonly stopping: boolean;
  readonly results: readonly RowResult[];
  readonly selection: Selection;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

/** Rows per request: few enough for a moving progress bar, enough to send 500 rows in 20 requests. */
export const chunkSize = 25;

/** How many faults of the file the preview lists; it counts the others. */
const faultsShown = 3;

const start = ({ testId, testLinkId }: Pick<ImportState, 'testId' | 'testLinkId'>): Step<ImportState> =>
  step({
    testId,
    testLinkId,
    stage: 'path',
    path: lineOf(''),
    names: [],
    file: { candidates: [], faults: [], unknown: [], cells: { delimiter: ',', head: [], rows: new Map() }, foreseen: [] },
    sendEmail: true,
    revive: false,
    stopping: false,
    results: [],
    selection: firstSelected,
    dialog: null,
    fault: null,
  });

const active = (state: ImportState): readonly KeySet[] => {
  if (state.stage === 'path' || state.stage === 'reading') return [pathKeys];
  if (state.stage === 'sending') return state.stopping ? [listKeys] : [sendingKeys, listKeys];
  const faulty = importFaults(state).length === 0 ? [] : [faultyKeys];
  return unlessAsking(...(state.stage === 'preview' ? [previewKeys] : []), ...faulty, listKeys, globalKeys)(state);
};

/** What becomes of the row: its result, or what is foreseen. */
const outcomeAt = ({ file, results, revive }: ImportState, place: number): InviteOutcome => {
  const outcome = results[place]?.outcome ?? file.foreseen[place]?.outcome ?? 'invited';
  return results[place] === undefined && revive && outcome === 'cancelled' ? 'revived' : outcome;
};

const tallyFrom = (state: ImportState, first: number): Tally =>
  tallyOf(state.file.candidates.slice(first).map((_, place) => outcomeAt(state, first + place)));

/** Whether rows were sent, or are under way. */
const hasBegun = ({ stage, results }: ImportState): boolean => stage !== 'preview' || results.length > 0;

/** What became of the rows that were sent; before the first, what is foreseen of all. */
export const importTally = (state: ImportState): Tally => {
  const tally = hasBegun(state) ? tallyOf(state.results.map(({ outcome }) => outcome)) : tallyFrom(state, 0);
  return { ...tally, invalid: tally.invalid + state.file.faults.length };
};

/** The faulty rows of the file, and those that the server refuses. */
const importFaults = ({ file, results }: ImportState): readonly RowFault[] =>
  [
    ...file.faults,
    ...file.candidates.flatMap(({ line }, place) => {
      const { outcome, error } = results[place] ?? file.foreseen[place] ?? { outcome: 'invited', error: null };
      return outcome === 'invalid' ? [{ line, rule: error ?? '' }] : [];
    }),
  ].toSorted((one, other) => one.line - other.line);

const noticeHeight = ({ file }: ImportState): number => Math.min(faultsShown + 1, file.faults.length) + (file.unknown.length === 0 ? 0 : 1);

const importHeight = (state: ImportState, env: Env): number => Math.max(2, linesLeft(state, env, 3 + noticeHeight(state)));

const chunkFrom = (state: ImportState): Call => {
  const rows = state.file.candidates.slice(state.results.length, state.results.length + chunkSize);
  const candidates = rows.map(({ line: _, ...row }) => ({ ...row, sendEmail: state.sendEmail, revive: state.revive, again: false }));
  return call('inviteCandidates', { testId: state.testId, candidates });
};

const confirmation = (state: ImportState): Dialog | null => {
  const left = tallyFrom(state, state.results.length);
  const registered = left.invited + left.revived;
  if (registered === 0) return null;
  const faults = state.file.faults.length;
  const are = (amount: number, what: string): string => `${count(amount, 'candidate')} ${amount === 1 ? 'is' : 'are'} ${what}`;
  return {
    kind: 'confirm',
    title: `Register ${count(registered, 'candidate')}?`,
    lines: [
      state.sendEmail ? 'Each gets an email with the take URL.' : 'Nobody gets an email: the take URLs are in the list of invitations.',
      ...(left['already-invited'] === 0 ? [] : [`${are(left['already-invited'], 'invited already')}: nothing is sent.`]),
      ...(left.revived === 0 ? [] : [`${are(left.revived, 'invited again although the invitation was cancelled')}.`]),
      ...(left.cancelled === 0 ? [] : [`${are(left.cancelled, 'cancelled and will stay so')}.`]),
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

const command = (state: ImportState, event: Command<Id>, env: Env): Step<ImportState> => {
  if (state.stage === 'path' || state.stage === 'reading') {
    if (event.id === 'leave') return step(state, { type: 'back' });
    const path = state.path.text.trim();
    if (event.id === 'complete' && state.stage === 'path') return step(state, call('completePath', { text: state.path.text }));
    if (event.id !== 'submit' || path === '' || state.stage === 'reading') return step(state);
    return step(
      { ...state, stage: 'reading', fault: null },
      call('readCandidates', { path, testId: state.testId, testLinkId: state.testLinkId }),
    );
  }
  const ids = state.file.candidates.map((_, position) => position);
  const moved = move(state.selection, event.id, ids, importHeight(state, env));
  if (moved !== undefined) return step({ ...state, selection: moved });
  if (event.id === 'stop') return step({ ...state, stopping: true }, notify('Stopping after the rows that are under way…'));
  if (event.id === 'faulty')
    return step(state, call('writeFaulty', { path: state.path.text.trim(), cells: state.file.cells, faults: importFaults(state) }));
  if (state.stage !== 'preview') return step(state);
  if (event.id === 'revive') return step({ ...state, revive: !state.revive });
  if (event.id === 'mail') return step({ ...state, sendEmail: !state.sendEmail });
  if (event.id === 'file') return step({ ...state, stage: 'path', results: [], fault: null });
  if (event.id !== 'send') return step(state);
  const dialog = confirmation(state);
  return dialog === null ? step(state, notify('There is nobody left to register.')) : step({ ...state, dialog });
};

const reduce = (state: ImportState, event: ScreenEvent<Id>, env: Env): Step<ImportState> => {
  if (state.dialog !== null && event.type === 'command') {
    const next = reduceDialog(state.dialog, event);
    if (next.type === 'open') return step(state);
    return next.type === 'cancelled'
      ? step({ ...state, dialog: null })
      : step({ ...state, dialog: null, stage: 'sending', fault: null }, next.call);
  }
  switch (event.type) {
    case 'typed':
      return state.stage === 'path' ? step({ ...state, path: typeInto(state.path, event.text), names: [] }) : step(state);
    case 'edit':
      return state.stage === 'path' ? step({ ...state, path: editLine(state.path, event.edit), names: [] }) : step(state);
    case 'succeeded':
      if (event.op === 'readCandidates')
        return step({ ...state, stage: 'preview', file: event.value, results: [], selection: firstSelected, fault: null });
      if (event.op === 'writeFaulty') return step({ ...state, fault: null }, notify(`The faulty rows are in ${event.value.path}`));
      if (event.op === 'completePath')
        // The person may have typed on meanwhile.
        return state.stage === 'path' && event.input.text === state.path.text
          ? step({ ...state, path: lineOf(event.value.text), names: event.value.names })
          : step(state);
      if (event.op !== 'inviteCandidates') return step(state);
      return sent(
        state,
        event.value.results.map(({ outcome, invitation, error }) => ({
          outcome,
          testInvitationId: invitation?.testInvitationId ?? null,
          error,
        })),
      );
    case 'failed':
      if (event.op === 'writeFaulty') return step({ ...state, fault: shown(event) });
      // Rows that were sent stay sent: the preview offers to continue with the rest.
      return step({ ...state, stage: event.op === 'readCandidates' ? 'path' : 'preview', stopping: false, fault: shown(event) });
    case 'command':
      return command(state, event, env);
    case 'refresh':
    case 'due':
      return step(state);
  }
};

const columns: readonly ColumnSpec[] = [
  { title: 'Line', width: 6, align: 'right' },
  { title: 'Candidate', share: 1 },
  { title: 'Email', share: 1 },
  { title: 'Result', share: 1 },
];

const tones = {
  invited: 'good',
  'already-invited': 'quiet',
  cancelled: 'busy',
  revived: 'good',
  invalid: 'bad',
} as const satisfies Record<InviteOutcome, ToneName>;

const resultOf = (state: ImportState, place: number): Cell => {
  const result = state.results[place];
  const outcome = outcomeAt(state, place);
  const tone = result === undefined && outcome === 'invited' ? 'plain' : tones[outcome];
  if (outcome === 'invalid') return { text: `✗ ${result?.error ?? state.file.foreseen[place]?.error ?? ''}`, tone };
  if (result === undefined) return { text: foreseenWords[outcome], tone };
  return { text: outcome === 'invited' ? `invitation ${result.testInvitationId ?? ''}` : rowWords[outcome], tone };
};

const Progress = ({ state, env }: { readonly state: ImportState; readonly env: Env }) => {
  const total = state.file.candidates.length;
  const sent = state.results.length;
  return (
    <Text wrap="truncate">
      <Tone tone="good">{bar(total === 0 ? 0 : sent / total, Math.max(10, env.columns - 45))}</Tone>
      {`  ${sent} of ${total} sent${sent < total ? `, ${total - sent} not sent` : ''}${state.stage === 'done' ? '. Done.' : ''}`}
    </Text>
  );
};

/** What will be done, with the keys that change it. */
const choicesOf = (state: ImportState): string =>
  [
    `${state.sendEmail ? 'Mailed' : 'Not mailed'} (m changes)`,
    ...(state.file.foreseen.some(({ outcome }) => outcome === 'cancelled')
      ? [`cancelled ones ${state.revive ? 'are invited again' : 'stay so'} (v changes)`]
      : []),
    ...(state.testLinkId === null ? [] : [`by test link ${state.testLinkId}`]),
  ].join(' · ');

const Faults = ({ state }: { readonly state: ImportState }) => {
  const { faults, unknown } = state.file;
  return (
    <Box flexDirection="column" flexShrink={0}>
      {unknown.length === 0 ? null : <Text wrap="truncate">{`  Columns not read: ${oneLine(unknown.join(', '))}`}</Text>}
      {faults.slice(0, faultsShown).map((fault, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two faults can be the same words on one line.
        <Text key={`${place}`} wrap="truncate">
          <Tone tone="bad">{`✗ line ${fault.line}: ${oneLine(fault.rule)}`}</Tone>
        </Text>
      ))}
      {faults.length > faultsShown ? <Text>{`  and ${count(faults.length - faultsShown, 'line')} more`}</Text> : null}
    </Box>
  );
};

const View = ({ state, env }: { readonly state: ImportState; readonly env: Env }) => {
  if (state.stage === 'path' || state.stage === 'reading')
    return (
      <Body env={env} fault={state.fault} dialog={state.dialog}>
        <Text wrap="truncate-start">
          {'CSV file  '}
          <Line line={state.path} active={state.stage === 'path'} />
        </Text>
        {state.names.length === 0 ? null : (
          <Text wrap="truncate">
            <Tone tone="quiet">{`          ${oneLine(state.names.join('  '))}`}</Tone>
          </Text>
        )}
        <Tone tone="quiet">The first line names the columns: emailId, fullName, and if need be testLinkId, callbackURL, redirectURL.</Tone>
        {state.stage === 'reading' ? <Text>Reading, and looking up who is invited already…</Text> : null}
      </Body>
    );
  const all = state.file.candidates.map((row, place) => ({ row, place }));
  const { rows, selected } = windowOf(all, state.selection, importHeight(state, env));
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      {hasBegun(state) ? <Progress state={state} env={env} /> : <Text wrap="truncate">{choicesOf(state)}</Text>}
      <Text wrap="truncate">{tallyText(importTally(state), { preview: !hasBegun(state) })}</Text>
      <Faults state={state} />
      <Table
        columns={columns}
        env={env}
        selected={selected}
        rows={rows.map(({ row, place }) => ({
          key: place,
          cells: [String(row.line), row.fullName, row.emailId, resultOf(state, place)],
        }))}
      />
    </Body>
  );
};

export const importScreen = defineScreen({
  title: () => 'Register from CSV',

  keys: previewKeys,
  active,
  start,
  reduce,
  View,
});
