import {
  type CodeQuestion,
  type ComparedProgram,
  codeQuestionsOf,
  type DecodedInput,
  err,
  formatInstant,
  isCodeAnswer,
  kindOf,
  mostCompared,
  mostCounted,
  ok,
  operations,
  refusal,
  type SimilarSubmissions,
  similarPrograms,
} from '@assay/domain';
import { answers, gradings, type Store } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { firstLine } from '../statistics/first-line.ts';
import type { Assay, Outcome } from '../support/context.ts';
import { inParts } from '../support/in-parts.ts';
import { operation } from '../support/operation.ts';

type Query = DecodedInput<typeof operations.listSimilarSubmissions>['query'];
type Key = { readonly accountId: number; readonly testId: number; readonly questionId: number };
type Program = ComparedProgram & Omit<answers.GivenProgram, 'answer'>;

/** At 64 KiB each a slice reads a megabyte, which takes some milliseconds. */
const batch = 16;

/** Answers that are read to find those of one language. */
const mostRead = 2 * mostCompared.programs;

/** One compares and the others wait, so that ten accounts at once take the memory of one. */
const mostWaiting = 4;

const tooMany = err(refusal('service.unavailable', 'Programs are being compared already; try again'));

type Waiting = { readonly accounts: Set<number>; last: Promise<unknown> };
const waitingFor = new WeakMap<Store, Waiting>();

/** Runs one after another, in this process; undefined when the account has one already or too many wait. */
const inTurn = <Value>({ store }: Assay, accountId: number, work: () => Promise<Value>): Promise<Value> | undefined => {
  const waiting: Waiting = waitingFor.get(store) ?? { accounts: new Set(), last: Promise.resolve() };
  waitingFor.set(store, waiting);
  if (waiting.accounts.has(accountId) || waiting.accounts.size > mostWaiting) return undefined;
  waiting.accounts.add(accountId);
  const result = waiting.last.then(work).finally(() => waiting.accounts.delete(accountId));
  waiting.last = result.catch(() => undefined);
  return result;
};

/** Programs that were written for the same: the place in the paper is the same, and what is asked there, whatever the cases expect. */
const groupOf = (question: CodeQuestion, language: string): string =>
  JSON.stringify([
    language,
    question.kind,
    question.prompt,
    question.kind === 'sql' ? question.schema : question.io,
    question.kind === 'coding' && question.io === 'function' ? question.function.name : null,
  ]);

const programOf = async (assay: Assay, { accountId, testId, questionId }: Key, { answer, ...row }: answers.GivenProgram) => {
  if (!isCodeAnswer(answer)) return undefined;
  const load = (version: number) => assay.store.read((db) => assay.testVersions.load(db, { accountId, testId, version }));
  const { definition } = await load(row.version);
  const question = codeQuestionsOf(definition).find((one) => one.questionId === questionId);
  if (question === undefined) return undefined;
  const { language } = answer;
  const program: Program = {
    ...row,
    ...answer,
    group: groupOf(question, language),
    person: row.email_key,
    starter: kindOf(question).starter(question, language),
  };
  return program;
};

/** The newest programs, as many as one request compares, and how many older ones there are. */
const readPrograms = async (assay: Assay, key: Key, language: Query['language']) => {
  const { store } = assay;
  const programs: Program[] = [];
  let characters = 0;
  let read = 0;
  let before = { invitationId: Number.MAX_SAFE_INTEGER, attempt: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const limit = Math.min(batch, mostRead - read, mostCompared.programs - programs.length);
    if (limit === 0) break;
    const slice = await store.readSlice(key.accountId, (db) => answers.listPrograms(db, { ...key, ...before, limit }));
    read += slice.read;
    for (const given of slice.programs) {
      const program = await programOf(assay, key, given);
      if (program === undefined || (language !== undefined && program.language !== language)) continue;
      characters += program.source.length;
      if (characters > mostCompared.characters) break;
      programs.push(program);
      before = { invitationId: given.invitation_id, attempt: given.attempt };
    }
    if (characters > mostCompared.characters) break;
    if (slice.last === undefined || slice.read < limit) return { programs, older: 0 };
    before = slice.last;
  }
  const older = await store.readSlice(key.accountId, (db) => gradings.countPrograms(db, { ...key, ...before, most: mostCounted + 1 }));
  return { programs, older: older > mostCounted ? null : older };
};

