import { type Dialog, overwriteDialog, reduceOpenDialog } from '../core/dialog.ts';
import { type Effect, notify, type ScreenEvent, type ShownFault, type Step, shown, step } from '../core/screen.ts';
import type { Succeeded } from '../services/services.ts';

/** A screen with a PDF that is saved or opened; `busy` while it is on its way. */
type WithPdf = { readonly busy: boolean; readonly dialog: Dialog | null; readonly fault: ShownFault | null };

const savesPdf = (effect: Effect): boolean => effect.type === 'call' && effect.op === 'exportDocument';

/** The notice after a PDF was saved or opened; undefined when there was a file already. */
export const pdfText = (event: Succeeded & { op: 'openDocument' | 'exportDocument' }): string | undefined => {
  if (event.op === 'openDocument') return 'Opened. The copy is removed when you quit; p saves the PDF as a file.';
  return event.value.saved ? `Saved ${event.value.path} (${Math.ceil(event.value.bytes / 1024)} KiB).` : undefined;
};

/** The step of what happens to the PDF; undefined when the event is of something else. */
export const reducePdf = <State extends WithPdf>(state: State, event: ScreenEvent): Step<State> | undefined => {
  const inDialog = reduceOpenDialog(state, event);
  if (inDialog !== undefined) return step({ ...inDialog.state, busy: state.busy || inDialog.effects.some(savesPdf) }, ...inDialog.effects);
  if ((event.type !== 'succeeded' && event.type !== 'failed') || (event.op !== 'openDocument' && event.op !== 'exportDocument'))
    return undefined;
  if (event.type === 'failed') return step({ ...state, busy: false, fault: shown(event) });
  if (event.op === 'exportDocument' && !event.value.saved)
    return step({ ...state, busy: false, dialog: overwriteDialog(event.input, event.value.path) });
  return step({ ...state, busy: false, fault: null }, notify(pdfText(event) ?? ''));
};
