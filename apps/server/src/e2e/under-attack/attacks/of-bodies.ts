import { joinOperations, operations, takeOperations } from '@assay/domain';
import { type Attack, attack, type Client } from '../attack.ts';
import { candidates } from './of-candidates.ts';

const kib = 1024;

/** Every route that takes JSON, with the size that it takes. */
const routes = [...Object.values(operations), ...Object.values(takeOperations), ...Object.values(joinOperations)].flatMap((one) =>
  'body' in one && one.body !== undefined && typeof one.body !== 'string'
    ? [{ method: one.method, path: one.path, bytes: one.bodyLimit }]
    : [],
);

/** Bodies as large as each route takes, or `more` bytes larger, made of `unit`. */
const bodies = (name: string, perSecond: number, make: (bytes: number) => string): Attack => ({
  name,
  prepare: async (client) => {
    const [token = ''] = (await candidates(client, client.grounds.hostile.present.accessKey, 1)).map(
      (path) => path.split('/').at(-1) ?? '',
    );
    const { testId, accessKey, finished } = client.grounds.hostile.present;
    const ids: Readonly<Record<string, unknown>> = { token, testId, key: accessKey, testInvitationId: finished[0], questionId: 9 };
    const all = routes.map(({ path, ...one }) => ({ ...one, path: path.replace(/\{(\w+)\}/g, (_, id: string) => String(ids[id] ?? 1)) }));
    return () =>
      client.repeat({ perSecond, atOnce: 8 }, (count) => {
        const { method, path, bytes } = all[count % all.length] as (typeof all)[number];
        // A large import would take the line for seconds; one in five is.
        return client.send(method, path, { body: make(count % 5 === 0 ? bytes : Math.min(bytes, 512 * kib)) });
      });
  },
});

const filled = (before: string, unit: string, after: string) => (bytes: number) =>
  `${before}${unit.repeat(Math.max(0, Math.floor((bytes - before.length - after.length) / unit.length)))}${after}`;

/** A body that comes in pieces, and says `Expect` and chunks. */
const slowly = async (client: Client, head: string, piece: string): Promise<void> => {
  const socket = await client.open();
  socket?.write(head);
  while (socket !== undefined && !socket.destroyed && !client.isOver()) {
    socket.write(piece);
    await client.pause(1000);
  }
};

export const ofBodies: readonly Attack[] = [
  bodies('bodies of every bound: nested lists', 20, filled('', '[', '')),
  bodies('bodies of every bound: zeros', 20, filled('{"answer":[', '0,', '0]}')),
  bodies('bodies of every bound: empty objects', 20, filled('{"candidates":[', '{},', '{}]}')),
  bodies('bodies of every bound: not JSON', 20, filled('', '\\', '')),
  attack('bodies that trickle, chunked and expected', (client) =>
    client.repeat({ perSecond: 50, atOnce: 300 }, (count) => {
      const { key, present } = client.grounds.hostile;
      const length = count % 2 === 0 ? 'transfer-encoding: chunked' : 'content-length: 16000';
      const head = `POST /v2/org/tests/${present.testId}/register HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-type: application/json\r\nx-api-key: ${key}\r\n${length}\r\n\r\n`;
      return slowly(client, head, count % 2 === 0 ? '1\r\n \r\n' : ' ');
    }),
  ),
];
