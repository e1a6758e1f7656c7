import type { Attempt } from '../core/server/protocol.ts';
import { dateText, minutesText } from './format.ts';
import { locale, t } from './language.ts';

type Props = { readonly test: Attempt['test']; readonly access: Attempt['access'] };

/** Number of questions, time where there is one, and when the test closes. */
export const Facts = ({ test, access }: Props) => (
  <dl class="facts">
    <div>
      <dt>{t('before.questions')}</dt>
      <dd>{new Intl.NumberFormat(locale()).format(test.questions)}</dd>
    </div>
    {test.duration > 0 && (
      <div>
        <dt>{t('before.time')}</dt>
        <dd>{minutesText(test.duration, locale())}</dd>
      </div>
    )}
    {access.state === 'open' && access.closesAt !== null && (
      <div>
        <dt>{t('before.closes')}</dt>
        <dd class="facts-date">{dateText(Date.parse(access.closesAt), locale())}</dd>
      </div>
    )}
  </dl>
);
