import { useEffect } from 'preact/hooks';
import type { AttemptController } from '../core/index.ts';
import { BeforePart } from './before-part.tsx';
import { CompletedScreen } from './completed-screen.tsx';
import { EndedScreen } from './ended-screen.tsx';
import { LoadingScreen, SubmittingScreen, TakenOverScreen, UnreachableScreen } from './plain-screens.tsx';
import { RunningPart } from './running-part.tsx';
import { useTitle } from './use-title.ts';
import { WaitingScreen } from './waiting-screen.tsx';

type Props = { readonly controller: AttemptController };

/** The page of one invitation: shows the controller's screen and passes on what the candidate does. */
export const TakePage = ({ controller }: Props) => {
  const screen = controller.screen.value;
  useTitle('attempt' in screen && screen.attempt !== null ? screen.attempt.test.testName : null);
  // Loaded once, after the first render.
  useEffect(() => controller.load(), []);
  switch (screen.screen) {
    case 'loading':
      return <LoadingScreen />;
    case 'unreachable':
      return <UnreachableScreen house={null} onRetry={() => controller.retry()} />;
    case 'before':
      return <BeforePart controller={controller} />;
    case 'waiting': {
      const { attempt, reason, opensAt } = screen;
      const { testName } = attempt.test;
      return <WaitingScreen house={attempt} testName={testName} reason={reason} opensAt={opensAt} untilOpen={controller.untilOpen.value} />;
    }
    case 'ended':
      return <EndedScreen reason={screen.reason} house={screen.attempt} />;
    case 'running':
      return <RunningPart attempt={screen.attempt} controller={controller} />;
    case 'takenOver':
      return <TakenOverScreen {...screen} onTakeOver={() => void controller.takeOver()} />;
    case 'submitting':
      return <SubmittingScreen {...screen} />;
    case 'completed':
      return <CompletedScreen {...screen} />;
  }
};
