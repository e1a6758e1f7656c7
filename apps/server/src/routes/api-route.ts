import type { RefusalCode } from '@assay/domain';
import type { Context, Outcome } from '@assay/operations';
import type { z } from 'zod';
import type { Download } from './downloads.ts';

/** What a route hands to its verb: text as it came; the verb decodes it. */
export type ApiRequest = {
  readonly params: Record<string, string>;
  readonly query: Record<string, string | undefined>;
  readonly body: unknown;
};

/**
 * One route of API v2 or the management API. The table of these is both what the server registers and what the OpenAPI document is
 * generated from, so that neither can drift from the other.
 */
export type ApiRoute = RouteFacts & (JsonRoute | FileRoute);

type RouteFacts = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly operationId: string;
  readonly tag: 'Tests' | 'Test links' | 'Invitations' | 'Reports' | 'Management';
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** A body that may be left out: each of its fields has a default. */
  readonly optionalBody?: true;
  /** Refusals beyond those that every route has. */
  readonly refusals: readonly RefusalCode[];
  /** GET routes that change something must not run on HEAD. */
  readonly unsafe?: true;
  /** Largest body in bytes, where the default is too small. */
  readonly bodyLimit?: number;
};

type JsonRoute = {
  /** The payload in `result` of the envelope. */
  readonly result: z.ZodType;
  readonly run: (ctx: Context, request: ApiRequest) => Outcome<unknown>;
};

type FileRoute = {
  /** The media type of the file. */
  readonly result: 'application/pdf' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'image/jpeg';
  readonly run: (ctx: Context, request: ApiRequest) => Outcome<Download>;
};
