import type { ComponentChildren } from 'preact';
import { nameOf, type Parameter, type Schema } from './document.ts';
import { Line } from './rendered.tsx';

const between = (parts: readonly ComponentChildren[], separator: string): ComponentChildren =>
  parts.map((part, index) => (index === 0 ? part : [separator, part]));

const formats: Readonly<Record<string, string>> = { int64: 'integer (Int64)', 'date-time': 'date-time', binary: 'file' };

const Type = ({ schema }: { readonly schema: Schema }): ComponentChildren => {
  if (schema.$ref !== undefined) return <a href={`#schema-${nameOf(schema.$ref)}`}>{nameOf(schema.$ref)}</a>;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined)
    return between(
      alternatives.map((one) => <Type key={JSON.stringify(one)} schema={one} />),
      ' or ',
    );
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum !== undefined)
    return between(
      schema.enum.map((one) => <code key={String(one)}>{JSON.stringify(one)}</code>),
      ', ',
    );
  if (schema.items !== undefined)
    return (
      <>
        list of <Type schema={schema.items} />
      </>
    );
  if (typeof schema.additionalProperties === 'object')
    return (
      <>
        object of <Type schema={schema.additionalProperties} />
      </>
    );
  if (schema.format !== undefined && formats[schema.format] !== undefined) return formats[schema.format];
  return [schema.type ?? 'any value'].flat().join(' or ');
};

const boundsOf = ({ minimum, maximum, maxLength, maxItems, default: fallback }: Schema): string =>
  [
    minimum === undefined ? '' : `at least ${minimum}`,
    maximum === undefined ? '' : `at most ${maximum}`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems} elements`,
    fallback === undefined ? '' : `by default ${JSON.stringify(fallback)}`,
  ]
    .filter((part) => part !== '')
    .join(', ');

type FieldProps = { readonly name: string; readonly schema: Schema; readonly required: boolean; readonly description: string | undefined };

const Field = ({ name, schema, required, description }: FieldProps) => {
  const bounds = boundsOf(schema);
  return (
    <>
      <dt>
        <code class="field">{name}</code> <span class="type">{<Type schema={schema} />}</span>
        {required ? <span class="required"> required</span> : null}
      </dt>
      <dd>
        {description === undefined ? null : <Line text={description} />}
        {bounds === '' ? null : <span class="bounds"> ({bounds})</span>}
      </dd>
    </>
  );
};

export const Parameters = ({ list }: { readonly list: readonly Parameter[] }) => (
  <dl class="fields">
    {list.map(({ name, schema, required = false, description }) => (
      <Field key={name} name={name} schema={schema} required={required} description={description} />
    ))}
  </dl>
);

/** The fields of a schema; of one that has none, its type. */
export const Fields = ({ schema }: { readonly schema: Schema }) =>
  schema.properties === undefined ? (
    <p>
      <Type schema={schema} />
    </p>
  ) : (
    <dl class="fields">
      {Object.entries(schema.properties).map(([name, property]) => (
        <Field
          key={name}
          name={name}
          schema={property}
          required={schema.required?.includes(name) ?? false}
          description={property.description}
        />
      ))}
    </dl>
  );
