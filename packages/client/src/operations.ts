import { type Operation, type OperationName, operations, type Repeat } from '@assay/domain';
import { type Reader, readAs } from './wire/reader.ts';
import { normalizeV2 } from './wire/v2.ts';

/** What the client needs to know of an operation to send a request and read its response. */
export type ClientOperation = {
  readonly method: string;
  readonly path: string;
  /** Maps input names to query parameters: `pageSize` to `page_size`. */
  readonly query: Readonly<Record<string, string>>;
  readonly hasBody: boolean;
  readonly repeat: Repeat;
  /** Milliseconds per attempt, unless the caller says otherwise. */
  readonly timeoutMs: number;
  readonly result: Reader | 'file';
};

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const clientOperation = ({ name, method, path, query, body, repeat, longest = 30, result }: Operation): ClientOperation => ({
  method,
  path,
  query: Object.fromEntries(Object.keys(query?.shape ?? {}).map((wireName) => [camelCase(wireName), wireName])),
  hasBody: body !== undefined,
  repeat,
  timeoutMs: longest * 1000,
  result: typeof result === 'string' ? 'file' : readAs(result, path.startsWith('/v2/') ? normalizeV2(name) : undefined),
});

/** The operations behind the client's methods, by operationId. */
export const clientOperations = Object.fromEntries(
  Object.values<Operation>(operations).map((operation) => [operation.name, clientOperation(operation)]),
) as Readonly<Record<OperationName, ClientOperation>>;
