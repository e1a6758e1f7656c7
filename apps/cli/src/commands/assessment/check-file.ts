import { dirname } from 'node:path';
import { formatPath, ruleOf, TestFile, validate } from '@assay/domain';
import { type Document, isAlias, isMap, isNode, isPair, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml';
import { type Fault, inOrder } from './fault.ts';
import { withCasesOfFiles } from './read-cases.ts';

export type CheckedFile =
  | { readonly ok: true; readonly file: string; readonly test: TestFile }
  | { readonly ok: false; readonly file: string; readonly faults: readonly Fault[] };

type SchemaFault = { readonly path: readonly PropertyKey[]; readonly rule: string; readonly at: 'value' | 'key' };

const schemaFaults = (issues: readonly Parameters<typeof ruleOf>[0][]): readonly SchemaFault[] =>
  issues.flatMap((issue): SchemaFault[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], rule: 'is no field of a test file here', at: 'key' }))
      : [{ path: issue.path, rule: ruleOf(issue), at: 'value' }],
  );

const offsetOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

const pairOf = (node: Node | undefined, key: PropertyKey): Pair | undefined =>
  isMap(node) ? node.items.find((pair) => (isScalar(pair.key) ? String(pair.key.value) : undefined) === String(key)) : undefined;

/** The offset of a fault: the value, the key of an unknown field, or the node that lacks a required field. */
const place = (document: Document, { path, at }: SchemaFault): number => {
  const resolve = (node: unknown): Node | undefined => (isAlias(node) ? node.resolve(document) : isNode(node) ? node : undefined);
  let node = resolve(document.contents);
  let offset = offsetOf(node) ?? 0;
  for (const [depth, part] of path.entries()) {
    const pair = pairOf(node, part);
    const value: unknown = isSeq(node) ? node.items[Number(part)] : pair?.value;
    if (pair === undefined && (value === undefined || isPair(value))) return offset;
    const last = depth === path.length - 1;
    // `name:` with nothing after it has an empty value: the fault points to the key.
    const empty = isScalar(value) && value.value === null && value.source === '';
    const key = last && pair !== undefined && (at === 'key' || empty);
    offset = (key ? offsetOf(pair.key) : offsetOf(value)) ?? offset;
    node = resolve(value);
  }
  return offset;
};

const decodeText = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
};

/** The first line of the parser's message; the rest draws the place, which `line:column` gives already. */
const firstLine = (message: string): string => (message.split('\n', 1)[0] ?? message).replace(/ at line \d+, column \d+:?$/, '');

const syntaxFaults = (file: string, document: Document): readonly Fault[] =>
  [...document.errors, ...document.warnings].map(({ message, linePos }) => ({
    file,
    line: linePos?.[0].line ?? 1,
    column: linePos?.[0].col ?? 1,
    path: '',
    rule: firstLine(message),
  }));

/** Whether the document was parsed completely; duplicate keys do not prevent a check of its fields. */
const isReadable = ({ errors }: Document): boolean => errors.every(({ code }) => code === 'DUPLICATE_KEY');

const read = (document: Document): { readonly value: unknown } | { readonly broken: string } => {
  try {
    return { value: document.toJS() };
  } catch (error) {
    // An alias without an anchor, or so many aliases that they would fill the memory.
    if (error instanceof ReferenceError) return { broken: error.message };
    throw error;
  }
};

/**
 * Parses a test file and lists its faults; of a list with very many, the first. `file` is its name in the faults, and `folder` where cases
 * lie that it has in files.
 */
export const checkFile = (file: string, bytes: Uint8Array, folder = dirname(file)): CheckedFile => {
  const text = decodeText(bytes);
  const only = (rule: string): CheckedFile => ({ ok: false, file, faults: [{ file, line: 1, column: 1, path: '', rule }] });
  if (text === undefined) return only('is not UTF-8 text');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: true, uniqueKeys: true });
  const syntax = syntaxFaults(file, document);
  if (!isReadable(document)) return { ok: false, file, faults: inOrder(syntax) };
  if (document.contents === null) return only('is empty');
  const tree = read(document);
  if ('broken' in tree) return only(tree.broken);
  const toFault = (fault: SchemaFault): Fault => {
    const { line, col } = lines.linePos(place(document, fault));
    return { file, line, column: col, path: formatPath(fault.path), rule: fault.rule };
  };
  const whole = withCasesOfFiles(folder, tree.value);
  if (!whole.ok) return { ok: false, file, faults: inOrder([...syntax, ...whole.error.map((one) => toFault({ ...one, at: 'value' }))]) };
  const parsed = validate(TestFile, whole.value);
  if (parsed.success && syntax.length === 0) return { ok: true, file, test: parsed.data };
  const found = (parsed.success ? [] : schemaFaults(parsed.error.issues)).map(toFault);
  return { ok: false, file, faults: inOrder([...syntax, ...found]) };
};
