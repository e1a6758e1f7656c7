import { bodyLimits, joinOperations, operations, takeOperations } from '@assay/domain';
import { filled, repeated } from './loop-shapes.ts';

export type Case = { readonly name: string; readonly method: string; readonly path: string; readonly body: string };

const choice = (prompt: string, text: string) => ({
  kind: 'multiple-choice',
  prompt,
  options: repeated(26, () => ({ text, correct: true })),
});
const testOf = (questions: readonly object[]): string =>
  JSON.stringify({ name: 'Bench', duration: 600, sections: [{ name: 'Only', questions }] });
const questionsBefore = '{"name":"x","duration":5,"sections":[{"name":"a","questions":[';

const candidate = (index: number) => ({
  emailId: `${`c${index}`.padEnd(60, 'x')}@${'d'.repeat(60)}.example`,
  fullName: '👩'.repeat(200),
  callbackURL: 'https://ats.example/'.padEnd(2048, 'x'),
  redirectURL: 'https://ats.example/'.padEnd(2048, 'y'),
});

type Ids = { readonly testId: number; readonly testLinkId: number; readonly token: string; readonly key: string };

const pathOf = (path: string, ids: Ids): string =>
  path
    .replace('{questionId}', '4')
    .replace(/\{(\w+)\}/g, (_, name: string) => String((ids as Readonly<Record<string, unknown>>)[name] ?? 1));

/** The largest valid bodies, and bodies of the largest size in which everything is wrong, for every route that takes JSON. */
export const casesFor = (ids: Ids): readonly Case[] => {
  const all = Object.values({ ...operations, ...takeOperations, ...joinOperations });
  const to = (name: string, what: string, body: string): Case => {
    const operation = all.find((one) => one.name === name);
    if (operation === undefined) throw new Error(`no operation ${name}`);
    return { name: `${name}: ${what}`, method: operation.method, path: pathOf(operation.path, ids), body };
  };
  const wrong = all
    .filter((one) => 'body' in one && typeof one.body !== 'string')
    .flatMap(({ name, bodyLimit, ...one }) => {
      const [field = 'x'] = Object.keys('body' in one && typeof one.body !== 'string' ? one.body._zod.def.shape : {});
      return [
        to(name, 'a field of empty objects', filled(bodyLimit, `{"${field}":[`, '{},', '{}]}')),
        to(name, 'a field of blanks', filled(bodyLimit, `{"${field}":"`, ' ', '"}')),
      ];
    });
  return [
    ...wrong,
    to('saveAnswer', 'zeros', filled(bodyLimits.answer, '{"revision":1,"answer":[', '0,', '0]}')),
    to('saveAnswer', '20,000 emoji (valid)', JSON.stringify({ revision: 1, answer: '👩'.repeat(20_000) })),
    to(
      'recordEvents',
      '500 events (valid)',
      JSON.stringify({ events: repeated(500, (index) => ({ eventId: `event ${index}`, type: 'left', at: 1 })) }),
    ),
    to('registerCandidate', 'longest fields (valid)', JSON.stringify(candidate(0))),
    to('inviteCandidates', '500 candidates (valid)', JSON.stringify({ candidates: repeated(500, candidate) })),
    to(
      'inviteCandidates',
      '500 candidates, short (valid)',
      JSON.stringify({ candidates: repeated(500, (index) => ({ emailId: `s${index}@example.com`, fullName: 'Ana' })) }),
    ),
    to('importTest', '240 KiB of short options (valid)', testOf(repeated(250, () => choice('p', 'o')))),
    to('importTest', '240 KiB of wrong options', testOf(repeated(400, () => choice('p', '')))),
    to('importTest', '5.3 million empty questions', filled(bodyLimits.import, questionsBefore, '{},', '{}]}]}')),
    to('importTest', '26,000 options (valid)', testOf(repeated(1000, () => choice('p', 'o'.repeat(400))))),
    to(
      'importTest',
      '200,000 answers (valid)',
      testOf(repeated(1000, () => ({ kind: 'text', prompt: 'p', answers: repeated(200, () => 'answer') }))),
    ),
    to('importTest', '1 MiB of prompts (valid)', testOf(repeated(1000, () => choice('x'.repeat(200), 'o')))),
    to('importTest', '16 MB of prompts (valid)', testOf(repeated(1000, () => choice('ü\n'.repeat(3750), 'o')))),
  ];
};
