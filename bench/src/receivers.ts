// What deliveries go to: receivers of callbacks and a mail server. Both count and do nothing else.
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** How many arrived, and how many in each second between the first and the last. */
class Arrivals {
  count = 0;
  #firstAt = 0;
  #lastAt = 0;

  add(): void {
    this.#lastAt = performance.now();
    if (this.count === 0) this.#firstAt = this.#lastAt;
    this.count += 1;
  }

  perSecond(): number {
    return (this.count - 1) / ((this.#lastAt - this.#firstAt) / 1000);
  }
}

export type Receiver = { readonly port: number; readonly arrivals: Arrivals; readonly close: () => void };

/** A receiver of callbacks, on all addresses of the loopback; `respond` ends the response, or does not. */
export const receiveCallbacks = async (respond: (end: () => void) => void = (end) => end()): Promise<Receiver> => {
  const arrivals = new Arrivals();
  const server = createHttpServer((incoming, reply) => {
    incoming.resume().on('end', () => {
      arrivals.add();
      respond(() => reply.end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    arrivals,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const endOfMail = Buffer.from('\r\n.\r\n');

const speakSmtp = (socket: Socket, arrived: () => void): void => {
  let received = Buffer.alloc(0);
  let inMail = false;
  const respondTo = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase();
    inMail = verb === 'DATA';
    if (verb === 'EHLO') socket.write('250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n');
    else socket.write(inMail ? '354 go on\r\n' : '250 ok\r\n');
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const end = received.indexOf(inMail ? endOfMail : '\r\n');
      if (end < 0) return;
      const line = inMail ? undefined : received.toString('latin1', 0, end);
      received = received.subarray(end + (inMail ? endOfMail.length : 2));
      if (line === undefined) {
        inMail = false;
        arrived();
        socket.write('250 accepted\r\n');
      } else respondTo(line);
    }
  });
  socket.write('220 sink\r\n');
};

/** A mail server that accepts everything. */
export const receiveMails = async (): Promise<Receiver> => {
  const arrivals = new Arrivals();
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    speakSmtp(socket, () => arrivals.add());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    arrivals,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
