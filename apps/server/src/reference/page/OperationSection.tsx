import { type Call, nameOf, type OpenApi, type Parameter, parametersOf, responsesOf, type Schema } from './document.ts';
import { Fields, Parameters } from './Fields.tsx';
import { Command, Json, Line, Prose } from './rendered.tsx';

const placesInOrder = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
] as const;

const resolved = (document: OpenApi, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (document.components.schemas[nameOf(schema.$ref)] ?? schema);

const SchemaOf = ({ document, schema }: { readonly document: OpenApi; readonly schema: Schema }) => (
  <>
    {schema.$ref === undefined ? null : (
      <p class="named">
        <a href={`#schema-${nameOf(schema.$ref)}`}>{nameOf(schema.$ref)}</a>
      </p>
    )}
    <Fields schema={resolved(document, schema)} />
  </>
);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const urlOf = ({ path }: Call, parameters: readonly Parameter[]): string => {
  const inPath = path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters.find((one) => one.name === name)?.example ?? name));
  const query = parameters
    .filter((one) => one.in === 'query' && one.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join('&');
  return query === '' ? inPath : `${inPath}?${query}`;
};

/** The example request as a command. */
const curlOf = (call: Call, server: string, parameters: readonly Parameter[], mediaType: string | undefined, body: unknown): string =>
  [
    `curl${call.method === 'GET' ? '' : ` -X ${call.method}`} ${quoted(server + urlOf(call, parameters))}`,
    ...(call.operation.security?.length === 0 ? [] : ['-H "x-api-key: $ASSAY_KEY"']),
    ...(mediaType === undefined ? [] : [`-H 'content-type: ${mediaType}'`]),
    ...(body === undefined
      ? mediaType === undefined
        ? []
        : ['--data-binary @image.jpg']
      : [`-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');

type TryProps = { readonly call: Call; readonly parameters: readonly Parameter[]; readonly body: unknown };

/** A form that a script sends; without the script it is not shown. */
const TryIt = ({ call, parameters, body }: TryProps) => {
  const id = call.operation.operationId;
  return (
    <details class="try" hidden>
      <summary>Try it</summary>
      <form data-method={call.method} data-path={call.path} data-key={call.operation.security?.length === 0 ? undefined : 'yes'}>
        <p class="note">
          {call.method === 'GET' && !call.operation.description.includes('This GET changes something')
            ? 'Reads from this server.'
            : 'Sent to this server: it really happens.'}
        </p>
        {parameters.map(({ name, in: place, example, required = false }) => (
          <p key={name}>
            <label for={`${id}-${name}`}>{name}</label>
            <input
              id={`${id}-${name}`}
              name={name}
              data-in={place}
              required={required}
              autocomplete="off"
              spellcheck={false}
              value={place === 'path' ? String(example ?? '') : ''}
            />
          </p>
        ))}
        {body === undefined ? null : (
          <p>
            <label for={`${id}-body`}>Body</label>
            <textarea id={`${id}-body`} name="body" rows={8} spellcheck={false}>
              {JSON.stringify(body, null, 2)}
            </textarea>
          </p>
        )}
        <button type="submit">
          Send <span class="unseen">{call.operation.summary}</span>
        </button>
        <div class="outcome" role="status" />
      </form>
    </details>
  );
};

export const OperationSection = ({ document, call }: { readonly document: OpenApi; readonly call: Call }) => {
  const { operation, method, path, isWebhook } = call;
  const id = operation.operationId;
  const parameters = parametersOf(document, operation);
  const [mediaType, sent] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const responses = responsesOf(document, operation);
  const [type, answered] = Object.entries(responses.find(([status]) => status === '200')?.[1].content ?? {})[0] ?? [];
  const result = answered?.schema?.properties?.result;
  const refusals = responses.filter(([status]) => status !== '200');
  const server = document.servers[0]?.url ?? '';
  return (
    <section class="operation" id={id} aria-labelledby={`${id}-title`}>
      <div class="words">
        <h3 id={`${id}-title`}>
          <Line text={operation.summary} />
        </h3>
        <p class="route">
          <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{isWebhook ? 'your callbackURL' : path}</code>
          {operation.deprecated === true ? <span class="deprecated"> deprecated</span> : null}
        </p>
        <Prose text={operation.description} />
        {placesInOrder.map(([place, title]) => {
          const list = parameters.filter((one) => one.in === place);
          return list.length === 0 ? null : (
            <div key={place}>
              <h4>{title}</h4>
              <Parameters list={list} />
            </div>
          );
        })}
        {sent?.schema === undefined ? null : (
          <>
            <h4>Body</h4>
            <SchemaOf document={document} schema={sent.schema} />
          </>
        )}
        {result === undefined ? null : (
          <>
            <h4>Result</h4>
            <SchemaOf document={document} schema={result} />
          </>
        )}
        <details>
          <summary>{isWebhook ? 'What to answer' : 'Refusals'}</summary>
          {refusals.map(([status, { description }]) => (
            <div key={status} class="refusal">
              {isWebhook ? <code>{status}</code> : null}
              <Prose text={description} />
            </div>
          ))}
          {isWebhook ? null : (
            <p>
              <a href="#every-code">What to do on each</a>
            </p>
          )}
        </details>
      </div>
      <div class="examples">
        {isWebhook ? (
          <Json value={sent?.example} label={`Example body: ${operation.summary}`} />
        ) : (
          <>
            <h4>Request</h4>
            <Command text={curlOf(call, server, parameters, mediaType, sent?.example)} label={`Example request: ${operation.summary}`} />
            <h4>Answer</h4>
            {answered?.example === undefined ? (
              <p class="note">A file of the type {type}.</p>
            ) : (
              <Json value={answered.example} label={`Example answer: ${operation.summary}`} />
            )}
            {mediaType === 'image/jpeg' ? null : <TryIt call={call} parameters={parameters} body={sent?.example} />}
          </>
        )}
      </div>
    </section>
  );
};
