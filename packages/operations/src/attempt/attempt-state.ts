import { type AttemptState, codeQuestionsOf, formatInstant, type RenderedVersion, type SavedAnswer } from '@assay/domain';
import { accounts, answers, attemptKeyOf, type Db, places } from '@assay/store';
import { takeQuestions } from '../assessment/take-questions.ts';
import { wireSections } from '../assessment/wire-sections.ts';
import { withRendered } from '../assessment/with-rendered.ts';
import { getsReceipt } from '../delivery/enqueue.ts';
import type { Assay } from '../support/context.ts';
import { countAnswered } from '../support/count-answered.ts';
import type { Services } from '../support/operation.ts';
import type { LoadedVersion } from '../support/test-versions.ts';
import { lateAnswersOf } from './late-answers.ts';
import { accessOf, type Opened } from './open-invitation.ts';
import { redirectUrlOf } from './redirect-url.ts';
import { ticketOf } from './ticket.ts';
import { wireAccess } from './wire-access.ts';

const instant = (at: number | null): string | null => (at === null ? null : formatInstant(at));

type AttemptKey = Parameters<typeof answers.list>[1];

/** Answers of a read: an essay may have 120 KB. */
const answersAtOnce = 30;

/** Those after a question, or the first ones. */
const savedAnswers = async (db: Db, key: AttemptKey, after = 0): Promise<SavedAnswer[]> =>
  (await answers.listPage(db, { ...key, after, limit: answersAtOnce })).map(({ question_id, answer, revision, saved_at }) => ({
    questionId: question_id,
    answer,
    revision,
    savedAt: formatInstant(saved_at),
  }));

/** What only a running attempt shows. */
const underWay = async (assay: Services, db: Db, key: AttemptKey, version: LoadedVersion) => {
  const place = await places.find(db, key);
  return { questions: takeQuestions(assay, version), answers: await savedAnswers(db, key), ...(place && { place }) };
};

/** A state whose questions are not rendered yet, with the first of its answers, and the version that they are of. */
export type Unrendered = { readonly state: AttemptState; readonly of: Parameters<Assay['rendered']['load']>[1]; readonly key: AttemptKey };

/** The rest of them, each page read by itself: an attempt may have megabytes of answers. */
const restOfAnswers = async ({ store }: Assay, { state: { answers: first }, key }: Unrendered): Promise<Pick<AttemptState, 'answers'>> => {
  if (first === undefined || first.length < answersAtOnce) return {};
  const all = [...first];
  for (let last = all.at(-1); last !== undefined; ) {
    const { questionId } = last;
    const page = await store.read((db) => savedAnswers(db, key, questionId));
    all.push(...page);
    last = page.length < answersAtOnce ? undefined : page.at(-1);
  }
  return { answers: all };
};

const picturesIn = ({ pictures }: RenderedVersion, isRunning: boolean): Pick<AttemptState, 'pictures'> =>
  pictures.length === 0
    ? {}
    : { pictures: pictures.map(({ pictureId, bytes, type, key }) => ({ pictureId, bytes, ...(isRunning ? { type, key } : {}) })) };

/** Adds what was rendered, once no transaction is open: of a version from before it is rendered only now. */
export const renderedState = async (assay: Assay, unrendered: Unrendered): Promise<AttemptState> => {
  const { state, of } = unrendered;
  const { status, questions } = state;
  if (status === 'Completed' || status === 'Cancelled') return state;
  const rendered = await assay.rendered.load(assay, of);
  const pictures = picturesIn(rendered, questions !== undefined);
  const rest = await restOfAnswers(assay, unrendered);
  return { ...state, ...pictures, ...rest, ...(questions === undefined ? {} : { questions: withRendered(questions, rendered) }) };
};

/** What the candidate protocol shows of an attempt; questions and answers only while it is in progress. */
export const attemptState = async (assay: Services, db: Db, opened: Opened, now: number): Promise<Unrendered> => {
  const { row, test, link } = opened;
  const key = attemptKeyOf(row);
  const account = await accounts.find(db, row.account_id);
  const of = { accountId: row.account_id, testId: row.test_id, version: row.version ?? test.version };
  const version = await assay.testVersions.load(db, of);
  const state: AttemptState = {
    testInvitationId: row.invitation_id,
    status: row.status,
    access: wireAccess(accessOf(opened, now)),
    organization: account?.name ?? '',
    support: account?.support ?? null,
    privacy: account?.privacy ?? null,
    fullName: row.full_name,
    test: { testName: version.name, duration: version.duration, questions: version.questions },
    sections: wireSections(version.definition),
    imageProctoring: link?.image_proctoring ?? 0,
    startedAt: instant(row.started_at),
    deadline: instant(row.deadline),
    completedAt: instant(row.completed_at),
    answered: row.status === 'Completed' ? await countAnswered(db, key) : null,
    receipt: await getsReceipt(db, row),
    redirectURL: row.status === 'Completed' ? redirectUrlOf(row) : null,
    serverTime: formatInstant(now),
    ...(row.status === 'Completed' ? await lateAnswersOf(db, key) : {}),
    ...ticketOf(assay, row, now),
    ...(codeQuestionsOf(version.definition).length > 0 ? { code: true } : {}),
    ...(row.status === 'In progress' ? await underWay(assay, db, key, version) : {}),
  };
  return { state, of, key };
};
