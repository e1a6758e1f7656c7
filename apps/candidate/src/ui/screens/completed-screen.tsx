import { useEffect, useState } from 'preact/hooks';
import type { Attempt } from '../../core/server/protocol.ts';
import type { MessageKey } from '../../i18n/index.ts';
import { hostOf } from '../contact.ts';
import { dateText, numbersText } from '../format.ts';
import { Icon } from '../icons.tsx';
import { locale, t } from '../language.ts';
import { PageFrame, ScreenTitle } from '../page-frame.tsx';

const secondsToRedirect = 3;

/** Goes on to `url` within three seconds, unless the candidate stays. `stays`: there is something to read. */
const Redirect = ({ url, stays }: { readonly url: string; readonly stays: boolean }) => {
  const [announcing, setAnnouncing] = useState(false);
  const [pressed, setStaying] = useState(false);
  const staying = stays || pressed;
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
  readonly undelivered: readonly number[];
};

/** Questions are numbered from 1, and these numbers are their ids. */
const Questions = ({ text, ids }: { readonly text: MessageKey; readonly ids: readonly number[] }) =>
  ids.length === 0 ? null : <li>{t(text, { questions: numbersText(ids, locale()) })}</li>;

/** At or after the deadline: the page submitted automatically, or the server closed the attempt. */
const isByDeadline = (completedAt: string | null, { deadline }: Attempt): boolean =>
  completedAt !== null && deadline !== null && Date.parse(completedAt) >= Date.parse(deadline);

export const CompletedScreen = ({ attempt, completedAt, answered, redirectURL, undelivered }: Props) => {
  const { counted, notCounted } = attempt.lateAnswers ?? { counted: [], notCounted: [] };
  const lost = undelivered.filter((questionId) => !notCounted.includes(questionId));
  const isAllCounted = notCounted.length + lost.length === 0;
  return (
    <PageFrame organization={attempt}>
      <div class="card card-short">
        <p class={isAllCounted ? 'seal' : 'seal seal-warning'}>
          <Icon name={isAllCounted ? 'check' : 'warning'} />
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
          <Questions text="completed.countedLate" ids={counted} />
          <Questions text="completed.tooLate" ids={notCounted} />
          <Questions text="completed.undelivered" ids={lost} />
          {completedAt !== null && <li>{t('completed.when', { date: dateText(Date.parse(completedAt), locale()) })}</li>}
          {attempt.receipt && <li>{t('completed.receipt')}</li>}
        </ul>
        {redirectURL === null ? <p>{t('completed.close')}</p> : <Redirect url={redirectURL} stays={!isAllCounted} />}
      </div>
    </PageFrame>
  );
};
