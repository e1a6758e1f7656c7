import { type Answer, isFileAnswer } from '@assay/domain';
import { answers, type Db, setAsideAnswers } from '@assay/store';

type AttemptKey = { readonly accountId: number; readonly invitationId: number; readonly attempt: number };

const fileOf = (answer: Answer | undefined): string[] => (answer !== undefined && isFileAnswer(answer) ? [answer.fileId] : []);

/** The files that an attempt still names: in its answers, in those that came too late, and in those that gave way to another device's. */
export const referencedFiles = async (db: Db, key: AttemptKey): Promise<ReadonlySet<string>> => {
  const late: Answer[] = [];
  for (const { question_id: questionId } of await answers.listLate(db, key)) {
    const found = await answers.findLate(db, { ...key, questionId });
    if (found !== undefined) late.push(found.answer);
  }
  const others = [...(await answers.list(db, key)), ...(await setAsideAnswers.listAll(db, key))].map(({ answer }) => answer);
  return new Set([...late, ...others].flatMap(fileOf));
};
