import { eventually } from '@assay/testing';
import { expect, it } from 'vitest';
import { NoConnection } from './describe-failure.ts';
import { dial } from './dial.ts';
import { startRawReceiver } from './testing/receiver.ts';

it('a TLS handshake that hangs ends at the time-out, and the connection with it', async () => {
  const receiver = await startRawReceiver(() => undefined);
  const signal = new AbortController().signal;
  const dialling = dial({ address: '127.0.0.1', port: receiver.port, servername: 'hooks.test', timeoutMilliseconds: 200, signal });
  await expect(dialling).rejects.toThrow(new NoConnection('no connection within 0.2 s'));
  await eventually(() => expect(receiver.sockets[0]?.destroyed).toBe(true));
});

it('a dial under way ends with the reason of its signal, and the connection with it', async () => {
  const stop = new AbortController();
  const reason = new Error('the worker stops');
  const receiver = await startRawReceiver(() => stop.abort(reason));
  const dialling = dial({ address: '127.0.0.1', port: receiver.port, servername: '', timeoutMilliseconds: 5_000, signal: stop.signal });
  await expect(dialling).rejects.toBe(reason);
  await eventually(() => expect(receiver.sockets[0]?.destroyed).toBe(true));
});

it('an open connection outlives the signal of its dial', async () => {
  const stop = new AbortController();
  const receiver = await startRawReceiver(() => undefined);
  const options = { address: '127.0.0.1', port: receiver.port, servername: null, timeoutMilliseconds: 5_000, signal: stop.signal };
  const socket = await dial(options);
  stop.abort(new Error('too late'));
  expect(socket.destroyed).toBe(false);
  socket.destroy();
  await expect(dial(options)).rejects.toThrow('too late');
});
