import type { EndReason } from '../../core/session/screen.ts';
import { dateText } from '../format.ts';
import { locale, t } from '../language.ts';
import { type Organization, PageFrame, ScreenTitle } from '../page-frame.tsx';

type Access = { readonly state: string; readonly closedAt?: string };
type Props = { readonly reason: EndReason; readonly organization: (Organization & { readonly access: Access }) | null };

/** What to do: with the organization's name where the page knows it, and the closing time only where the server sends it. */
const advice = (reason: EndReason, from: Props['organization']): string => {
  if (reason === 'unknown') return t('ended.unknown.body');
  if (reason === 'fault') return t('ended.fault.body');
  if (reason === 'expired') return t('ended.expired.body');
  if (from === null) return t('ended.ask');
  const { organization, access } = from;
  if (reason !== 'closed') return t(`ended.${reason}.body`, { organization });
  if (access.closedAt === undefined) return t('ended.ask');
  return t('ended.closed.body', { organization, date: dateText(Date.parse(access.closedAt), locale()) });
};

export const EndedScreen = ({ reason, organization }: Props) => (
  <PageFrame organization={organization}>
    <div class="card card-short">
      <ScreenTitle>{t(`ended.${reason}.title`)}</ScreenTitle>
      <p dir="auto">{advice(reason, organization)}</p>
    </div>
  </PageFrame>
);
