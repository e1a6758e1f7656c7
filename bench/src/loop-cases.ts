import { bodyLimits, editBounds, joinOperations, operations, takeOperations } from '@assay/domain';
import { bodies, filled, lengths, units, wellFormed, wrongValues } from './loop-shapes.ts';
import { casesFor } from './request-cases.ts';

/** One request. `take`: the token of a running attempt stands in its path as `{token}`. */
export type Case = { readonly name: string; readonly method: string; readonly path: string; readonly body?: string | Uint8Array };

type Ids = Readonly<Record<string, string | number>>;

const all = Object.values({ ...operations, ...takeOperations, ...joinOperations });

const pathOf = (path: string, ids: Ids): string => path.replace(/\{(\w+)\}/g, (whole, name: string) => String(ids[name] ?? whole));

const fieldsOf = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null || !('_zod' in schema)) return [];
  return Object.keys((schema as { _zod: { def: { shape: object } } })._zod.def.shape);
};

const mebibyte = 1024 * 1024;

/** Files by their first bytes, filled up with what makes a reader look for more. */
const files: Readonly<Record<string, Uint8Array>> = Object.fromEntries(
  (
    [
      ['zeros', '', '\0'],
      ['blanks', '', ' '],
      ['brackets', '', '['],
      ['beginnings of markup', '', '<'],
      ['ends of archives', '', 'PK\x05\x06'],
      ['entries of an archive', '', `PK\x03\x04\x14${'\0'.repeat(21)}\x01\0\0\0a`],
      ['Matroska', '', '\x1aE\xdf\xa3'],
      ['gzip', '\x1f\x8b\b', '\0'],
      ['PDF', '%PDF-1.7\n', '\n'],
      ['PNG with empty chunks', `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${'\0'.repeat(17)}`, '\0\0\0\0abcd\0\0\0\0'],
      ['JPEG with markers', '\xff\xd8', '\xff'],
      ['JPEG with empty segments', '\xff\xd8', '\xff\xe1\0\x02'],
      ['TIFF', 'II*\0', '\x01'],
      ['letters of other scripts', '', Buffer.from('漢é').toString('latin1')],
    ] as const
  ).map(([name, head, unit]) => [name, Buffer.from(filled(10 * mebibyte, head, unit, ''), 'latin1')]),
);

const bodiesOf = (one: (typeof all)[number]): [string, string | Uint8Array][] => {
  if (!('body' in one) || one.body === undefined) return [];
  const { body, bodyLimit: limit } = one;
  // What is larger is read by a thread, and costs this one its transport alone.
  const inFields = Math.min(limit, mebibyte);
  if (typeof body === 'string') return Object.entries(files).map(([name, bytes]) => [`file of ${name}`, bytes.subarray(0, limit)]);
  const fields = fieldsOf(body);
  // In all fields at once: no fault keeps another field from being read.
  const withAll = (value: (field: string) => string): string => `{${fields.map((field) => `"${field}":${value(field)}`).join(',')}}`;
  const texts = Object.entries(units).flatMap(([name, unit]) =>
    lengths.flatMap((length): [string, string][] => {
      const text = JSON.stringify(unit.repeat(Math.ceil(length / unit.length)).slice(0, length));
      const sent = withAll(() => text);
      return Buffer.byteLength(sent) > inFields ? [] : [[`${length} × ${name}`, sent]];
    }),
  );
  const room = Math.floor((inFields - 100) / Math.max(1, fields.length)) - 50;
  const wrong = Object.entries(wrongValues(room)).map(([name, value]): [string, string] => [`${name} in each field`, withAll(() => value)]);
  const alone = fields.flatMap((field) =>
    Object.entries(wrongValues(inFields - 100)).map(([name, value]): [string, string] => [`${name} in ${field}`, `{"${field}":${value}}`]),
  );
  return [...Object.entries(bodies(limit)), ...texts, ...wrong, ...alone];
};

/** Node takes 16 KiB of headers. */
const longestQuery = 12_000;

