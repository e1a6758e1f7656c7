import type { Context } from './context.ts';
import { UsageError } from './failures.ts';

type Env = Context['env'];
type Fetch = Context['fetch'];

const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** As in other programs a proxy may be written without `http://`. */
const proxyUrl = (env: Env, upper: 'HTTPS_PROXY' | 'HTTP_PROXY'): string => {
  const written = (env[upper.toLowerCase()] ?? env[upper] ?? '').trim();
  if (written === '') return '';
  const url = written.includes('://') ? written : `http://${written}`;
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new UsageError(`${upper} must be the URL of a proxy, such as http://proxy.example.com:3128.`);
  return url;
};

/** A server on this machine is reached without a proxy: a proxy elsewhere would look for it on its own. */
const isLocal = (url: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** Whether requests to `url` go by the environment's settings for proxies. */
export const usesProxy = (env: Env, url: string): boolean => !isLocal(url) && names.some((name) => (env[name] ?? '').trim() !== '');

/** `fetch` by the way that HTTPS_PROXY, HTTP_PROXY and NO_PROXY say. Node's own knows them only when it is started with a flag. */
export const envFetch =
  (env: Env): Fetch =>
  async (input, init) => {
    if (!usesProxy(env, String(input))) return globalThis.fetch(input, init);
    const options = { httpProxy: proxyUrl(env, 'HTTP_PROXY'), httpsProxy: proxyUrl(env, 'HTTPS_PROXY') };
    const { EnvHttpProxyAgent, fetch } = await import('undici');
    // One for each request, which keeps no connection: an agent whose proxy hangs up tries again for ever, and has to be ended.
    const dispatcher = new EnvHttpProxyAgent({
      ...options,
      noProxy: env.no_proxy ?? env.NO_PROXY ?? '',
      pipelining: 0,
      // A tunnel is for https: many proxies refuse one to port 80.
      proxyTunnel: false,
    });
    try {
      // The casts hold: Node's fetch is an older or newer release of this one.
      return (await fetch(String(input), { ...(init as object), dispatcher })) as unknown as Response;
    } catch (error) {
      void dispatcher.destroy();
      throw error;
    }
  };
