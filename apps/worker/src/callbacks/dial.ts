import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { NoConnection, TlsFailed } from './describe-failure.ts';

export type DialOptions = {
  /** An IP address; no name is looked up. */
  readonly address: string;
  readonly port: number;
  /** The name to ask for and to verify, or an empty string to verify the address itself; null for no TLS. */
  readonly servername: string | null;
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal;
};

/** Opens a connection, TLS handshake included. Rejects with NoConnection, TlsFailed, the reason of `signal` or a system error. */
export const dial = ({ address, port, servername, timeoutMilliseconds, signal }: DialOptions): Promise<Socket> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const options = { host: address, port, noDelay: true, keepAlive: true };
    const socket =
      servername === null
        ? connectTcp(options)
        : connectTls({ ...options, servername, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] });

    let isTcpOpen = false;
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      socket.destroy(new NoConnection(`no connection within ${timeoutMilliseconds / 1_000} s`));
    }, timeoutMilliseconds);
    const onAbort = () => socket.destroy(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };

    socket.once('connect', () => {
      isTcpOpen = true;
    });
    socket.once(servername === null ? 'connect' : 'secureConnect', () => {
      finish();
      resolve(socket);
    });
    // Stays for the life of the socket: once the promise has settled, it only prevents an unhandled error.
    socket.on('error', (error) => {
      finish();
      const isTls = servername !== null && isTcpOpen && !isTimedOut && !signal.aborted;
      reject(isTls ? new TlsFailed('the TLS handshake failed', { cause: error }) : error);
    });
  });
