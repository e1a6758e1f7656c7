import { useState } from 'preact/hooks';
import type { CameraState } from '../core/attempt-state.ts';
import { Icon } from './icons.tsx';
import { t } from './language.ts';
import { focusMain } from './page-frame.tsx';

/** Says quietly that leaving the window was counted, until it is closed or happens again. */
const LeavingNotice = ({ violations }: { readonly violations: number }) => {
  const [closedAt, setClosedAt] = useState(0);
  const isShown = violations > closedAt;
  const close = () => {
    setClosedAt(violations);
    focusMain();
  };
  return (
    <div role="status">
      {isShown && (
        <div class="notice">
          <span>{t('leaving.notice', { count: violations })}</span>
          <button type="button" class="button button-quiet button-icon button-small" aria-label={t('close')} onClick={close}>
            <Icon name="cross" />
          </button>
        </div>
      )}
    </div>
  );
};

const CameraNotice = ({ camera, organization }: { readonly camera: CameraState; readonly organization: string }) => (
  <div role="status">
    {camera !== 'asking' && (
      <div class="notice notice-plain" dir="auto">
        <Icon name="camera" />
        <span>{camera === 'on' ? t('camera.on') : t('camera.off', { organization })}</span>
      </div>
    )}
  </div>
);

type Props = { readonly violations: number; readonly camera: CameraState | null; readonly organization: string };

/** Notices below the header. `camera` is null when the test asks for none. */
export const Notices = ({ violations, camera, organization }: Props) => (
  <div class="notices">
    <LeavingNotice violations={violations} />
    {camera !== null && <CameraNotice camera={camera} organization={organization} />}
  </div>
);
