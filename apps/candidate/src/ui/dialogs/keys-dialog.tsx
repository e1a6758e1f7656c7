import { Fragment } from 'preact';
import { keyTable } from '../keys.ts';
import { dir, t } from '../language.ts';
import { setSingleKeys, singleKeys } from '../use-keys.ts';
import { Dialog } from './dialog.tsx';

/** The table of keys, and the setting for keys without Alt. */
export const KeysDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={t('keys.title')} onClose={onClose}>
    <p>
      {t('keys.intro')} {t('keys.code')}
    </p>
    <dl class="keys">
      {keyTable(dir()).map(({ keys, label }) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>
            {keys.map((key, index) => (
              <Fragment key={key}>
                {index > 0 && ` ${t('keys.or')} `}
                <kbd>{key}</kbd>
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
    <label class="option">
      <input type="checkbox" checked={singleKeys.value} onChange={(event) => setSingleKeys(event.currentTarget.checked)} />
      <span>{t('keys.single')}</span>
    </label>
  </Dialog>
);
