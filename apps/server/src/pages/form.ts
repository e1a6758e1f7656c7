import { createHash } from 'node:crypto';
import { type Answer, err, isBlank, ok, type Result, type SavedAnswer, type TakeQuestion } from '@assay/domain';

/** Names of a question's form fields. */
export const fieldNames = (questionId: number) => ({
  answer: `answer-${questionId}`,
  revision: `revision-${questionId}`,
  before: `before-${questionId}`,
});

/** One form for all blanks, for option ids in any order and for line ends, which browsers send as CRLF. */
const canonical = (answer: Answer): Answer => {
  if (isBlank(answer)) return null;
  if (Array.isArray(answer)) return [...new Set(answer)].sort();
  return typeof answer === 'string' ? answer.replace(/\r\n?/g, '\n') : answer;
};

export const sameAnswer = (one: Answer, other: Answer): boolean => JSON.stringify(canonical(one)) === JSON.stringify(canonical(other));

/** A short digest of the answer that a form was filled with: tells on return whether the candidate changed it. */
export const fingerprint = (answer: Answer): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(answer)))
    .digest('base64url')
    .slice(0, 12);

/** An answer to save: the revision follows the one the form was filled with. */
export type Edit = { readonly questionId: number; readonly answer: Answer; readonly revision: number };

/** What came of one question's answer when it was not simply saved. */
export type Feedback =
  | { readonly kind: 'fault'; readonly message: string; readonly typed: Answer }
  | { readonly kind: 'newer'; readonly yours: Answer };

type Fields = Readonly<Record<string, unknown>>;

/** A form with no field at all has no body. */
const fieldsOf = (body: unknown): Fields => ({ ...(typeof body === 'object' ? body : {}) });

const allOf = (body: Fields, name: string): string[] => {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
};

/** What was typed into a form field, or nothing. */
export const typedText = (body: unknown, name: string): string => allOf(fieldsOf(body), name)[0] ?? '';

const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

const readNumber = (typed: string): Result<Answer, string> => {
  const text = typed.trim().replace('\u2212', '-');
  if (text === '') return ok(null);
  const value = Number(text);
  if (!numberPattern.test(text) || !Number.isFinite(value))
    return err('This is not a number. Write it like 12.5 or -3: a point before the decimals, no spaces and no units.');
  return ok(value);
};

const readAnswer = (kind: TakeQuestion['kind'], sent: readonly string[]): Result<Answer, string> => {
  switch (kind) {
    case 'multiple-choice':
      return ok(canonical([...sent]));
    case 'numeric':
      return readNumber(sent[0] ?? '');
    case 'single-choice':
    case 'text':
      return ok(canonical(sent[0] ?? null));
  }
};

type Attempt = { readonly questions: readonly TakeQuestion[]; readonly answers: readonly SavedAnswer[] };

/**
 * Which answers of a sent form are to be saved. A question whose fields are not in the form is left alone, and so is one that the
 * candidate did not change there, though another tab or device did.
 */
export const readForm = ({ questions, answers }: Attempt, body: unknown): { edits: Edit[]; faults: Map<number, Feedback> } => {
  const edits: Edit[] = [];
  const faults = new Map<number, Feedback>();
  const fields = fieldsOf(body);
  const stored = new Map(answers.map((saved) => [saved.questionId, saved.answer]));
  for (const { questionId, kind } of questions) {
    const names = fieldNames(questionId);
    const [shown] = allOf(fields, names.revision);
    if (shown === undefined) continue;
    const sent = allOf(fields, names.answer);
    const answer = readAnswer(kind, sent);
    if (!answer.ok) {
      faults.set(questionId, { kind: 'fault', message: answer.error, typed: sent[0] ?? '' });
      continue;
    }
    const unchanged = allOf(fields, names.before)[0] === fingerprint(answer.value);
    if (unchanged || sameAnswer(answer.value, stored.get(questionId) ?? null)) continue;
    edits.push({ questionId, answer: answer.value, revision: (/^\d{1,15}$/.test(shown) ? Number(shown) : 0) + 1 });
  }
  return { edits, faults };
};
