/** What a first load can do without: the test itself, and its end. */
export { CompletedScreen } from './completed-screen.tsx';
export { RunningScreen } from './running-screen.tsx';
