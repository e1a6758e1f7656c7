import type { Browser } from '../core/browser.ts';
import { createJoinController } from '../core/join-controller.ts';
import { JoinPage } from './join-page.tsx';

/** The join page with its own controller, as one chunk. */
export const openJoinPage = (joinUrl: string, browser: Browser) => <JoinPage controller={createJoinController({ joinUrl, browser })} />;
