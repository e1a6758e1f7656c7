import { randomBytes } from 'node:crypto';
import type { Attack, Client } from '../attack.ts';
import { questions } from '../grounds.ts';

/** Candidates of a link who have started: their take paths. Whoever has the link can have as many. */
export const candidates = async ({ ask }: Client, accessKey: string, count: number): Promise<readonly string[]> => {
  const paths: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const emailId = `hostile-${randomBytes(8).toString('hex')}@example.com`;
    const joined = await ask<{ takeTestURL: string }>('POST', `/join/${accessKey}`, { emailId, fullName: 'Mallory' });
    if (joined === undefined) break;
    const path = new URL(joined.takeTestURL).pathname;
    await ask('POST', `${path}/start`, {});
    paths.push(path);
  }
  if (paths.length === 0) throw new Error('nobody could join');
  return paths;
};

const endless = 'for (;;);';

const mib = 1024 * 1024;
/** The small ones fill what the large ones leave. */
const declared = [10 * mib, 10 * mib, mib, mib / 8];

/** Sockets that declare a file and send a byte of it each 15 s. */
const trickle = (name: string, of: (grounds: Client['grounds']) => string): Attack => ({
  name,
  prepare: async (client) => {
    const paths = await candidates(client, of(client.grounds), 30);
    return () =>
      client.repeat({ perSecond: 20, atOnce: 60 }, async (count) => {
        const socket = await client.open();
        const path = paths[count % paths.length];
        socket?.write(
          `PUT ${path}/files/${questions.file}?name=a.txt HTTP/1.1\r\nhost: a\r\ncontent-type: application/octet-stream\r\ncontent-length: ${declared[count % declared.length]}\r\n\r\n`,
        );
        while (socket !== undefined && !socket.destroyed && !client.isOver()) {
          socket.write('x');
          await client.pause(15_000);
        }
      });
  },
});

const asCandidates = (
  name: string,
  count: number,
  rate: { perSecond: number; atOnce: number },
  work: (client: Client, path: string, turn: number) => Promise<unknown>,
): Attack => ({
  name,
  prepare: async (client) => {
    const paths = await candidates(client, client.grounds.hostile.present.accessKey, count);
    return () => client.repeat(rate, (turn) => work(client, paths[turn % paths.length] ?? '', turn));
  },
});

export const ofCandidates: readonly Attack[] = [
  trickle('trickling uploads by an own link', ({ hostile }) => hostile.present.accessKey),
  trickle("trickling uploads by the honest account's link", ({ honest }) => honest.present.accessKey),
  asCandidates('uploads of 10 MiB', 10, { perSecond: 5, atOnce: 4 }, ({ send }, path) =>
    send('PUT', `${path}/files/${questions.file}?name=a.txt`, {
      body: Buffer.alloc(10 * mib, 'text '),
      headers: { 'content-type': 'application/octet-stream' },
    }),
  ),
  asCandidates('endless programs', 20, { perSecond: 20, atOnce: 40 }, ({ ask }, path) =>
    ask('POST', `${path}/runs`, { questionId: questions.program, answer: { language: 'javascript', source: endless }, input: 'x' }),
  ),
  asCandidates('programs of 64 KB saved', 20, { perSecond: 20, atOnce: 8 }, ({ ask }, path, turn) =>
    ask('PUT', `${path}/answers/${questions.program}`, { answer: { language: 'javascript', source: 'x'.repeat(64_000) }, revision: turn }),
  ),
  asCandidates('window events, edits and places', 20, { perSecond: 60, atOnce: 20 }, ({ ask }, path, turn) =>
    turn % 2 === 0
      ? ask('POST', `${path}/events`, {
          events: Array.from({ length: 500 }, (_, index) => ({
            eventId: `${turn}-${index}`,
            type: index % 2 === 0 ? 'left' : 'returned',
            at: Date.now(),
          })),
        })
      : ask('POST', `${path}/edits`, {
          batch: turn,
          edits: Array.from({ length: 200 }, (_, index) => ({
            questionId: questions.program,
            language: 'javascript',
            at: turn + index,
            change: [{ from: 0, removed: 0, inserted: 'x'.repeat(20) }],
          })),
        }),
  ),
];
