import { useId } from 'preact/hooks';
import { t } from '../language.ts';

type Props = { readonly organization: string; readonly checked: boolean; readonly onChange: (checked: boolean) => void };

/** Asks for consent to the camera. The test also starts without, as forced consent is not valid. */
export const Consent = ({ organization, checked, onChange }: Props) => {
  const id = useId();
  return (
    <div class="consent">
      <label class="option">
        <input type="checkbox" checked={checked} aria-describedby={id} onChange={(event) => onChange(event.currentTarget.checked)} />
        <span dir="auto">{t('before.consent', { organization })}</span>
      </label>
      <p id={id} class="hint" dir="auto">
        {t('before.consent.none', { organization })}
      </p>
    </div>
  );
};
