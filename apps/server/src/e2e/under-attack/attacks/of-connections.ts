import { type Attack, attack } from '../attack.ts';

const manyIdle = 10_000;

export const ofConnections: readonly Attack[] = [
  attack('10,000 idle connections', async ({ open, pause, isOver, note }) => {
    let opened = 0;
    for (let index = 0; index < manyIdle && !isOver(); index += 1) {
      if ((await open()) !== undefined) opened += 1;
      if (index % 50 === 0) await pause(10);
    }
    note(`${opened} of ${manyIdle} connections were opened`);
    while (!isOver()) await pause(1000);
  }),
  attack('headers that never end', ({ open, pause, isOver, repeat }) =>
    repeat({ perSecond: 100, atOnce: 1000 }, async () => {
      const socket = await open();
      socket?.write('GET /healthz HTTP/1.1\r\nhost: a\r\n');
      while (socket !== undefined && !socket.destroyed && !isOver()) {
        socket.write('x-a: b\r\n');
        await pause(5000);
      }
    }),
  ),
  attack('100 pipelined API calls on each connection', ({ open, pause, isOver, repeat, grounds: { hostile } }) =>
    repeat({ perSecond: 2, atOnce: 4 }, async () => {
      const socket = await open();
      socket?.resume();
      socket?.write(`GET /manage/v1/tests HTTP/1.1\r\nhost: a\r\nx-api-key: ${hostile.key}\r\n\r\n`.repeat(100));
      await pause(1000);
      if (!isOver()) socket?.destroy();
    }),
  ),
  attack('connections that are reset', ({ open, pause, repeat, grounds: { hostile } }) =>
    repeat({ perSecond: 50, atOnce: 10 }, async () => {
      const socket = await open();
      socket?.write(`GET /v2/org/report/${hostile.present.testId}/excel HTTP/1.1\r\nhost: a\r\nx-api-key: ${hostile.key}\r\n\r\n`);
      await pause(20);
      socket?.resetAndDestroy();
    }),
  ),
  attack('upgrades to WebSocket and HTTP/2', ({ open, pause, repeat }) =>
    repeat({ perSecond: 50, atOnce: 50 }, async (count) => {
      const socket = await open();
      const upgrade =
        count % 2 === 0 ? 'upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==' : 'upgrade: h2c';
      socket?.write(
        count % 5 === 0
          ? 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
          : `GET /take/x HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\n${upgrade}\r\n\r\n`,
      );
      await pause(1000);
      socket?.destroy();
    }),
  ),
];
