import { allCalls, type OpenApi } from './document.ts';
import { Fields } from './Fields.tsx';
import { OperationSection } from './OperationSection.tsx';
import { Line, Prose } from './rendered.tsx';

const idOf = (tag: string): string => `tag-${tag.toLowerCase().replace(/\W+/g, '-')}`;

/** The API reference as one page, which can be read, searched and printed without its script. */
export const ReferencePage = ({ document, base }: { readonly document: OpenApi; readonly base: string }) => {
  const calls = allCalls(document);
  const of = (tag: string) => calls.filter(({ operation }) => operation.tags.includes(tag));
  const title = `${document.info.title} API`;
  return (
    <html lang="en" data-base={base}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={`${base}/docs/static/reference.css`} />
        <script src={`${base}/docs/static/reference.js`} defer />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header>
          <p class="brand">{title}</p>
          <p>
            <a href={`${base}/docs/json`}>OpenAPI as JSON</a> <a href={`${base}/docs/yaml`}>YAML</a>{' '}
            <a href={`${base}/docs/codes`}>Codes</a>
          </p>
          <form id="key-form" hidden>
            <label for="api-key">API key for “Try it”</label>
            <input id="api-key" type="password" autocomplete="off" aria-describedby="key-note" />
            <p id="key-note" class="note">
              Stays in this page and is sent to this server only.
            </p>
          </form>
          <details class="contents" open>
            <summary>Contents</summary>
            <nav aria-label="Contents">
              {document['x-tagGroups'].map((group) => (
                <div key={group.name}>
                  <p class="group">{group.name}</p>
                  {group.tags.map((tag) => (
                    <details key={tag}>
                      <summary>{tag}</summary>
                      <ul>
                        {of(tag).map(({ operation, method, isWebhook }) => (
                          <li key={operation.operationId}>
                            <a href={`#${operation.operationId}`}>
                              {isWebhook ? null : <span class={`method ${method.toLowerCase()}`}>{method}</span>} {operation.operationId}
                            </a>
                          </li>
                        ))}
                      </ul>
                    </details>
                  ))}
                </div>
              ))}
              <p class="group">
                <a href="#schemas">Schemas</a>
              </p>
            </nav>
          </details>
        </header>
        <main id="main" tabindex={-1}>
          <h1>{title}</h1>
          <Prose text={document.info.description} />
          {document.tags.map(({ name, description }) => (
            <section key={name} aria-labelledby={idOf(name)}>
              <h2 id={idOf(name)}>{name}</h2>
              <p>
                <Line text={description} />
              </p>
              {of(name).map((call) => (
                <OperationSection key={call.operation.operationId} document={document} call={call} />
              ))}
            </section>
          ))}
          <section aria-labelledby="schemas">
            <h2 id="schemas">Schemas</h2>
            {Object.entries(document.components.schemas).map(([name, schema]) => (
              <section key={name} class="schema" id={`schema-${name}`} aria-labelledby={`title-${name}`}>
                <h3 id={`title-${name}`}>{name}</h3>
                {schema.description === undefined ? null : (
                  <p>
                    <Line text={schema.description} />
                  </p>
                )}
                <Fields schema={schema} />
              </section>
            ))}
          </section>
        </main>
      </body>
    </html>
  );
};
