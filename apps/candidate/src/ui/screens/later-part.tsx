import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Organization } from '../page-frame.tsx';
import { type LaterScreens, laterChunk, loadLater } from './later-chunk.ts';
import { LoadingScreen, UnreachableScreen } from './plain-screens.tsx';

type Props = { readonly organization: Organization; readonly show: (screens: LaterScreens) => ComponentChildren };

/** The test itself or its end, once the code is loaded. Some browsers never retry a module that failed to load, so the page is reloaded. */
export const LaterPart = ({ organization, show }: Props) => {
  useEffect(() => void loadLater(), []);
  const chunk = laterChunk.value;
  if (chunk === null) return <LoadingScreen />;
  if (chunk === 'failed') return <UnreachableScreen organization={organization} onRetry={() => location.reload()} />;
  return <>{show(chunk)}</>;
};
