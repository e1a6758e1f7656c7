import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { encodeFailure, refusal } from '@assay/domain';

/** No cache and no browser may make anything else of a response. */
export const protectiveHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Sends an envelope for bytes that Node cannot parse as HTTP; they never become a Fastify request. */
export const refuseMalformed = (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const body = JSON.stringify(
    encodeFailure(
      tooLarge
        ? refusal('body.too-large', 'The headers of the request are too large')
        : refusal('request.invalid', 'The request is not valid HTTP'),
    ),
  );
  const head = [
    tooLarge ? 'HTTP/1.1 413 Content Too Large' : 'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    ...Object.entries(protectiveHeaders).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  // A body after the response to a HEAD request would be read as another response.
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.subarray(0, 5).toString('latin1') === 'HEAD ';
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
};