const thousandths = (value: number): number => Math.round(value * 1000) / 1000;

const compare = async (assay: Assay, key: Key, { language, atLeast, limit }: Query) => {
  const { programs, older } = await readPrograms(assay, key, language);
  const { tooShort, found, pairs } = await inParts(similarPrograms(programs, { atLeast, limit }));
  const sideOf = ({ program, fingerprints }: (typeof pairs)[number]['left'], shared: number) => {
    const given = programs[program];
    if (given === undefined) throw new Error('a pair names a program that was not compared');
    return {
      language: given.language,
      side: {
        testInvitationId: given.invitation_id,
        attempt: given.attempt,
        testVersion: given.version,
        emailId: given.email,
        fullName: given.full_name,
        completedAt: formatInstant(given.completed_at),
        fingerprints,
        share: thousandths(shared / fingerprints),
      },
    };
  };
  const wirePairs: SimilarSubmissions['pairs'] = pairs.map(({ similarity, shared, longest, left, right, parts }) => {
    const one = sideOf(left, shared);
    const other = sideOf(right, shared);
    return {
      language: one.language,
      similarity: thousandths(similarity),
      shared,
      longest,
      left: one.side,
      right: other.side,
      parts: [...parts],
    };
  });
  return { compared: programs.length, tooShort, older, found, pairs: wirePairs };
};

const invalid = (message: string) => err(refusal('request.invalid', message));

const isOffered = (question: CodeQuestion, language: Query['language']): boolean =>
  language === undefined || kindOf(question).languages(question).includes(language);

/**
 * Why a list without a program cannot have one, by the present version. Where earlier versions asked for programs it has theirs, so that
 * nothing is refused that finds any.
 */
const cannotHave = (questions: readonly CodeQuestion[], { questionId, language }: Query) => {
  const question = questionId === undefined ? questions[0] : questions.find((one) => one.questionId === questionId);
  if (questionId !== undefined && question === undefined)
    return invalid('questionId: must be the number of a question that is answered with a program');
  if (language !== undefined && (question === undefined || !isOffered(question, language)))
    return invalid(
      `language: must be one in which ${question === undefined ? 'a question' : `question ${question.questionId}`} can be answered`,
    );
  return undefined;
};

/** Programs to one question of a test that are alike. What that means is for people to say. */
export const listSimilarSubmissions = operation(
  operations.listSimilarSubmissions,
  async ({ assay, accountId }, { testId, query }): Outcome<SimilarSubmissions> => {
    const found = await assay.store.read(async (db) => {
      const test = await findTest(db, accountId, testId);
      return test.ok ? ok(await assay.testVersions.load(db, { accountId, testId, version: test.value.version })) : test;
    });
    if (!found.ok) return found;
    const codeQuestions = codeQuestionsOf(found.value.definition);
    const cannot = cannotHave(codeQuestions, query);
    const questions = codeQuestions.map(({ questionId, prompt }) => ({ questionId, prompt: firstLine(prompt) }));
    const questionId = query.questionId ?? questions[0]?.questionId;
    if (questionId === undefined)
      return cannot ?? ok({ testId, questionId: null, questions, compared: 0, tooShort: 0, older: 0, found: 0, pairs: [] });
    const compared = await inTurn(assay, accountId, () => compare(assay, { accountId, testId, questionId }, query));
    if (compared === undefined) return tooMany;
    return (compared.compared === 0 ? cannot : undefined) ?? ok({ testId, questionId, questions, ...compared });
  },
);
