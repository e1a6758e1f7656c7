import { useEffect, useState } from 'preact/hooks';
import type { Attempt } from '../core/protocol.ts';
import { hostOf } from './contact.ts';
import { dateText } from './format.ts';
import { Icon } from './icons.tsx';
import { locale, t } from './language.ts';
import { PageFrame, ScreenTitle } from './page-frame.tsx';

const secondsToRedirect = 10;

/** Redirects to `url` after a visible countdown of ten seconds, which the candidate can stop. */
const Redirect = ({ url }: { readonly url: string }) => {
  const [seconds, setSeconds] = useState(secondsToRedirect);
  const [staying, setStaying] = useState(false);
  useEffect(() => {
    if (staying) return;
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, [staying]);
  useEffect(() => {
    if (seconds === 0 && !staying) location.assign(url);
  }, [seconds, staying, url]);
  return (
    <section class="redirect">
      <p>{staying ? t('completed.stayed', { host: hostOf(url) }) : t('completed.redirect', { host: hostOf(url), count: seconds })}</p>
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
        <li>{t('completed.receipt')}</li>
      </ul>
      {redirectURL === null ? <p>{t('completed.close')}</p> : <Redirect url={redirectURL} />}
    </div>
  </PageFrame>
);
