import { dateText, spanText, zoneText } from '../format.ts';
import { locale, t } from '../language.ts';
import { type Organization, PageFrame, ScreenTitle } from '../page-frame.tsx';

type Props = {
  readonly organization: Organization;
  readonly testName: string;
  readonly reason: 'not-open' | 'outside-slot';
  readonly opensAt: number;
  /** Ms until `opensAt`. */
  readonly untilOpen: number;
};

export const WaitingScreen = ({ organization, testName, reason, opensAt, untilOpen }: Props) => (
  <PageFrame organization={organization}>
    <div class="card card-short">
      <p class="kicker" dir="auto">
        {testName}
      </p>
      <ScreenTitle>{t(reason === 'not-open' ? 'waiting.title' : 'waiting.slot.title')}</ScreenTitle>
      <p class="lead">{t('waiting.opens', { date: dateText(opensAt, locale()) })}</p>
      <p class="hint">{t('waiting.zone', { zone: zoneText(opensAt, locale()) })}</p>
      <div class="countdown" role="timer">
        <span class="countdown-label">{t('waiting.countdown')}</span>
        <span class="countdown-time">{spanText(untilOpen, locale(), untilOpen >= 86_400_000 ? 3 : 2)}</span>
      </div>
      <p>{t('waiting.body')}</p>
    </div>
  </PageFrame>
);
