/** What the pages read of the OpenAPI document, as plain JSON. */
export type Schema = {
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};
export type Parameter = {
  readonly in: string;
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
};
type Media = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
export type Response = { readonly description: string; readonly content?: Media };
type Ref = { readonly $ref: string };
export type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Media };
  readonly responses: Readonly<Record<string, Response | Ref>>;
};
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
export type OpenApi = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly paths: Paths;
  readonly webhooks: Paths;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
};

export type Call = { readonly method: string; readonly path: string; readonly operation: Operation; readonly isWebhook: boolean };

const callsOf = (paths: Paths, isWebhook: boolean): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation, isWebhook })),
  );

export const allCalls = (document: OpenApi): Call[] => [...callsOf(document.paths, false), ...callsOf(document.webhooks, true)];

/** The name at the end of a reference. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

export const parametersOf = ({ components }: OpenApi, { parameters = [] }: Operation): Parameter[] =>
  parameters.flatMap((one) => ('$ref' in one ? (components.parameters[nameOf(one.$ref)] ?? []) : one));

export const responsesOf = ({ components }: OpenApi, { responses }: Operation): (readonly [status: string, response: Response])[] =>
  Object.entries(responses).flatMap(([status, one]) => {
    const response = '$ref' in one ? components.responses[nameOf(one.$ref)] : one;
    return response === undefined ? [] : [[status, response] as const];
  });
