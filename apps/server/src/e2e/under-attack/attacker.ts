// One hostile client, in a process of its own at the lowest priority: on a network it would take no processor time of the service's
// machine, and here what it takes must not be what slows the honest ones down.
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client, Sent } from './attack.ts';
import { attacks } from './attacks/attacks.ts';
import { exchange } from './exchange.ts';
import { addressOf, type Grounds } from './grounds.ts';

export type Opening = { readonly name: string; readonly number: number; readonly grounds: Grounds };
export type Command = Opening | 'attack' | 'rest';
export type Rested = { readonly statuses: Readonly<Record<string, number>>; readonly notes: readonly string[] };

/** 20 Mbit/s. */
const bytesPerSecond = 2_500_000;
/** The first two are honest. */
const firstHostile = 2;

setPriority(constants.priority.PRIORITY_LOW);

let resting = new AbortController();
let statuses: Record<string, number> = {};
let notes: string[] = [];
const sockets = new Set<Socket>();
let run: (() => Promise<unknown>) | undefined;
let running: Promise<unknown> = Promise.resolve();

const clientOf = ({ number, grounds }: Opening): Client => {
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
  return {
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
};

const rest = async (): Promise<Rested> => {
  resting.abort();
  for (const socket of sockets) socket.resetAndDestroy();
  await running.catch((error) => notes.push(String(error)));
  const rested = { statuses, notes };
  [statuses, notes, resting] = [{}, [], new AbortController()];
  return rested;
};

process.on('message', async (command: Command) => {
  if (command === 'attack') running = Promise.resolve(run?.());
  else if (command === 'rest') process.send?.(await rest());
  else {
    const chosen = attacks.find(({ name }) => name === command.name);
    if (chosen === undefined) throw new Error(`no attack is called ${command.name}`);
    run = await chosen.prepare(clientOf(command));
    process.send?.(await rest());
  }
});
process.on('disconnect', () => process.exit());
