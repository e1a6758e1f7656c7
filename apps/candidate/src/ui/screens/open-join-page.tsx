import { createJoinController, type JoinDeps } from '../../core/session/join-controller.ts';
import { JoinPage } from './join-page.tsx';

/** The join page with its own controller, as one chunk. */
export const openJoinPage = (deps: JoinDeps) => <JoinPage controller={createJoinController(deps)} />;
