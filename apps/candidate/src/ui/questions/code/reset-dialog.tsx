import { Dialog } from '../../dialogs/dialog.tsx';
import { t } from '../../language.ts';

type Props = { readonly language: string; readonly onReset: () => void; readonly onClose: () => void };

/** Asks before a text is replaced with the one that the question began with. */
export const ResetDialog = ({ language, onReset, onClose }: Props) => (
  <Dialog title={t('code.reset.title')} onClose={onClose}>
    <p>{t('code.reset.body', { language })}</p>
    <p class="actions">
      <button type="button" class="button button-main" onClick={onReset}>
        {t('code.reset.confirm')}
      </button>
      <button type="button" class="button" onClick={onClose}>
        {t('code.reset.keep')}
      </button>
    </p>
  </Dialog>
);
