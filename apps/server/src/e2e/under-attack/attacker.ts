// Hostile clients, in a process of their own at a low priority: on a network they would take no processor time of the service's
// machine, and here what they take must not be what slows the honest ones down. Not the lowest: beside other programs nothing would come of them.
import { constants, setPriority } from 'node:os';
import { inParallel } from '@assay/testing';
import type { Grounds } from './grounds.ts';
import { type HostileClient, startClient } from './hostile-client.ts';

export type Opening = { readonly names: readonly string[]; readonly grounds: Grounds };
export type Command = Opening | 'attack' | 'rest';

/** They prepare their attacks beside each other, but not all at once. */
const atOnce = 4;

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

let clients: readonly HostileClient[] = [];
const rest = () => Promise.all(clients.map((client) => client.rest()));

process.on('message', async (command: Command) => {
  if (command === 'attack') for (const client of clients) client.attack();
  else if (command === 'rest') process.send?.(await rest());
  else {
    clients = await inParallel(command.names, atOnce, (name) => startClient(name, command.grounds));
    process.send?.(await rest());
  }
});
process.on('disconnect', () => process.exit());
