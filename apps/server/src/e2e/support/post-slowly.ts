import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * A POST that the server has begun to handle and that cannot end before `finish` sends the body. `fetch` cannot tell when the server
 * has read the head of a request; here its `100 Continue` tells. With `keepAlive` the connection stays open after the answer, for as
 * long as the server lets it.
 */
export const postSlowly = async (url: string, key: string, body: unknown, { keepAlive }: { keepAlive: boolean }) => {
  const payload = JSON.stringify(body);
  const agent = new Agent({ keepAlive });
  const sending = request(url, {
    agent,
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      expect: '100-continue',
    },
  });
  const responded = once(sending, 'response') as Promise<[IncomingMessage]>;
  // A failure shows where it is awaited, in `finish`.
  responded.catch(() => undefined);
  sending.flushHeaders();
  await once(sending, 'continue');
  return {
    finish: async (): Promise<{ status: number | undefined; envelope: { statuscode: string; result: unknown } }> => {
      sending.end(payload);
      const [response] = await responded;
      return { status: response.statusCode, envelope: JSON.parse(await text(response)) };
    },
    disconnect: () => agent.destroy(),
  };
};
