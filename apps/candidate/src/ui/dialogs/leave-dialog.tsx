import { useRef } from 'preact/hooks';
import { t } from '../language.ts';
import { Dialog } from './dialog.tsx';

type Props = { readonly onClose: () => void };

/** Asked when Back would leave the test; the page stands on the door of its history (`use-place.ts`). */
export const LeaveDialog = ({ onClose }: Props) => {
  const isDecided = useRef(false);
  const decide = (move: () => void) => {
    // Closing the dialog makes an event of its own.
    if (isDecided.current) return;
    isDecided.current = true;
    onClose();
    move();
  };
  const stay = () => decide(() => history.forward());
  return (
    <Dialog title={t('leave.title')} onClose={stay}>
      <p>{t('leave.body')}</p>
      <p class="actions">
        <button type="button" class="button" onClick={() => decide(() => history.back())}>
          {t('leave.confirm')}
        </button>
        <button type="button" class="button button-main" onClick={stay}>
          {t('submit.back')}
        </button>
      </p>
    </Dialog>
  );
};
