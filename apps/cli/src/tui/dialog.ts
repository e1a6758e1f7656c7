import type { Scope } from './bindings.ts';
import { editLine, type LineInput, typeInto } from './line-input.ts';
import type { ScreenEvent } from './screen.ts';
import { type Call, call } from './services.ts';
import { count } from './text.ts';

/** A question on top of a screen. Nothing is done before it is answered, and it says what will be done. */
export type Dialog =
  | { readonly kind: 'confirm'; readonly title: string; readonly lines: readonly string[]; readonly yes: Call }
  | {
      readonly kind: 'minutes';
      readonly who: string;
      readonly testInvitationId: number;
      readonly line: LineInput;
      readonly problem: string | null;
    };

/** What became of a dialog: still open, left, or answered with the work to do. */
export type DialogStep =
  | { readonly type: 'open'; readonly dialog: Dialog }
  | { readonly type: 'left' }
  | { readonly type: 'go'; readonly call: Call };

export const dialogScopes = (dialog: Dialog): readonly Scope[] => [dialog.kind === 'confirm' ? 'dialog' : 'minutes'];

export const dialogHeight = (dialog: Dialog | null): number =>
  dialog === null ? 0 : dialog.kind === 'confirm' ? dialog.lines.length + 3 : 5;

const longest = 100_000;

export const reduceDialog = (dialog: Dialog, event: ScreenEvent): DialogStep => {
  if (event.type === 'command' && event.id === 'leave') return { type: 'left' };
  if (dialog.kind === 'confirm')
    return event.type === 'command' && event.id === 'yes' ? { type: 'go', call: dialog.yes } : { type: 'open', dialog };
  if (event.type === 'typed') return { type: 'open', dialog: { ...dialog, line: typeInto(dialog.line, event.text), problem: null } };
  if (event.type === 'edit') return { type: 'open', dialog: { ...dialog, line: editLine(dialog.line, event.edit), problem: null } };
  if (event.type !== 'command' || event.id !== 'submit') return { type: 'open', dialog };
  const minutes = Number(dialog.line.text.trim());
  if (!/^\d+$/.test(dialog.line.text.trim()) || minutes < 1 || minutes > longest)
    return { type: 'open', dialog: { ...dialog, problem: `Whole minutes, 1 to ${longest.toLocaleString('en-US')}.` } };
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
