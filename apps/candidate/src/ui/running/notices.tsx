import { useState } from 'preact/hooks';
import type { CameraState } from '../../core/session/attempt-state.ts';
import { Icon } from '../icons.tsx';
import { t } from '../language.ts';
import { focusMain } from '../page-frame.tsx';

/** Shows that leaving the window was counted, until the notice is closed. */
const ViolationNotice = ({ violations }: { readonly violations: number }) => {
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

/** Notices below the header. `camera` is null if the test uses no camera. */
export const Notices = ({ violations, camera, organization }: Props) => (
  <div class="notices">
    <ViolationNotice violations={violations} />
    {camera !== null && <CameraNotice camera={camera} organization={organization} />}
  </div>
);
