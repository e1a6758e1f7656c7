import { count, wrap } from '../../output/text.ts';
import { type DocumentId, documentName } from '../services/documents.ts';
import { type Call, call, type InputOf } from '../services/services.ts';
import { dialogKeys, type KeySet, minutesKeys, saveKeys } from './key-sets.ts';
import { editLine, type LineInput, lineOf, typeInto } from './line-input.ts';
import { bodyHeight, type Env, faultHeight, type ScreenEvent, type ShownFault, type Step, step } from './screen.ts';

/** A question on top of a screen, asked before anything is done. It says what will be done. */
export type Dialog =
  | { readonly kind: 'confirm'; readonly title: string; readonly lines: readonly string[]; readonly yes: Call }
  | {
      readonly kind: 'minutes';
      readonly who: string;
      readonly testInvitationId: number;
      readonly line: LineInput;
      readonly problem: string | null;
    }
  | {
      readonly kind: 'save';
      readonly title: string;
      readonly of: DocumentId;
      readonly line: LineInput;
      /** What the path could go on with, after Tab. */
      readonly names: readonly string[];
      readonly problem: string | null;
    };

/** The part of a dialog that is drawn. */
export type Question = Omit<Dialog & { kind: 'confirm' }, 'yes'> | (Dialog & { kind: 'minutes' | 'save' });

/** The result of an event in a dialog: still open, cancelled, or confirmed with the call to make. */
export type DialogStep =
  | { readonly type: 'open'; readonly dialog: Dialog; readonly call?: Call }
  | { readonly type: 'cancelled' }
  | { readonly type: 'confirmed'; readonly call: Call };

const keysOf = { confirm: dialogKeys, minutes: minutesKeys, save: saveKeys } as const satisfies Record<Dialog['kind'], KeySet>;

/** The keys of a screen, or those of the dialog that is open on it. */
export const unlessAsking =
  (...keys: readonly KeySet[]) =>
  ({ dialog }: { readonly dialog: Dialog | null }): readonly KeySet[] =>
    dialog === null ? keys : [keysOf[dialog.kind]];

/** The text of a question under its title, in lines that fit. */
export const dialogLines = (lines: readonly string[], { columns }: Env): string[] => lines.flatMap((text) => wrap(text, columns - 2));

export const dialogHeight = (dialog: Question | null, env: Env): number =>
  dialog === null
    ? 0
    : dialog.kind === 'confirm'
      ? wrap(dialog.title, env.columns - 2).length + dialogLines(dialog.lines, env).length + 2
      : 5;

export const saveDialog = (of: DocumentId, title: string): Dialog => ({
  kind: 'save',
  title,
  of,
  line: lineOf(documentName(of)),
  names: [],
  problem: null,
});

/** After `exportDocument` found a file with content. */
export const overwriteDialog = (input: InputOf<'exportDocument'>, path: string): Dialog => ({
  kind: 'confirm',
  title: 'Overwrite the file that is there?',
  lines: [path],
  yes: call('exportDocument', { ...input, path, overwrite: true }),
});

const submitPath = (dialog: Dialog & { kind: 'save' }): DialogStep => {
  const path = dialog.line.text.trim();
  if (path === '') return { type: 'open', dialog: { ...dialog, problem: 'Write where the file goes.' } };
  return { type: 'confirmed', call: call('exportDocument', { ...dialog.of, path, overwrite: false }) };
};

const mostMinutes = 100_000;

export const reduceDialog = (dialog: Dialog, event: ScreenEvent): DialogStep => {
  if (event.type === 'command' && event.id === 'leave') return { type: 'cancelled' };
  if (dialog.kind === 'confirm')
    return event.type === 'command' && event.id === 'yes' ? { type: 'confirmed', call: dialog.yes } : { type: 'open', dialog };
  if (event.type === 'typed') return { type: 'open', dialog: { ...dialog, line: typeInto(dialog.line, event.text), problem: null } };
  if (event.type === 'edit') return { type: 'open', dialog: { ...dialog, line: editLine(dialog.line, event.edit), problem: null } };
  if (event.type !== 'command') return { type: 'open', dialog };
  if (dialog.kind === 'save') {
    if (event.id === 'submit') return submitPath(dialog);
    return event.id === 'complete'
      ? { type: 'open', dialog, call: call('completePath', { text: dialog.line.text }) }
      : { type: 'open', dialog };
  }
  if (event.id !== 'submit') return { type: 'open', dialog };
  const minutes = Number(dialog.line.text.trim());
  if (!/^\d+$/.test(dialog.line.text.trim()) || minutes < 1 || minutes > mostMinutes)
    return { type: 'open', dialog: { ...dialog, problem: `Whole minutes, 1 to ${mostMinutes.toLocaleString('en-US')}.` } };
  return {
    type: 'open',
    dialog: {
      kind: 'confirm',
      title: `Give ${dialog.who} ${count(minutes, 'more minute')}?`,
      lines: ['Minutes that are given cannot be taken back.', 'The end of the access window still ends the attempt.'],
      yes: call('giveExtraTime', { testInvitationId: dialog.testInvitationId, minutes }),
    },
  };
};

/** Lines that a screen has for its list: all but `around` others, the dialog and the fault. */
export const linesLeft = (
  state: { readonly dialog?: Dialog | null; readonly fault: ShownFault | null },
  env: Env,
  around: number,
): number => bodyHeight(env) - around - dialogHeight(state.dialog ?? null, env) - faultHeight(state.fault, env);

type WithDialog = { readonly dialog: Dialog | null; readonly fault: ShownFault | null };

/** The step of a screen whose dialog is open; undefined when the event is not for the dialog. */
export const reduceOpenDialog = <State extends WithDialog>(state: State, event: ScreenEvent): Step<State> | undefined => {
  const { dialog } = state;
  if (event.type === 'succeeded' && event.op === 'completePath') {
    // The person may have typed on meanwhile.
    if (dialog?.kind !== 'save' || dialog.line.text !== event.input.text) return step(state);
    return step({ ...state, dialog: { ...dialog, line: lineOf(event.value.text), names: event.value.names } });
  }
  if (state.dialog === null || (event.type !== 'command' && event.type !== 'typed' && event.type !== 'edit')) return undefined;
  const next = reduceDialog(state.dialog, event);
  if (next.type === 'open') return step({ ...state, dialog: next.dialog }, ...(next.call === undefined ? [] : [next.call]));
  return next.type === 'cancelled' ? step({ ...state, dialog: null }) : step({ ...state, dialog: null, fault: null }, next.call);
};
