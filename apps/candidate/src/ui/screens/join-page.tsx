import { useEffect } from 'preact/hooks';
import type { JoinController } from '../../core/session/join-controller.ts';
import { t } from '../language.ts';
import { PageFrame, ScreenTitle } from '../page-frame.tsx';
import { useTitle } from '../use-title.ts';
import { ConfirmCard } from './confirm-card.tsx';
import { EndedScreen } from './ended-screen.tsx';
import { JoinForm } from './join-form.tsx';
import { LoadingScreen, UnreachableScreen } from './plain-screens.tsx';
import { WaitingScreen } from './waiting-screen.tsx';

/** Goes to the candidate's own test and replaces the join page in the history: going back would show the form again. */
const Joined = ({ takeTestURL }: { readonly takeTestURL: string }) => {
  useEffect(() => location.replace(takeTestURL), [takeTestURL]);
  return <LoadingScreen />;
};

/** The page of a test link: name and email, then straight to the test. */
export const JoinPage = ({ controller }: { readonly controller: JoinController }) => {
  const screen = controller.screen.value;
  useTitle('details' in screen && screen.details !== null ? screen.details.test.testName : null);
  useEffect(() => controller.dispatch({ type: 'page-rendered' }), []);
  switch (screen.screen) {
    case 'loading':
      return <LoadingScreen />;
    case 'unreachable':
      return <UnreachableScreen organization={null} onRetry={() => controller.dispatch({ type: 'retry-pressed' })} />;
    case 'waiting': {
      const { details, reason, opensAt } = screen;
      const { testName } = details.test;
      return (
        <WaitingScreen
          organization={details}
          testName={testName}
          reason={reason}
          opensAt={opensAt}
          untilOpen={controller.untilOpen.value}
        />
      );
    }
    case 'ended':
      return <EndedScreen reason={screen.reason} organization={screen.details} />;
    case 'form':
      return <JoinForm details={screen.details} busy={screen.busy} problem={screen.problem} controller={controller} />;
    case 'confirm':
      return <ConfirmCard details={screen.details} busy={screen.busy} problem={screen.problem} controller={controller} />;
    case 'mailed':
      return (
        <PageFrame organization={screen.details}>
          <div class="card card-short">
            <ScreenTitle>{t(screen.invited ? 'join.already.title' : 'join.sent.title')}</ScreenTitle>
            <p dir="auto">{t(screen.invited ? 'join.already.body' : 'join.sent.body', { email: screen.emailId })}</p>
          </div>
        </PageFrame>
      );
    case 'joined':
      return <Joined takeTestURL={screen.takeTestURL} />;
  }
};
