/** What a first load can do without: the test itself, and its end. */
export { loadTestMessages } from '../../i18n/test-messages.ts';
export { RunningScreen } from '../running/running-screen.tsx';
export { CompletedScreen } from './completed-screen.tsx';
