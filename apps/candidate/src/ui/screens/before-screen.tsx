import { useState } from 'preact/hooks';
import type { Attempt } from '../../core/server/protocol.ts';
import { Facts } from '../facts.tsx';
import { t } from '../language.ts';
import { PageFrame, ScreenTitle } from '../page-frame.tsx';
import { Consent } from './consent.tsx';
import { Rules, Trouble } from './rules.tsx';
import { SectionsList } from './sections-list.tsx';
import { SystemCheck, type SystemCheckProps } from './system-check.tsx';

type Props = {
  readonly attempt: Attempt;
  readonly starting: boolean;
  readonly problem: 'unreachable' | 'full' | null;
  readonly check: Omit<SystemCheckProps, 'organization'>;
  readonly onStart: (choice: { readonly camera: boolean }) => void;
};

/** What the test is, its rules, a system check, and the button that starts it. */
export const BeforeScreen = ({ attempt, starting, problem, check, onStart }: Props) => {
  const [consent, setConsent] = useState(false);
  const asksCamera = attempt.imageProctoring === 1;
  const { organization } = attempt;
  const label = starting ? t('before.starting') : t(attempt.startedAt === null ? 'before.start' : 'before.continue');
  return (
    <PageFrame organization={attempt}>
      <div class="card">
        <p dir="auto">{t('before.greeting', { name: attempt.fullName })}</p>
        <p dir="auto">{t('before.lead', { organization })}</p>
        <ScreenTitle>{attempt.test.testName}</ScreenTitle>
        <Facts test={attempt.test} access={attempt.access} />
        {attempt.sections.length > 1 && <SectionsList sections={attempt.sections} />}
        <Rules attempt={attempt} />
        <SystemCheck {...check} organization={organization} />
        <Trouble support={attempt.support} />
        {asksCamera && <Consent organization={organization} checked={consent} onChange={setConsent} />}
        <p class="actions">
          <button
            type="button"
            class="button button-main button-large"
            aria-disabled={starting}
            onClick={() => !starting && onStart({ camera: asksCamera && consent })}
          >
            {label}
          </button>
        </p>
        <p role="alert" class="problem">
          {problem === null ? '' : t(problem === 'full' ? 'before.full' : 'before.failed')}
        </p>
      </div>
    </PageFrame>
  );
};
