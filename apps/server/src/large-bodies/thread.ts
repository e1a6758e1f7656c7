import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { err, type Operation, ok, operations, type Refusal, type Result, readBody, refusal } from '@assay/domain';

/** What the thread is started with: the name of an operation, and the body that was sent to it. */
export type Task = { readonly operation: string; readonly bytes: Uint8Array };

/** A test file has at most 200,000 values: 1,000 text questions with 200 answers each. */
const mostValues = 500_000;

const [quote, backslash, comma, list, object] = Buffer.from('"\\,[{');

/**
 * Whether JSON holds too many values, counted without parsing: what is in a text does not count. Parsed, 5 million empty objects would
 * take 300 MB, and a thread that runs out of memory inside `JSON.parse` ends the whole process.
 */
const holdsTooMany = (json: Uint8Array): boolean => {
  let values = 0;
  let inText = false;
  for (let at = 0; at < json.length && values <= mostValues; at += 1) {
    const byte = json[at];
    if (byte === quote) inText = !inText;
    else if (inText && byte === backslash) at += 1;
    else if (!inText && (byte === comma || byte === list || byte === object)) values += 1;
  }
  return values > mostValues;
};

const parse = (bytes: Uint8Array): Result<unknown, Refusal> => {
  if (holdsTooMany(bytes)) return err(refusal('request.invalid', `The request body holds more than ${mostValues} values`));
  try {
    return ok(JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')));
  } catch {
    return err(refusal('request.invalid', 'The request body is not valid JSON'));
  }
};

const { operation, bytes }: Task = workerData;
const parsed = parse(bytes);
const read = parsed.ok ? readBody((operations as Record<string, Operation>)[operation] as Operation, parsed.value) : parsed;
parentPort?.postMessage(
  read.ok ? ok({ value: read.value, digest: createHash('sha256').update(JSON.stringify(read.value)).digest('hex') }) : read,
);