const queriesOf = (one: (typeof all)[number]): [string, string][] =>
  'query' in one && one.query !== undefined
    ? Object.entries(units).flatMap(([name, unit]) =>
        fieldsOf(one.query).flatMap((field) =>
          [200, 4_000].flatMap((length): [string, string][] => {
            const value = encodeURIComponent(wellFormed(unit.repeat(length).slice(0, length))).slice(0, longestQuery);
            return [[`${length} × ${name} in ${field}`, `?${field}=${value}`]];
          }),
        ),
      )
    : [];

/** Every operation with bodies and queries that are wrong, at the bounds of each. */
export const wrongCases = (ids: Ids): readonly Case[] =>
  all.flatMap((one): Case[] => {
    const { name, method } = one;
    const path = pathOf(one.path, ids);
    return [
      ...bodiesOf(one).map(([what, body]) => ({ name: `${name}: ${what}`, method, path, body })),
      ...queriesOf(one).map(([what, query]) => ({ name: `${name}: ${what}`, method, path: `${path}${query}` })),
    ];
  });

/** What operations read of a test and an attempt that are as large as they may be. */
export const readCases = (world: string, ids: Ids, query: Readonly<Record<string, string>> = {}): readonly Case[] =>
  all
    .filter(({ method, name }) => method === 'GET' && !['cancelInvitation', 'reattemptInvitation'].includes(name))
    .filter(({ path }) => !/\/(cancel|reattempt)$/.test(path))
    .filter(({ path }) => !pathOf(path, ids).includes('{') || path.includes('{token}'))
    .map(({ name, method, path }) => ({ name: `${name}: ${world}`, method, path: `${pathOf(path, ids)}${query[name] ?? ''}` }));

/** What operations write of a test that is as large as it may be. */
export const changeCases = (world: string, testId: number, fileOf: (duration: number) => object): readonly Case[] => [
  { name: `importTest: ${world}, the same again`, method: 'POST', path: '/manage/v1/tests', body: JSON.stringify(fileOf(600)) },
  {
    name: `previewRegrade: ${world}`,
    method: 'POST',
    path: `/manage/v1/tests/${testId}/regrade/preview`,
    body: JSON.stringify(fileOf(601)),
  },
  { name: `importTest: ${world}, another version`, method: 'POST', path: '/manage/v1/tests', body: JSON.stringify(fileOf(602)) },
  { name: `duplicateTest: ${world}`, method: 'POST', path: `/manage/v1/tests/${testId}/duplicate`, body: '{}' },
  { name: `regradeTest: ${world}`, method: 'POST', path: `/manage/v1/tests/${testId}/regrade`, body: '{}' },
];

/** Every operation once as it is sent usually: what has neither a body nor a query, and changes something, has no other case. */
export const plainCases = (ids: Ids): readonly Case[] =>
  all.map((one) => ({
    name: `${one.name}: nothing else`,
    method: one.method,
    path: pathOf(one.path, ids),
    ...('body' in one && one.body !== undefined && typeof one.body !== 'string' ? { body: '{}' } : {}),
  }));

/** Operations without a case; a file that an operation sends needs one of its own among the reads. */
export const withoutCase = (names: Iterable<string>): readonly string[] => {
  const measured = new Set([...names].map((name) => name.replace(/:.*/s, '')));
  return all.map(({ name }) => name).filter((name) => !measured.has(name));
};

export const largestCases = (ids: { testId: number; testLinkId: number; key: string }): readonly Case[] =>
  casesFor({ ...ids, token: '{token}' });

export const editsOf = (batch: number, unit: string): string => {
  const change = Array.from({ length: editBounds.together / editBounds.edits }, (_, index) => ({
    from: index,
    removed: 0,
    inserted: unit,
  }));
  const edits = Array.from({ length: editBounds.edits }, (_, index) => ({
    questionId: 1,
    language: 'javascript',
    at: batch * 1e6 + index * 5000,
    change,
  }));
  let body = JSON.stringify({ batch, edits });
  while (Buffer.byteLength(body) > bodyLimits.edits) {
    edits.pop();
    body = JSON.stringify({ batch, edits });
  }
  return body;
};
