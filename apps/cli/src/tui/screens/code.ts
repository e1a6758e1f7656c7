import type { CodeSubmission } from '@assay/domain';
import type { Scope } from '../core/bindings.ts';
import { type Dialog, dialogScopes, linesLeft, saveDialog } from '../core/dialog.ts';
import { type Env, notify, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { call } from '../services/services.ts';
import { reducePdf } from './pdf.ts';

/** The programs of an invitation, one at a time; `top` is the first line of cases and program on the screen. */
export type CodeState = {
  readonly screen: 'code';
  readonly testInvitationId: number;
  readonly submissions: readonly CodeSubmission[] | null;
  readonly place: number;
  readonly top: number;
  /** The PDF is on its way. */
  readonly busy: boolean;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

export const startCode = (testInvitationId: number): Step<CodeState> =>
  step(
    { screen: 'code', testInvitationId, submissions: null, place: 0, top: 0, busy: false, dialog: null, fault: null },
    call('listSubmissions', { testInvitationId }),
  );

export const codeScopes = (state: CodeState): readonly Scope[] => (state.dialog === null ? ['code', 'global'] : dialogScopes(state.dialog));

export const programHeight = (state: CodeState, env: Env): number => Math.max(2, linesLeft(state, env, 7));

/** Lines below the facts: the cases, a free line, and the program. */
export const scrolledLines = ({ cases, source }: CodeSubmission): number =>
  source === null ? 0 : cases.length + 1 + source.replace(/\r?\n$/, '').split('\n').length;

export const reduceCode = (state: CodeState, event: ScreenEvent, env: Env): Step<CodeState> => {
  const { testInvitationId, submissions } = state;
  const pdf = { testInvitationId, document: 'programs' } as const;
  const ofPdf = reducePdf(state, event);
  if (ofPdf !== undefined) return ofPdf;
  const one = submissions?.[state.place];
  const last = Math.max(0, (one === undefined ? 0 : scrolledLines(one)) - programHeight(state, env));
  const scroll = (by: number): Step<CodeState> => step({ ...state, top: Math.min(last, Math.max(0, state.top + by)) });
  const show = (place: number): Step<CodeState> => (submissions?.[place] === undefined ? step(state) : step({ ...state, place, top: 0 }));
  switch (event.type) {
    case 'refresh':
      return step(state, call('listSubmissions', { testInvitationId }));
    case 'succeeded':
      return event.op === 'listSubmissions'
        ? step({ ...state, submissions: event.value, fault: without(state.fault, event.op) })
        : step(state);
    case 'failed':
      return step({ ...state, fault: shown(event) });
    case 'command':
      switch (event.id) {
        case 'up':
          return scroll(-1);
        case 'down':
          return scroll(1);
        case 'page-up':
          return scroll(-programHeight(state, env));
        case 'page-down':
          return scroll(programHeight(state, env));
        case 'next-program':
          return show(state.place + 1);
        case 'last-program':
          return show(state.place - 1);
        case 'pdf':
        case 'open-pdf':
          if (state.busy || submissions === null) return step(state);
          if (one === undefined) return step(state, notify('There is no PDF: there are no programs.'));
          return event.id === 'pdf'
            ? step({ ...state, dialog: saveDialog(pdf, `Save the programs of invitation ${testInvitationId} as`) })
            : step({ ...state, busy: true, fault: null }, call('openReport', pdf));
        default:
          return step(state);
      }
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};
