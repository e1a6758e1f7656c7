import type { Attack, Client } from '../attack.ts';

/** Nearly the most that a test may be: with its HTML an attempt has 16 MB. */
const largeFile = {
  name: 'Large',
  status: 'Active',
  duration: 600,
  sections: [
    {
      name: 'Only',
      questions: Array.from({ length: 165 }, (_, index) => ({ kind: 'numeric', prompt: `${index} ${'word '.repeat(9780)}`, answer: 1 })),
    },
  ],
};

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`;

/** Connections that ask and take no byte of what comes, each again when it is closed. */
const unread = (client: Client, connections: number, request: string): Promise<void> =>
  client.repeat({ perSecond: 20, atOnce: connections }, async () => {
    const socket = await client.open();
    if (socket === undefined) return;
    socket.pause();
    socket.write(request);
    while (!socket.destroyed && !client.isOver()) await client.pause(500);
  });

export const ofReaders: readonly Attack[] = [
  {
    name: 'readers that never read an attempt of 16 MB',
    prepare: async (client) => {
      const imported = await client.ask<{ testId: number }>('POST', '/manage/v1/tests', largeFile);
      const testId = imported?.testId ?? client.grounds.hostile.present.testId;
      const invited = await client.ask<{ takeTestURL: string }>('POST', `/v2/org/tests/${testId}/register`, {
        emailId: 'reader@example.com',
        fullName: 'Eve',
      });
      const path = new URL(invited?.takeTestURL ?? client.grounds.url).pathname;
      await client.ask('POST', `${path}/start`, {});
      client.note(imported === undefined ? 'the large test was refused' : 'of the large test');
      return () => unread(client, 100, get(`${path}/attempt`));
    },
  },
  {
    name: 'readers that never read exports',
    prepare: async (client) => {
      const { key, present } = client.grounds.hostile;
      return () => unread(client, 50, get(`/v2/org/report/${present.testId}/excel`, `x-api-key: ${key}\r\n`).repeat(5));
    },
  },
  {
    name: '1,000 connections with 5 pipelined /docs without compression',
    prepare: async (client) => () => unread(client, 1000, get('/docs').repeat(5)),
  },
  {
    name: '/docs without compression, read',
    prepare: async (client) => () =>
      client.repeat({ perSecond: 50, atOnce: 20 }, () =>
        client.send('GET', '/docs', { key: null, headers: { 'accept-encoding': 'identity' } }),
      ),
  },
];
