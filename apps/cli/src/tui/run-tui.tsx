import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client } from '@assay/client';
import { render } from 'ink';
import { allowsColours } from '../output/paint.ts';
import type { ScreenRoute } from '../support/context.ts';
import { App } from './app/App.tsx';
import { createRunner } from './app/runner.ts';
import { routeTo } from './core/screen.ts';
import { reviewScreen } from './screens/review.tsx';
import { faultOf } from './services/fault.ts';
import { clipboardSequence, openWithDesktop, temporaryDirectory } from './services/host.ts';
import type { Op, Services } from './services/services.ts';

export type TuiOptions = {
  /** Called after the first frame is drawn. */
  readonly connect: () => Promise<Client>;
  /** The name of the connection in the corner of the screen. */
  readonly profile: string;
  /** Where to begin, above the list of tests. */
  readonly route?: ScreenRoute | undefined;
  /** Quits the screens as `q` does. */
  readonly signal?: AbortSignal;
  readonly stdin?: NodeJS.ReadStream;
  readonly stdout?: NodeJS.WriteStream;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly openUrl?: (target: string) => Promise<void>;
  readonly copy?: (text: string) => void;
};

const liveInterval = 5_000;
const clockInterval = 1_000;

/** Cursor to the first cell, and everything after it is erased. */
const wholeScreen = '\u001b[H\u001b[J';

const sizeOf = (stdout: NodeJS.WriteStream) => ({ rows: stdout.rows || 24, columns: stdout.columns || 80 });

/** Loads the services at the first call: the first frame is drawn without the client, its codecs and the network. */
const loadedWhenCalled = (load: () => Promise<Services>): Services => {
  let loading: Promise<Services> | undefined;
  const get = (_: Services, op: string | symbol) => async (input: never, options: { readonly signal: AbortSignal }) => {
    loading ??= load();
    // The runner reads no other properties than the names of the services.
    return (await loading)[op as Op](input, options);
  };
  // The cast holds: the proxy has a function for every name.
  return new Proxy({} as Services, { get });
};

/** Runs the screens until the person quits, then restores the terminal. */
export const runTui = async ({
  connect,
  profile,
  route,
  signal,
  stdin = process.stdin,
  stdout = process.stdout,
  env = process.env,
  openUrl = (target) => openWithDesktop(target),
  copy = (text) => void stdout.write(clipboardSequence(text)),
}: TuiOptions): Promise<void> => {
  const temporary = temporaryDirectory();
  const quit = (): void => {
    // First and at once: after SIGHUP a library that Ink uses ends the process in this very turn.
    temporary.remove();
    instance.unmount();
  };
  const redraw = (): void => {
    // Ink erases by moving up from the cursor, which a terminal that changed its size has put elsewhere: so everything goes.
    instance.clear();
    stdout.write(wholeScreen);
    instance.rerender(app);
  };
  const services = loadedWhenCalled(async () => {
    // An import blocks while it compiles: the frame is drawn first.
    await nextTurn();
    const [client, { servicesOf }] = await Promise.all([connect(), import('./services/client-services.ts')]);
    return servicesOf(client, { open: openUrl, temporary: temporary.path });
  });
  const runner = createRunner({
    services,
    host: { copy, quit, redraw },
    env: { now: Date.now(), ...sizeOf(stdout), profile, scopes: null },
    faultOf,
    route: route && routeTo(reviewScreen, { testId: route.testId }),
  });
  const app = <App runner={runner} colours={allowsColours(env)} />;
  const instance = render(app, {
    stdin,
    stdout,
    // The caller has checked for a terminal; by itself Ink draws nothing when CI is set.
    interactive: true,
    alternateScreen: true,
    incrementalRendering: true,
    patchConsole: false,
    // A press like others: while candidates are sent it stops after the rows that are under way.
    exitOnCtrlC: false,
  });
  const onResize = (): void => runner.dispatch({ type: 'resize', ...sizeOf(stdout) });
  signal?.addEventListener('abort', quit, { once: true });
  if (signal?.aborted === true) quit();
  // Before Ink's own listener, which draws at once what is known of the size by then.
  stdout.prependListener('resize', onResize);
  const clock = setInterval(() => runner.dispatch({ type: 'clock', now: Date.now() }), clockInterval);
  const live = setInterval(() => runner.dispatch({ type: 'live' }), liveInterval);
  process.once('exit', temporary.remove);
  try {
    await instance.waitUntilExit();
  } finally {
    clearInterval(clock);
    clearInterval(live);
    signal?.removeEventListener('abort', quit);
    stdout.off('resize', onResize);
    runner.stop();
    temporary.remove();
    process.off('exit', temporary.remove);
  }
};
