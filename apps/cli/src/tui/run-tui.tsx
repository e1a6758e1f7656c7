import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client } from '@assay/client';
import { render } from 'ink';
import { allowsColours } from '../output/paint.ts';
import { createRunner } from './app/runner.ts';
import { faultOf } from './services/fault.ts';
import { clipboardSequence, openWithDesktop } from './services/host.ts';
import type { Op, Services } from './services/services.ts';
import { App } from './views/App.tsx';

export type TuiOptions = {
  /** Asked for once the first frame is on the screen. */
  readonly connect: () => Promise<Client>;
  /** What the corner of the screen calls the connection. */
  readonly profile: string;
  /** Ends the screens as `q` does. */
  readonly signal?: AbortSignal;
  readonly stdin?: NodeJS.ReadStream;
  readonly stdout?: NodeJS.WriteStream;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly openUrl?: (target: string) => Promise<void>;
  readonly copy?: (text: string) => void;
};

const liveInterval = 5_000;
const clockInterval = 1_000;

const sizeOf = (stdout: NodeJS.WriteStream) => ({ rows: stdout.rows || 24, columns: stdout.columns || 80 });

/** Services that are loaded at the first call: the first frame needs neither the client nor its codecs, nor the network. */
const loadedWhenCalled = (load: () => Promise<Services>): Services => {
  let loading: Promise<Services> | undefined;
  const get = (_: Services, op: string | symbol) => async (input: never, signal: AbortSignal) => {
    loading ??= load();
    // The runner calls by the names of the services only.
    return (await loading)[op as Op](input, signal);
  };
  // The cast holds because each property is made when it is read.
  return new Proxy({} as Services, { get });
};

/** Runs the screens until the person quits. The terminal is as it was afterwards. */
export const runTui = async ({
  connect,
  profile,
  signal,
  stdin = process.stdin,
  stdout = process.stdout,
  env = process.env,
  openUrl = openWithDesktop,
  copy = (text) => void stdout.write(clipboardSequence(text)),
}: TuiOptions): Promise<void> => {
  const quit = (): void => instance.unmount();
  const services = loadedWhenCalled(async () => {
    // An import compiles before it returns: the frame is drawn first.
    await nextTurn();
    const [client, { servicesOf }] = await Promise.all([connect(), import('./services/client-services.ts')]);
    return servicesOf(client, openUrl);
  });
  const runner = createRunner({
    services,
    host: { copy, quit },
    env: { now: Date.now(), ...sizeOf(stdout), profile },
    faultOf,
  });
  const instance = render(<App runner={runner} colours={allowsColours(env)} />, {
    stdin,
    stdout,
    // In a terminal is asked before; Ink alone would draw nothing where the environment says CI.
    interactive: true,
    alternateScreen: true,
    incrementalRendering: true,
    patchConsole: false,
  });
  const onResize = (): void => runner.dispatch({ type: 'resize', ...sizeOf(stdout) });
  signal?.addEventListener('abort', quit, { once: true });
  if (signal?.aborted === true) quit();
  stdout.on('resize', onResize);
  const clock = setInterval(() => runner.dispatch({ type: 'clock', now: Date.now() }), clockInterval);
  const live = setInterval(() => runner.dispatch({ type: 'live' }), liveInterval);
  try {
    await instance.waitUntilExit();
  } finally {
    clearInterval(clock);
    clearInterval(live);
    signal?.removeEventListener('abort', quit);
    stdout.off('resize', onResize);
    runner.stop();
  }
};
