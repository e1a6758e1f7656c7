import type { AttemptController } from '../../core/session/attempt-controller.ts';
import { Icon } from '../icons.tsx';
import { t } from '../language.ts';
import type { Mark } from './progress.ts';
import { SaveStatus } from './save-status.tsx';
import { TimeLeft } from './time-left.tsx';

type Props = {
  readonly testName: string;
  readonly controller: AttemptController;
  readonly unsaved: readonly Mark[];
  readonly onMap: () => void;
  readonly onKeys: () => void;
  readonly onSubmit: () => void;
};

/** Test name, save state, time left and the main commands; stays visible while the question scrolls. */
export const RunningHeader = ({ testName, controller, unsaved, onMap, onKeys, onSubmit }: Props) => (
  <header class="bar">
    <h1 class="bar-name" dir="auto" title={testName}>
      {testName}
    </h1>
    <SaveStatus
      state={controller.saveState.value}
      unsaved={unsaved}
      persistent={controller.persistent.value}
      onRetry={() => controller.dispatch({ type: 'retry-pressed' })}
    />
    <TimeLeft remaining={controller.remaining} />
    <div class="bar-buttons">
      <button type="button" class="button button-small bar-map" aria-haspopup="dialog" onClick={onMap}>
        <Icon name="grid" />
        {t('before.questions')}
      </button>
      <button type="button" class="button button-small bar-keys" aria-haspopup="dialog" aria-label={t('keys.title')} onClick={onKeys}>
        ?
      </button>
      <button type="button" class="button button-small button-main" aria-haspopup="dialog" onClick={onSubmit}>
        {t('submit.open')}
      </button>
    </div>
  </header>
);
