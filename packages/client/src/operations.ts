import type { OperationName, Repeat } from '@assay/domain';
import { contract } from './contract/contract.ts';
import type { ContractEntry } from './contract/shape.ts';
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

const clientOperation = (name: string, { route, query = [], body, repeat, longest = 30, result }: ContractEntry): ClientOperation => {
  const [method = '', path = ''] = route.split(' ');
  return {
    method,
    path,
    query: Object.fromEntries(query.map((wireName) => [camelCase(wireName), wireName])),
    hasBody: body === true,
    repeat: repeat ?? (method === 'GET' ? 'freely' : 'by-key'),
    timeoutMs: longest * 1000,
    result: result === 'file' ? result : readAs(result, path.startsWith('/v2/') ? normalizeV2(name) : undefined),
  };
};

/** The operations behind the client's methods, by operationId. The cast holds: entries keep their names. */
export const clientOperations = Object.fromEntries(
  Object.entries(contract).map(([name, entry]) => [name, clientOperation(name, entry)]),
) as Readonly<Record<OperationName, ClientOperation>>;
