import type { Client } from '@assay/client';
import { render } from 'ink';
import { servicesOf } from './client-services.ts';
import { faultOf } from './fault.ts';
import { clipboardSequence, openWithDesktop } from './host.ts';
import { createRunner } from './runner.ts';
import { App } from './views/App.tsx';

export type TuiOptions = {
  readonly client: Client;
  /** What the corner of the screen calls the connection. */
  readonly profile: string;
  /** Where the service is reached: join URLs are made of it. A profile that is a URL stands in for it; with neither they are shown from `/join` on. */
  readonly baseUrl?: string;
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

const allowsColours = (env: Readonly<Record<string, string | undefined>>): boolean => (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';

const sizeOf = (stdout: NodeJS.WriteStream) => ({ rows: stdout.rows || 24, columns: stdout.columns || 80 });

/** Runs the screens until the person quits. The terminal is as it was afterwards. */
export const runTui = async ({
  client,
  profile,
  baseUrl = /^https?:/i.test(profile) ? profile : '',
  signal,
  stdin = process.stdin,
  stdout = process.stdout,
  env = process.env,
  openUrl = openWithDesktop,
  copy = (text) => void stdout.write(clipboardSequence(text)),
}: TuiOptions): Promise<void> => {
  const quit = (): void => instance.unmount();
  const runner = createRunner({
    services: servicesOf(client, openUrl),
    host: { copy, quit },
    env: { now: Date.now(), ...sizeOf(stdout), baseUrl, profile },
    faultOf,
  });
  const instance = render(<App runner={runner} colours={allowsColours(env)} />, {
    stdin,
    stdout,
    alternateScreen: true,
    incrementalRendering: true,
    patchConsole: false,
  });
  const onResize = (): void => runner.dispatch({ type: 'resize', ...sizeOf(stdout) });
  signal?.addEventListener('abort', quit, { once: true });
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
