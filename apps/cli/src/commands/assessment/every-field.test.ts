import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
} & { readonly [Bound in 'minimum' | 'exclusiveMinimum' | 'maximum' | 'maxLength' | 'minItems' | 'maxItems']?: number };

const repository = new URL('../../../../../', import.meta.url);
const pagePath = new URL('docs/test-files.md', repository);
const heading = '\n## Every field\n';

// The document of the API is generated from the schema that an import checks, and names and describes each of its fields.
const { schemas } = JSON.parse(readFileSync(new URL('docs/openapi.json', repository), 'utf8')).components as {
  readonly schemas: Readonly<Record<string, Schema>>;
};

const nameOf = ({ $ref = '' }: Schema): string => $ref.slice('#/components/schemas/'.length);
const resolved = (schema: Schema): Schema => ({ ...schemas[nameOf(schema)], ...schema });

const kindOf = (question: Schema): string => resolved(question).properties?.kind?.const ?? '';

/** What the page calls the mappings of a test file. */
const title = (schema: Schema): string => {
  const kind = kindOf(schema);
  const known: Readonly<Record<string, string>> = {
    TestFile: 'Test',
    TestFileSection: 'Section',
    ChoiceOption: 'Option',
    Programs: 'Programs',
    CalledFunction: 'Function',
    LimitsOfRun: 'Limits',
    Tolerance: 'Tolerance',
    CodingCase: 'Case',
    EssayWords: 'Words',
    EssayCriterion: 'Criterion',
    EssayLevel: 'Level',
  };
  const found = kind === '' ? known[nameOf(schema)] : `Question: ${kind}`;
  if (found === undefined) throw new Error(`${JSON.stringify(schema).slice(0, 200)} has no title on the page`);
  return found;
};

const number = (value: number): string => (Math.abs(value) >= 1e9 ? String(value).replace('+', '') : value.toLocaleString('en'));

const least = ({ minimum, exclusiveMinimum }: Schema): string =>
  exclusiveMinimum === undefined ? number(minimum ?? 0) : `above ${number(exclusiveMinimum)}`;

/** What a field may hold, in a few words. */
const holds = (schema: Schema): string => {
  const { const: only, enum: values, anyOf, oneOf, items, type, minItems = 0, ...whole } = resolved(schema);
  if (only !== undefined) return `\`${only}\``;
  if (values !== undefined) return values.map((one) => `\`${one}\``).join(', ');
  if (oneOf !== undefined) return 'questions';
  if (anyOf !== undefined) return anyOf.map(holds).join('; or ');
  if (items !== undefined) return `list of ${number(minItems)} to ${number(whole.maxItems ?? Number.NaN)}: ${holds(items)}`;
  if (type === 'string') return `text of at most ${number(whole.maxLength ?? Number.NaN)}`;
  if (type === 'integer' || type === 'number')
    return `${type === 'integer' ? 'whole number' : 'number'}, ${least(whole)} to ${number(whole.maximum ?? Number.NaN)}`;
  if (type === 'boolean') return '`true` or `false`';
  if (type !== 'object') return 'any value';
  const name = title(schema).toLowerCase();
  return `[${name}](#${name})`;
};

const table = (fields: readonly (readonly [string, Schema])[], required: readonly string[] = []): string => {
  const rows = fields.map(([field, schema]) => {
    const { default: value, description } = resolved(schema);
    const absent = required.includes(field) ? 'required' : value === undefined || typeof value === 'object' ? '–' : `\`${value}\``;
    return `| \`${field}\` | ${holds(schema)} | ${absent} | ${description} |`;
  });
  return ['| field | value | left out | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
};

const questions = schemas.TestFileSection?.properties?.questions?.items?.oneOf ?? [];
const kinds: Schema = { enum: questions.map(kindOf), description: 'Which kind of question it is.' };

const everyQuestion = ['id', 'kind', 'prompt', 'marks', 'penalty', 'void'];

const tables = (): string => {
  const parts = ['Texts are measured in characters, programs in bytes of UTF-8.'];
  const waiting: Schema[] = [{ $ref: '#/components/schemas/TestFile' }];
  const seen = new Set<string>();
  const look = (schema: Schema): void => {
    if (schema.$ref !== undefined) waiting.push(schema);
    for (const one of [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) look(one);
  };
  for (let schema = waiting.shift(); schema !== undefined; schema = waiting.shift()) {
    const { properties = {}, required } = resolved(schema);
    // A field that holds the mapping has a description of its own.
    const description = schemas[nameOf(schema)]?.description;
    if (seen.has(nameOf(schema)) || Object.keys(properties).length === 0) continue;
    seen.add(nameOf(schema));
    const isQuestion = kindOf(schema) !== '';
    const fields = Object.entries(properties);
    if (isQuestion && !parts.some((part) => part.startsWith('### Every question'))) {
      const common = fields.filter(([field]) => everyQuestion.includes(field));
      const ofAll = common.map(([field, one]) => [field, field === 'kind' ? kinds : one] as const);
      parts.push(
        `### Every question also has\n\nAn essay and a file have neither \`marks\` nor \`penalty\`: the rubric says them.\n\n${table(ofAll, required)}`,
      );
    }
    const own = fields.filter(([field]) => !isQuestion || !everyQuestion.includes(field));
    parts.push(`### ${title(schema)}\n\n${description}\n\n${table(own, required)}`);
    for (const [, one] of own) look(one);
  }
  return parts.join('\n\n');
};

/** Without what a formatter does to the width of tables. */
const plain = (text: string): string =>
  text
    .replace(/ +\| */g, ' | ')
    .replace(/-{3,}/g, '---')
    .trim();

it('docs/test-files.md has every field of a test file, and none else (ASSAY_WRITE_DOCS=1 writes them)', () => {
  const page = readFileSync(pagePath, 'utf8');
  const [before = '', after] = page.split(heading);
  if (after === undefined) throw new Error('the page has no part with all fields');
  const written = tables();
  if (process.env.ASSAY_WRITE_DOCS === '1') writeFileSync(pagePath, `${before}${heading}\n${written}\n`);
  else expect(plain(after)).toBe(plain(written));
});
