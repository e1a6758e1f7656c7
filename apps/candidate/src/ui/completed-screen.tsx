import { useEffect, useState } from 'preact/hooks';
import type { Attempt } from '../core/protocol.ts';
import { hostOf } from './contact.ts';
import { dateText } from './format.ts';
import { Icon } from './icons.tsx';
import { locale, t } from './language.ts';
import { PageFrame, ScreenTitle } from './page-frame.tsx';

const secondsToRedirect = 3;

/** Goes on to `url` within three seconds, unless the candidate stays. */
const Redirect = ({ url }: { readonly url: string }) => {
  const [announcing, setAnnouncing] = useState(false);
  const [staying, setStaying] = useState(false);
  // The text comes after the heading took the focus: screen readers announce only what changes in a region that is already there.
  useEffect(() => setAnnouncing(true), []);
  useEffect(() => {
    if (staying) return;
    const timer = setTimeout(() => location.assign(url), secondsToRedirect * 1000 - 100);
    return () => clearTimeout(timer);
  }, [staying, url]);
  const host = hostOf(url);
  return (
    <section class="redirect">
      <p role="status">
        {announcing && (staying ? t('completed.stayed', { host }) : t('completed.redirect', { host, count: secondsToRedirect }))}
      </p>
      <p class="actions">
        <a class="button button-main" href={url} rel="noreferrer">
          {t('completed.go')}
        </a>
        {!staying && (
          <button type="button" class="button" onClick={() => setStaying(true)}>
            {t('completed.stay')}
          </button>
        )}
      </p>
    </section>
  );
};

type Props = {
  readonly attempt: Attempt;
  readonly completedAt: string | null;
  readonly answered: number | null;
  readonly redirectURL: string | null;
};

/** At or after the deadline: the page submitted automatically, or the server closed the attempt. */
const isByDeadline = (completedAt: string | null, { deadline }: Attempt): boolean =>
  completedAt !== null && deadline !== null && Date.parse(completedAt) >= Date.parse(deadline);

export const CompletedScreen = ({ attempt, completedAt, answered, redirectURL }: Props) => (
  <PageFrame organization={attempt}>
    <div class="card card-short">
      <p class="seal">
        <Icon name="check" />
      </p>
      <p class="kicker" dir="auto">
        {attempt.test.testName}
      </p>
      <ScreenTitle>{t('completed.title')}</ScreenTitle>
      <p class="lead" dir="auto">
        {t('completed.thanks', { name: attempt.fullName })}
      </p>
      <ul class="facts-list">
        {isByDeadline(completedAt, attempt) && <li>{t('time.up')}</li>}
        {answered !== null && <li>{t('completed.answered', { answered, total: attempt.test.questions })}</li>}
        {completedAt !== null && <li>{t('completed.when', { date: dateText(Date.parse(completedAt), locale()) })}</li>}
        {attempt.receipt && <li>{t('completed.receipt')}</li>}
      </ul>
      {redirectURL === null ? <p>{t('completed.close')}</p> : <Redirect url={redirectURL} />}
    </div>
  </PageFrame>
);
