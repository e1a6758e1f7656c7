import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { t } from '../language.ts';

type Props = { readonly title: string; readonly onClose: () => void; readonly children: ComponentChildren };

/** A modal `<dialog>`: the browser traps the focus, Escape closes it, and the focus returns. The current item, if any, is focused first. */
export const Dialog = ({ title, onClose, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // With the dialog itself: the next key is for it, not for the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[aria-current=true]')?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && (document.activeElement === null || document.activeElement === document.body)) before.focus();
    };
  }, []);
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is for the backdrop only; Escape and the button close it by keyboard.
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={onClose} onClick={closeOnBackdrop}>
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="button button-quiet button-icon" aria-label={t('close')} onClick={onClose}>
            <Icon name="cross" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
};
