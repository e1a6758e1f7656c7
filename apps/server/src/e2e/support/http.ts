import { eventLimit } from '@assay/testing';
/** A response of the service: its status line and its envelope. */
export type ApiResponse<Result> = {
  readonly status: number;
  readonly statuscode: string;
  readonly description: string;
  readonly result: Result;
};

export type Call = { readonly method?: 'GET' | 'POST' | 'PUT'; readonly key?: string; readonly body?: unknown };

/** One request; rejects only when there was no complete response. */
export const call = async <Result = unknown>(url: string, { method = 'GET', key, body }: Call = {}): Promise<ApiResponse<Result>> => {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json;charset=utf-8', accept: 'application/json', ...(key && { 'x-api-key': key }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(eventLimit),
  });
  // The caller says what shape it expects, and its assertions hold the server to it.
  return { status: response.status, ...((await response.json()) as Omit<ApiResponse<Result>, 'status'>) };
};

/** The payload of a success; anything else fails with the whole response. */
export const succeed = async <Result>(responding: Promise<ApiResponse<Result>>): Promise<Result> => {
  const response = await responding;
  if (response.status !== 200 || response.statuscode !== '200.1') throw new Error(`not a success: ${JSON.stringify(response)}`);
  return response.result;
};
