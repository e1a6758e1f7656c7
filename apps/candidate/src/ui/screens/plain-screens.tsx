import type { Attempt } from '../../core/server/protocol.ts';
import { t } from '../language.ts';
import { type Organization, PageFrame, ScreenTitle } from '../page-frame.tsx';

export const LoadingScreen = () => (
  <PageFrame organization={null}>
    <div class="card card-short" role="status">
      <div class="spinner" aria-hidden="true" />
      <h1 class="loading-title">{t('loading.title')}</h1>
    </div>
  </PageFrame>
);

type UnreachableProps = { readonly onRetry: () => void; readonly organization: Organization | null };

export const UnreachableScreen = ({ onRetry, organization }: UnreachableProps) => (
  <PageFrame organization={organization}>
    <div class="card card-short">
      <ScreenTitle>{t('unreachable.title')}</ScreenTitle>
      <p>{t('unreachable.body')}</p>
      <p>{t('unreachable.kept')}</p>
      <p class="actions">
        <button type="button" class="button button-main" onClick={onRetry}>
          {t('unreachable.retry')}
        </button>
      </p>
    </div>
  </PageFrame>
);

type TakenOverProps = {
  readonly attempt: Attempt;
  readonly busy: boolean;
  readonly problem: 'unreachable' | null;
  readonly onTakeOver: () => void;
};

export const TakenOverScreen = ({ attempt, busy, problem, onTakeOver }: TakenOverProps) => (
  <PageFrame organization={attempt}>
    <div class="card card-short">
      <ScreenTitle>{t('takenOver.title')}</ScreenTitle>
      <p>{t('takenOver.body')}</p>
      <p class="actions">
        <button type="button" class="button button-main" aria-disabled={busy} onClick={busy ? undefined : onTakeOver}>
          {t('takenOver.here')}
        </button>
      </p>
      <p role="alert" class="problem">
        {problem === null ? '' : t('join.unreachable')}
      </p>
    </div>
  </PageFrame>
);

type SubmittingProps = { readonly attempt: Attempt; readonly cause: 'candidate' | 'deadline'; readonly offline: boolean };

export const SubmittingScreen = ({ attempt, cause, offline }: SubmittingProps) => (
  <PageFrame organization={attempt}>
    <div class="card card-short">
      <div class="spinner" aria-hidden="true" />
      <ScreenTitle>{t(cause === 'deadline' ? 'submitting.deadline' : 'submitting.title')}</ScreenTitle>
      <p role="status">{t(offline ? 'submitting.offline' : 'submitting.body')}</p>
      {offline && cause === 'deadline' && <p>{t('submitting.late')}</p>}
    </div>
  </PageFrame>
);
