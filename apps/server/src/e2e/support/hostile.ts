import fc from 'fast-check';

/** Values that break parsers, columns, comparisons or bounds, in the place of any field. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 53,
    -(2 ** 63),
    true,
    [],
    {},
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\u202egnp.exe',
    '\u200d',
    '٣',
    '1e999',
    '9223372036854775808',
    '0x10',
    '2031-02-30T25:61:61Z',
    '+275760-09-13T00:00:00.000Z',
    'https:///x',
    'https://[::1]:0/',
    'javascript:alert(1)',
    'a@b',
    `${'a'.repeat(64)}@${'b'.repeat(60)}.example`,
    "'; drop table invitations; --",
    '%00%ff%c0%ae',
    '__proto__',
    'constructor',
  ),
  fc.integer(),
  fc.double(),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.nat(20_000).map((length) => 'x'.repeat(length)),
  fc.nat(5_000).map((length) => Array.from({ length }, () => 0)),
  fc.integer({ min: 1, max: 2_000 }).map((depth) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown),
  fc.nat(500).map((count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))),
  fc.jsonValue({ maxDepth: 4 }),
);

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Places of a value that can be replaced, as paths: enough of them, for an inserted value may be deep and long. */
const placesOf = (value: unknown, depth = 5): (readonly PropertyKey[])[] => {
  if (depth === 0) return [[]];
  const inner = Array.isArray(value) ? [...value.slice(0, 20).entries()] : isPlain(value) ? Object.entries(value).slice(0, 20) : [];
  return [[], ...inner.flatMap(([name, field]) => placesOf(field, depth - 1).map((path) => [name as PropertyKey, ...path]))];
};

/** `value` with what stands at `path` replaced, and taken away if it is replaced by undefined. */
const replaced = (value: unknown, [name, ...rest]: readonly PropertyKey[], by: unknown): unknown => {
  if (name === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === name ? replaced(item, rest, by) : item));
  const fields = value as Record<PropertyKey, unknown>;
  return { ...fields, [name]: replaced(fields[name], rest, by) };
};

/** A valid body with up to three faults in it, a name in another case, or nothing like it. */
const bodyNear = (valid: object, optional: readonly string[]): fc.Arbitrary<unknown> => {
  const fault = fc.record({
    place: fc.nat(),
    by: fc.oneof({ weight: 4, arbitrary: odd }, { weight: 1, arbitrary: fc.constant(undefined) }),
  });
  const extra = fc.dictionary(fc.oneof(fc.constantFrom('extra', '__proto__', ...optional), fc.string({ maxLength: 8 })), odd, {
    maxKeys: 3,
  });
  const near = fc.tuple(fc.array(fault, { maxLength: 3 }), extra, fc.boolean()).map(([faults, more, shout]) => {
    let body: unknown = { ...valid, ...more };
    for (const { place, by } of faults) {
      const places = placesOf(body);
      body = replaced(body, places[place % places.length] ?? [], by);
    }
    return shout && isPlain(body) ? Object.fromEntries(Object.entries(body).map(([name, field]) => [name.toUpperCase(), field])) : body;
  });
  return fc.oneof({ weight: 8, arbitrary: near }, { weight: 1, arbitrary: odd });
};

/** What is on the wire: mostly JSON, sometimes cut off, repeated, in another encoding, or not JSON at all. */
const bytesOf = (body: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { weight: 12, arbitrary: body.map((value) => Buffer.from(JSON.stringify(value) ?? '')) },
    {
      weight: 1,
      arbitrary: fc.tuple(body, fc.nat(40)).map(([value, cut]) => Buffer.from((JSON.stringify(value) ?? '').slice(0, -cut - 1))),
    },
    { weight: 1, arbitrary: body.map((value) => Buffer.from(JSON.stringify(value) ?? '', 'utf16le')) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constant(Buffer.alloc(0)) },
  );

const mediaTypes = [
  'application/json',
  'application/json;charset=utf-8',
  'application/json;charset=utf-16',
  'text/plain',
  'image/jpeg',
  'x',
  '',
];

const headers = (keys: readonly string[]) =>
  fc.record(
    {
      'content-type': fc.oneof(
        { weight: 6, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom(...mediaTypes) },
      ),
      'x-api-key': fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...keys) },
        { weight: 1, arbitrary: fc.stringMatching(/^[\x21-\x7e]{0,300}$/) },
      ),
      accept: fc.constantFrom('application/json', 'text/html', '*/*', ';;q=', ''),
      'idempotency-key': fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.stringMatching(/^[\x20-\x7e\xa0-\xff]{0,300}$/)),
      'accept-encoding': fc.constantFrom('gzip', 'br;q=x', '*'),
      'x-forwarded-for': fc.constantFrom('10.0.0.1', '::1', 'x, y', ','),
      range: fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=9-1'),
      'if-none-match': fc.constantFrom('*', 'W/"x"'),
      expect: fc.constantFrom('x', '100-continue'),
    },
    { requiredKeys: ['content-type', 'x-api-key'] },
  );

const pathPart = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom('0', '-1', '999999', '9223372036854775807', '1e3', '%00', '%ff', '..', '%2e%2e%2f', '%F0%9F%98%80'),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }).map(encodeURIComponent) },
  { weight: 1, arbitrary: fc.nat(3000).map((length) => 'a'.repeat(length)) },
);

const query = (names: readonly string[]) =>
  fc.array(
    fc.tuple(
      fc.oneof(fc.constantFrom('x', ...names), fc.string({ maxLength: 8 })),
      fc.oneof(
        odd.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
        fc.string(),
      ),
    ),
    {
      maxLength: 4,
    },
  );

export type Target = {
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly body?: object;
  /** Names of further fields of its body. */
  readonly optional: readonly string[];
  readonly query: readonly string[];
};

export type HostileRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
};

/** Requests to one route: most are nearly right, so that they come far into it. `idsOf` gives existing values of a parameter. */
export const hostileRequests = (
  { method, path, body, optional, query: names }: Target,
  keys: readonly string[],
  idsOf: (name: string) => readonly string[],
): fc.Arbitrary<HostileRequest> => {
  const parts = path.split(/(?=\{)|(?<=\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    const known = idsOf(name);
    return known.length === 0
      ? pathPart
      : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: pathPart });
  });
  const methods = fc.oneof(
    { weight: 20, arbitrary: fc.constant(method) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND') },
  );
  const bytes = bytesOf(body === undefined ? odd : bodyNear(body, optional));
  return fc
    .record({ method: methods, parts: fc.tuple(...parts), pairs: query(names), headers: headers(keys), bytes, sent: fc.nat(9) })
    .map(({ method: chosen, parts: texts, pairs, headers: fields, bytes: content, sent }) => {
      const search = pairs
        .map(([name, value]) => `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(value))}`)
        .join('&');
      const takesBody = chosen !== 'GET' && chosen !== 'HEAD' && chosen !== 'TRACE';
      return {
        method: chosen,
        path: `${texts.join('')}${search === '' ? '' : `?${search}`}`,
        headers: fields as Record<string, string>,
        body: takesBody && (body !== undefined || sent === 0) ? content : undefined,
      };
    });
};

/** Without lone surrogates, which a URL cannot carry. */
const wellFormed = (text: string): string => Buffer.from(text).toString();
