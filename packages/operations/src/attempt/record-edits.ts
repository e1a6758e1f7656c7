import {
  type CodeAnswer,
  type Edit,
  isCodeQuestion,
  kindOf,
  ok,
  questionsOf,
  recordEdits as recorded,
  takeOperations,
  textToThin,
  thinEdits,
  typingBounds,
} from '@assay/domain';
import { attemptKeyOf, typedTexts } from '@assay/store';
import { acceptRunning, candidateWrite, type OnRow } from './candidate-operation.ts';
import { checkSession } from './session.ts';
import { sinceStart } from './since-start.ts';

type Text = { readonly questionId: number; readonly language: CodeAnswer['language'] };
type SentEdit = Text & Edit;

const nameOf = ({ questionId, language }: Text): string => `${questionId} ${language}`;

/** The edits of a request by text. `at` is never later than now, whatever the page's clock says. */
const byText = (edits: readonly SentEdit[], elapsed: number): Map<string, Text & { readonly edits: Edit[] }> => {
  const texts = new Map<string, Text & { readonly edits: Edit[] }>();
  for (const { questionId, language, at, change, pasted } of edits) {
    const text = texts.get(nameOf({ questionId, language })) ?? { questionId, language, edits: [] };
    texts.set(nameOf(text), text);
    text.edits.push({ at: Math.min(at, elapsed), change, ...(pasted === undefined || pasted === 0 ? {} : { pasted }) });
  }
  return texts;
};

/** The text that a candidate begins with; undefined if the question cannot be answered in the language. */
const startOf = async ({ assay, tx, row }: OnRow) => {
  const { account_id: accountId, test_id: testId, version } = row;
  if (version === null) throw new Error('a started attempt has no version');
  const questions = questionsOf((await assay.testVersions.load(tx, { accountId, testId, version })).definition);
  return ({ questionId, language }: Text): string | undefined => {
    const question = questions[questionId - 1];
    if (question === undefined || !isCodeQuestion(question)) return undefined;
    const { languages, starter } = kindOf(question);
    return languages(question).includes(language) ? starter(question, language) : undefined;
  };
};

/**
 * Records what was typed. What does not fit (an edit of another text, a question without programs) is left out and refuses nothing: the
 * record says something of an answer, and is none. The invitation is locked, because two pages may send at once.
 */
export const recordEdits = candidateWrite(
  takeOperations.recordEdits,
  { lock: 'exclusive', accept: acceptRunning },
  async (call, { body: { sessionId = null, batch, edits } }) => {
    const { tx, row, now } = call;
    const session = checkSession(row, sessionId ?? undefined);
    if (!session.ok) return session;
    const key = attemptKeyOf(row);
    const start = await startOf(call);
    const texts = new Map((await typedTexts.listCounts(tx, key)).map((one) => [nameOf(one), one]));
    let count = 0;
    for (const { edits: more, ...text } of byText(edits, sinceStart(row, now)).values()) {
      const known = texts.get(nameOf(text));
      const isRepeated = known !== undefined && known.sessionId === sessionId && known.batch >= batch;
      const begin = start(text);
      if (begin === undefined || isRepeated || (known === undefined && texts.size >= typingBounds.texts)) continue;
      const result = recorded(begin, known === undefined ? [] : await typedTexts.findEdits(tx, { ...key, ...text }), more);
      await typedTexts.save(tx, key, { ...text, edits: result.edits, sessionId, batch });
      texts.set(nameOf(text), { ...text, count: result.edits.length, sessionId, batch });
      count += result.recorded;
    }
    for (let most = textToThin([...texts.values()]); most !== undefined; most = textToThin([...texts.values()])) {
      const { count: _, ...text } = most;
      const thinned = thinEdits(await typedTexts.findEdits(tx, { ...key, ...text }));
      await typedTexts.save(tx, key, { ...text, edits: thinned });
      texts.set(nameOf(text), { ...most, count: thinned.length });
    }
    return ok({ recorded: count });
  },
);
