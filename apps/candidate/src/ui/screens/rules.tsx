import type { Attempt } from '../../core/server/protocol.ts';
import { ContactLink } from '../contact-link.tsx';
import { dateText, minutesText } from '../format.ts';
import { locale, t } from '../language.ts';
import { cutAt } from '../translate.ts';

/** The rules, most important first. */
export const Rules = ({ attempt }: { readonly attempt: Attempt }) => {
  const { access, organization } = attempt;
  const { duration } = attempt.test;
  const closesAt = access.state === 'open' ? access.closesAt : null;
  return (
    <section>
      <h2>{t('before.rules')}</h2>
      <ul class="rules">
        {duration > 0 && <li>{t('rule.time', { time: minutesText(duration, locale()) })}</li>}
        {closesAt !== null && <li>{t('rule.closes', { date: dateText(Date.parse(closesAt), locale()) })}</li>}
        <li>{t('rule.deadline')}</li>
        <li>{t('rule.saved')}</li>
        <li>{t('rule.penalty')}</li>
        <li>{t('rule.leaving', { organization })}</li>
        <li>{t('rule.answers', { organization })}</li>
        {attempt.code === true && <li>{t('rule.typing', { organization })}</li>}
        {attempt.imageProctoring === 1 && <li>{t('rule.camera')}</li>}
      </ul>
    </section>
  );
};

/** What to do if something breaks. */
export const Trouble = ({ support }: { readonly support: string | null }) => {
  const [before, after] = cutAt(t('trouble.support'), 'contact');
  return (
    <section>
      <h2>{t('before.trouble')}</h2>
      <ul class="rules">
        <li>{t('trouble.connection')}</li>
        <li>{t('trouble.reload')}</li>
        {support !== null && (
          <li>
            {before}
            <ContactLink written={support} />
            {after}
          </li>
        )}
      </ul>
    </section>
  );
};
