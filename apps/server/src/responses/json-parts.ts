import { inParts } from '@assay/operations';
import type { FastifyReply } from 'fastify';

/** Levels from an envelope to an option of a question: what is below is written at once. */
const levels = 6;
/** Characters between two looks at the time. */
const part = 64 * 1024;

const write = function* (value: unknown, depth: number): Generator<string> {
  if (depth === 0 || typeof value !== 'object' || value === null) return yield JSON.stringify(value) ?? 'null';
  const isList = Array.isArray(value);
  let [before, isEmpty] = [isList ? '[' : '{', true];
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined && !isList) continue;
    yield isList ? before : `${before}${JSON.stringify(name)}:`;
    yield* write(one, depth - 1);
    [before, isEmpty] = [',', false];
  }
  yield `${isEmpty ? before : ''}${isList ? ']' : '}'}`;
};

/** The JSON of a value that has nothing but what JSON has. Gives way in between: 13 MB at once take 60 ms. */
export const jsonParts = function* (value: object): Generator<void, Buffer> {
  const parts: Buffer[] = [];
  let text = '';
  for (const piece of write(value, levels)) {
    text += piece;
    if (text.length < part) continue;
    parts.push(Buffer.from(text));
    text = '';
    yield;
  }
  return Buffer.concat([...parts, Buffer.from(text)]);
};

/** Sends what may have megabytes. */
export const sendLargeJson = async (reply: FastifyReply, value: object): Promise<FastifyReply> => {
  const bytes = await inParts(jsonParts(value));
  return reply.type('application/json; charset=utf-8').send(bytes);
};
