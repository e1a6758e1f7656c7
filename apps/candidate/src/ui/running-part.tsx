import { useEffect } from 'preact/hooks';
import { LoadingScreen, UnreachableScreen } from './plain-screens.tsx';
import { loadRunning, type RunningProps, runningChunk } from './running-chunk.ts';

/** The test itself, once its code is loaded. Some browsers never retry a module that failed to load, so the page is reloaded. */
export const RunningPart = (props: RunningProps) => {
  useEffect(() => void loadRunning(), []);
  const chunk = runningChunk.value;
  if (chunk === null) return <LoadingScreen />;
  if (chunk === 'failed') return <UnreachableScreen organization={props.attempt} onRetry={() => location.reload()} />;
  return <chunk.Screen {...props} />;
};
