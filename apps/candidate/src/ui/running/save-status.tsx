import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SaveState } from '../../core/answers/answers.ts';
import { Icon, type IconName } from '../icons.tsx';
import { locale, t } from '../language.ts';
import { focusMain } from '../page-frame.tsx';
import type { Mark } from './progress.ts';

const icons: Readonly<Record<SaveState, IconName>> = {
  saved: 'check',
  saving: 'saving',
  offline: 'offline',
  stopped: 'warning',
  choose: 'warning',
  invalid: 'warning',
};

type Props = { readonly state: SaveState; readonly unsaved: readonly Mark[]; readonly persistent: boolean; readonly onRetry: () => void };

/** `3, 7`; the first ones, where there are many. */
const numbersOf = (marks: readonly Mark[]): string => {
  const shown = marks.slice(0, 3).map(({ index }) => new Intl.NumberFormat(locale()).format(index + 1));
  return [...shown, ...(marks.length > 3 ? ['…'] : [])].join(', ');
};

/**
 * The save state, always visible. Screen readers announce it only when it matters (going offline, stopping, saved again): each
 * keystroke saves, and announcing each save would make them unusable.
 */
export const SaveStatus = ({ state, unsaved, persistent, onRetry }: Props) => {
  const textOf = (one: SaveState) => t(one === 'offline' && !persistent ? 'save.memory' : `save.${one}`, { questions: numbersOf(unsaved) });
  const [announced, setAnnounced] = useState<SaveState>('saved');
  const first = useRef(true);
  useEffect(() => {
    // The field itself says what is wrong with its text.
    if (state !== 'saving' && state !== 'invalid') setAnnounced(state);
    if (state !== 'saved') first.current = false;
  }, [state]);
  const hadFocus = useRef(false);
  const isOffline = state === 'offline';
  useLayoutEffect(() => {
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
        {first.current ? '' : textOf(announced)}
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
