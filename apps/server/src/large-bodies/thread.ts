import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { err, type Operation, ok, operations, type Refusal, type Result, readBody, refusal } from '@assay/domain';
import { runInBackground } from '@assay/operations/background';
import { shareText } from '@assay/operations/large-text';
import { excessOf, jsonBounds } from '../limits/json-bounds.ts';

/** What the thread is started with: the name of an operation, and the body that was sent to it. */
export type Task = { readonly operation: string; readonly bytes: Uint8Array };

const parse = (bytes: Uint8Array): Result<unknown, Refusal> => {
  const excess = excessOf(bytes, jsonBounds.valuesApart);
  if (excess !== undefined) return err(refusal('request.invalid', excess));
  try {
    return ok(JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')));
  } catch {
    return err(refusal('request.invalid', 'The request body is not valid JSON'));
  }
};

/** The definition of a test is megabytes: as memory that is shared it is not copied. */
const withShared = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'definition' in value && typeof value.definition === 'string'
    ? { ...value, definition: shareText(value.definition) }
    : value;

runInBackground('short');
const { operation, bytes }: Task = workerData;
const parsed = parse(bytes);
const read = parsed.ok ? readBody((operations as Record<string, Operation>)[operation] as Operation, parsed.value) : parsed;
parentPort?.postMessage(
  read.ok ? ok({ value: withShared(read.value), digest: createHash('sha256').update(JSON.stringify(read.value)).digest('hex') }) : read,
);
