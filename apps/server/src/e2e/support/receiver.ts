import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CallbackBody } from '@assay/domain';
import { Webhook } from 'standardwebhooks';

export type Received = { readonly webhookId: string; readonly headers: Readonly<Record<string, string>>; readonly text: string };

/** Answers one callback; `earlier` says how often its webhook-id had come before. */
export type Answering = (response: ServerResponse, received: Received, earlier: number) => void;

const accept: Answering = (response) => response.writeHead(204).end();

/** A real HTTP receiver of callbacks on 127.0.0.1, such as an ATS has. It keeps each one that came whole. */
export class Receiver {
  readonly received: Received[] = [];
  readonly #server;

  private constructor(answering: Answering) {
    this.#server = createServer(async (request, response) => {
      const one = await this.#keep(request);
      const same = this.received.filter(({ webhookId }) => webhookId === one.webhookId);
      answering(response, one, same.length - 1);
    });
  }

  static async listen(answering: Answering = accept): Promise<Receiver> {
    const receiver = new Receiver(answering);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  async #keep(request: IncomingMessage): Promise<Received> {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value);
    const one = { webhookId: headers['webhook-id'] ?? '', headers, text: await text(request) };
    this.received.push(one);
    return one;
  }

  get url(): string {
    // A server that listens on TCP has an address of this form.
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/hook`;
  }

  /** The webhook-ids that came, and the invitation that each of them told of, in every repeat. */
  get invitations(): ReadonlyMap<string, ReadonlySet<number>> {
    const all = new Map<string, Set<number>>();
    for (const one of this.received) {
      const { TestInvitationId } = JSON.parse(one.text) as CallbackBody;
      all.set(one.webhookId, (all.get(one.webhookId) ?? new Set()).add(TestInvitationId));
    }
    return all;
  }

  /** The webhook-ids whose repeats said something else or had another number. */
  get changed(): readonly string[] {
    const first = new Map<string, string>();
    const changed = this.received.filter(({ webhookId, headers, text: body }) => {
      const message = `${headers['webhook-sequence']} ${body}`;
      first.set(webhookId, first.get(webhookId) ?? message);
      return first.get(webhookId) !== message;
    });
    return changed.map(({ webhookId }) => webhookId);
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close').catch(() => undefined);
  }
}

/** The body of a callback, read as a receiver should: throws unless the signature is by `secret`. */
export const verifiedBody = (secret: string, { headers, text: payload }: Received): CallbackBody =>
  new Webhook(secret).verify(payload, { ...headers }) as CallbackBody;
