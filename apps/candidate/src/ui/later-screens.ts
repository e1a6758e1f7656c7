/** What a first load can do without: the test itself, and its end. */
export { loadTestMessages } from '../i18n/test-messages.ts';
export { CompletedScreen } from './completed-screen.tsx';
export { RunningScreen } from './running-screen.tsx';
