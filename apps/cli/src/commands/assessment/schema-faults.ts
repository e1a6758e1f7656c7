import { describeIssues, formatPath, TestFile } from '@assay/domain';

export type SchemaFault = { readonly path: readonly PropertyKey[]; readonly rule: string; readonly at: 'value' | 'key' };
export type Checked = { readonly file: TestFile | undefined; readonly faults: readonly SchemaFault[] };

type ZodError = Parameters<typeof describeIssues>[0];

const faultsOf = (error: ZodError): readonly SchemaFault[] => {
  const told = describeIssues(error);
  return error.issues.flatMap((issue, index): SchemaFault[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...issue.path, key], rule: 'is no field of a test file here', at: 'key' }));
    const prefix = issue.path.length === 0 ? '' : `${formatPath(issue.path)}: `;
    return [{ path: issue.path, rule: (told[index] ?? '').slice(prefix.length), at: 'value' }];
  });
};

const isRecord = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null;

const filler = { kind: 'numeric', prompt: '-', answer: 0 };
const twoOptions = [
  { text: 'a', correct: true },
  { text: 'b', correct: false },
];

/** A right value for the field; undefined where leaving the field out is right. */
const rightValue = (field: PropertyKey | undefined, owner: Record<PropertyKey, unknown>): unknown => {
  switch (field) {
    case 'name':
    case 'prompt':
    case 'text':
      return '-';
    case 'sections':
      return [{ name: '-', questions: [filler] }];
    case 'questions':
      return [filler];
    case 'options':
      return twoOptions;
    case 'answer':
      return owner.kind === 'numeric' ? 0 : '-';
    case 'answers':
      return ['-'];
    case 'duration':
      return 'sections' in owner ? 100_000 : undefined;
    default:
      return undefined;
  }
};

/** Puts something right in the place of a fault. False when there is nothing to put it into. */
const mend = (root: unknown, { path, at }: SchemaFault): boolean => {
  let owner: unknown = root;
  for (const part of path.slice(0, -1)) owner = isRecord(owner) ? owner[part] : undefined;
  const field = path.at(-1);
  if (!isRecord(owner) || field === undefined) return false;
  const parent = path.at(-2);
  const right =
    at === 'key'
      ? undefined
      : typeof field === 'number'
        ? { questions: filler, options: { text: '-' }, answers: '-', sections: { name: '-', questions: [filler] } }[String(parent)]
        : rightValue(field, owner);
  if (field === 'kind') {
    for (const name of Object.keys(owner)) delete owner[name];
    Object.assign(owner, filler);
  } else if (right === undefined) delete owner[field];
  else owner[field] = structuredClone(right);
  return true;
};

const mostPasses = 5;

/**
 * Every fault of a test file. The schema looks at a whole (do the durations add up?) only when its parts are right, so each fault
 * found is mended in a copy and the copy looked at again: an author is told everything at once.
 */
export const checkTestFile = (value: unknown): Checked => {
  const first = TestFile.safeParse(value, { reportInput: true });
  if (first.success) return { file: first.data, faults: [] };
  const copy: unknown = structuredClone(value);
  const faults: SchemaFault[] = [];
  let found = faultsOf(first.error);
  for (let pass = 0; pass < mostPasses && found.length > 0; pass += 1) {
    faults.push(...found);
    const mended = found.map((fault) => mend(copy, fault));
    if (mended.includes(false)) break;
    const again = TestFile.safeParse(copy, { reportInput: true });
    found = again.success ? [] : faultsOf(again.error);
  }
  return { file: undefined, faults };
};
