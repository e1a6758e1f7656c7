import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client, Sent } from './attack.ts';
import { attacks } from './attacks/attacks.ts';
import { exchange } from './exchange.ts';
import { addressOf, type Grounds } from './grounds.ts';

/** By name; of requests by status, 0 where the connection broke. */
export type Rested = { readonly name: string; readonly statuses: Readonly<Record<string, number>>; readonly notes: readonly string[] };

export type HostileClient = { readonly attack: () => void; readonly rest: () => Promise<Rested> };

/** 20 Mbit/s. */
const bytesPerSecond = 2_500_000;
/** The first two are honest. */
const firstHostile = 2;

/** One hostile client, which has prepared its attack. */
export const startClient = async (name: string, grounds: Grounds): Promise<HostileClient> => {
  let resting = new AbortController();
  let statuses: Record<string, number> = {};
  let notes: string[] = [];
  let running: Promise<unknown> = Promise.resolve();
  const sockets = new Set<Socket>();
  const number = attacks.findIndex((one) => one.name === name);
  const localAddress = addressOf(number + firstHostile);
  const agent = new Agent({ keepAlive: true, localAddress });
  const { hostname, port } = new URL(grounds.url);
  const isOver = () => resting.signal.aborted;
  const pause = (milliseconds: number) => wait(milliseconds, undefined, { signal: resting.signal }).catch(() => undefined);
  const send: Client['send'] = async (method, path, { headers = {}, body, key = grounds.hostile.key } = {}) => {
    const own = { 'content-type': 'application/json', ...(key === null ? {} : { 'x-api-key': key }), ...headers };
    const given = { method, agent, bytesPerSecond, signal: resting.signal, headers: own, ...(body === undefined ? {} : { body }) };
    const sent: Sent = await exchange(`${grounds.url}${path}`, given).then(
      ({ status, bytes }) => ({ status, text: bytes.toString() }),
      () => ({ status: 0, text: '' }),
    );
    if (!isOver()) statuses[sent.status] = (statuses[sent.status] ?? 0) + 1;
    return sent;
  };
  const client: Client = {
    ...{ grounds, send, pause, isOver },
    ask: async (method, path, body) => {
      const { status, text } = await send(method, path, body === undefined ? {} : { body: JSON.stringify(body) });
      return status === 200 ? JSON.parse(text).result : undefined;
    },
    open: () =>
      new Promise((resolve) => {
        const socket = connect({ host: hostname, port: Number(port), ...(localAddress === undefined ? {} : { localAddress }) });
        sockets.add(socket);
        socket.on('error', () => resolve(undefined));
        socket.on('close', () => sockets.delete(socket));
        socket.once('connect', () => resolve(socket));
      }),
    repeat: async ({ perSecond, atOnce }, work) => {
      const began = performance.now();
      let count = 0;
      const lane = async () => {
        while (!isOver()) {
          const due = began + (1000 * count) / perSecond;
          count += 1;
          await pause(Math.max(0, due - performance.now()));
          if (!isOver()) await work(count);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
    },
    note: (text) => notes.push(text),
  };
  const run = await attacks[number]?.prepare(client);
  if (run === undefined) throw new Error(`no attack is called ${name}`);
  return {
    attack: () => {
      running = run();
    },
    rest: async () => {
      resting.abort();
      for (const socket of sockets) socket.resetAndDestroy();
      await running.catch((error) => notes.push(String(error)));
      const rested = { name, statuses, notes };
      [statuses, notes, resting] = [{}, [], new AbortController()];
      return rested;
    },
  };
};
