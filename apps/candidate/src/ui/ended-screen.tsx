import type { EndReason } from '../core/index.ts';
import { dateText } from './format.ts';
import { locale, t } from './language.ts';
import { type House, PageFrame, ScreenTitle } from './page-frame.tsx';

type Access = { readonly state: string; readonly closedAt?: string };
type Props = { readonly reason: EndReason; readonly house: (House & { readonly access: Access }) | null };

/** What to do: with the organization's name where the page knows it, and the closing time only where it is told. */
const advice = (reason: EndReason, house: Props['house']): string => {
  if (reason === 'unknown') return t('ended.unknown.body');
  if (reason === 'fault') return t('ended.fault.body');
  if (house === null) return t('ended.ask');
  const { organization } = house;
  if (reason !== 'closed') return t(`ended.${reason}.body`, { organization });
  const closedAt = house.access.closedAt;
  if (closedAt === undefined) return t('ended.ask');
  return t('ended.closed.body', { organization, date: dateText(Date.parse(closedAt), locale()) });
};

export const EndedScreen = ({ reason, house }: Props) => (
  <PageFrame house={house}>
    <div class="card card-short">
      <ScreenTitle>{t(`ended.${reason}.title`)}</ScreenTitle>
      <p dir="auto">{advice(reason, house)}</p>
    </div>
  </PageFrame>
);
