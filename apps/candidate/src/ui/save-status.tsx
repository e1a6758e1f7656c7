import { useEffect, useRef, useState } from 'preact/hooks';
import type { SaveState } from '../core/answers.ts';
import { Icon, type IconName } from './icons.tsx';
import { t } from './language.ts';
import { focusMain } from './page-frame.tsx';

const icons: Readonly<Record<SaveState, IconName>> = { saved: 'check', saving: 'saving', offline: 'offline', stopped: 'warning' };

type Props = { readonly state: SaveState; readonly persistent: boolean; readonly onRetry: () => void };

/**
 * The save state for eyes at every moment, and for ears only when it matters: going offline, stopping, and being saved again. Each
 * keystroke saves, and a reader that says so each time cannot be listened to.
 */
export const SaveStatus = ({ state, persistent, onRetry }: Props) => {
  const textOf = (one: SaveState) => t(one === 'offline' && !persistent ? 'save.memory' : `save.${one}`);
  const [said, setSaid] = useState<SaveState>('saved');
  const first = useRef(true);
  useEffect(() => {
    if (state !== 'saving') setSaid(state);
    if (state !== 'saved') first.current = false;
  }, [state]);
  const hadFocus = useRef(false);
  const isOffline = state === 'offline';
  useEffect(() => {
    if (!isOffline && hadFocus.current) focusMain();
    hadFocus.current = false;
  }, [isOffline]);
  return (
    <div class={`save save-${state}`}>
      <Icon name={icons[state]} />
      <span class="save-text" aria-hidden="true">
        {textOf(state)}
      </span>
      <span class="sr-only" role="status">
        {first.current ? '' : textOf(said)}
      </span>
      {isOffline && (
        <button
          type="button"
          class="button button-link"
          onFocus={() => {
            hadFocus.current = true;
          }}
          onBlur={({ currentTarget }) => {
            hadFocus.current = !currentTarget.isConnected;
          }}
          onClick={onRetry}
        >
          {t('save.retry')}
        </button>
      )}
    </div>
  );
};
