import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { announcementDue, clockText, urgencyOf } from '../format.ts';
import { Icon } from '../icons.tsx';
import { locale, t } from '../language.ts';

/** Announces the time left at 10, 5 and 1 minutes only: a clock read out each second would drown out everything else. */
const Announcer = ({ remaining }: { readonly remaining: number }) => {
  const before = useRef(remaining);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const minutes = announcementDue(before.current, remaining);
    before.current = remaining;
    if (minutes !== null) setSaid(t('time.announce', { count: minutes }));
  }, [remaining]);
  return (
    <span class="sr-only" aria-live="assertive">
      {said}
    </span>
  );
};

/** The time left (ms), with a warning in words and an icon at 5 minutes and at 1. */
export const TimeLeft = ({ remaining }: { readonly remaining: ReadonlySignal<number> }) => {
  const span = remaining.value;
  const urgency = urgencyOf(span);
  return (
    <div class={`time time-${urgency}`}>
      <div class="time-box" role="timer" aria-label={t('time.left')}>
        <Icon name={urgency === 'calm' ? 'clock' : 'warning'} />
        <span class="time-label">{t('time.left')}</span>
        <span class="time-value">{clockText(span, locale())}</span>
      </div>
      {urgency !== 'calm' && <span class="time-words">{t(span === 0 ? 'time.up' : `time.${urgency}`)}</span>}
      <Announcer remaining={span} />
    </div>
  );
};
