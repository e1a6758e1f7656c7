import type { ComponentChildren } from 'preact';
import { render } from 'preact';
import { createBrowser } from './core/browser.ts';
import { createAttemptController } from './core/session/attempt-controller.ts';
import { readAddress } from './core/session/page-address.ts';
import { CrashGuard } from './ui/crash-guard.tsx';
import { startLanguage } from './ui/language.ts';
import { EndedScreen } from './ui/screens/ended-screen.tsx';
import { UnreachableScreen } from './ui/screens/plain-screens.tsx';
import { TakePage } from './ui/screens/take-page.tsx';

/** The page of an address. The join page is a chunk of its own: candidates with an invitation never need it. */
const pageOf = async (): Promise<ComponentChildren> => {
  const address = readAddress(location.pathname);
  const browser = createBrowser();
  switch (address.page) {
    case 'take':
      return <TakePage controller={createAttemptController({ takeUrl: address.takeUrl, token: address.token, browser })} />;
    case 'join':
    case 'confirm': {
      const chunk = await import('./ui/screens/open-join-page.tsx').catch(() => null);
      if (chunk === null) return <UnreachableScreen organization={null} onRetry={() => location.reload()} />;
      return chunk.openJoinPage({ joinUrl: address.joinUrl, confirms: address.page === 'confirm', browser });
    }
    case 'unknown':
      return <EndedScreen reason="unknown" organization={null} />;
  }
};

const root = document.getElementById('page');
if (root === null) throw new Error('index.html has no #page');
void Promise.all([pageOf(), startLanguage()]).then(([page]) => {
  render(<CrashGuard>{page}</CrashGuard>, root);
  root.className = '';
});
