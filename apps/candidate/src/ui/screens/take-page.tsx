import { useEffect } from 'preact/hooks';
import type { AttemptController } from '../../core/session/attempt-controller.ts';
import { PictureAddresses } from '../running/picture-addresses.ts';
import { useTitle } from '../use-title.ts';
import { BeforePart } from './before-part.tsx';
import { EndedScreen } from './ended-screen.tsx';
import { LaterPart } from './later-part.tsx';
import { LoadingScreen, SubmittingScreen, TakenOverScreen, UnreachableScreen } from './plain-screens.tsx';
import { WaitingScreen } from './waiting-screen.tsx';

type Props = { readonly controller: AttemptController };

/** The page of one invitation: shows the controller's screen and dispatches what the candidate does. */
export const TakePage = ({ controller }: Props) => {
  const screen = controller.screen.value;
  useTitle('attempt' in screen && screen.attempt !== null ? screen.attempt.test.testName : null);
  useEffect(() => controller.dispatch({ type: 'page-rendered' }), []);
  switch (screen.screen) {
    case 'loading':
      return <LoadingScreen />;
    case 'unreachable':
      return <UnreachableScreen organization={null} onRetry={() => controller.dispatch({ type: 'retry-pressed' })} />;
    case 'before':
      return <BeforePart controller={controller} />;
    case 'waiting': {
      const { attempt, reason, opensAt } = screen;
      const { testName } = attempt.test;
      return (
        <WaitingScreen
          organization={attempt}
          testName={testName}
          reason={reason}
          opensAt={opensAt}
          untilOpen={controller.untilOpen.value}
        />
      );
    }
    case 'ended':
      return <EndedScreen reason={screen.reason} organization={screen.attempt} />;
    case 'running':
      return (
        <LaterPart
          organization={screen.attempt}
          show={({ RunningScreen }) => (
            <PictureAddresses.Provider value={controller.pictureAddress}>
              <RunningScreen attempt={screen.attempt} controller={controller} />
            </PictureAddresses.Provider>
          )}
        />
      );
    case 'takenOver':
      return <TakenOverScreen {...screen} onTakeOver={() => controller.dispatch({ type: 'takeover-pressed' })} />;
    case 'submitting':
      return <SubmittingScreen {...screen} />;
    case 'completed':
      return (
        <LaterPart
          organization={screen.attempt}
          show={({ CompletedScreen }) => <CompletedScreen {...screen} undelivered={controller.undelivered.value} />}
        />
      );
  }
};
