import { picturesInWords, type Review, type ReviewSummary } from '@assay/domain';
import { reviewFileName } from '../../files/saved-name.ts';
import { fileInWords } from '../../output/review-text.ts';
import { wrap } from '../../output/text.ts';
import type { Scope } from '../core/bindings.ts';
import { type Dialog, dialogScopes, linesLeft, overwriteDialog, reduceOpenDialog, saveDialog } from '../core/dialog.ts';
import { type Effect, type Env, notify, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { call, type Succeeded } from '../services/services.ts';
import { pdfText } from './invitation-actions.ts';

/** Answers that wait for a grade of this person, one at a time. `picks`: the chosen level of each criterion. */
export type ReviewState = {
  readonly screen: 'review';
  readonly testId: number | null;
  readonly queue: readonly ReviewSummary[] | null;
  readonly place: number;
  readonly review: Review | null;
  readonly picks: readonly (number | null)[];
  readonly criterion: number;
  /** First line of question and answer that is shown. */
  readonly top: number;
  /** The grade is on its way. */
  readonly busy: boolean;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

const nothingOpen = { review: null, picks: [], criterion: 0, top: 0, busy: false, dialog: null } as const;

export const startReview = (testId: number | null): Step<ReviewState> =>
  step({ screen: 'review', testId, queue: null, place: 0, ...nothingOpen, fault: null }, call('listReviews', { testId }));

export const reviewScopes = ({ dialog }: ReviewState): readonly Scope[] => (dialog === null ? ['review', 'global'] : dialogScopes(dialog));

/** Lines for the answer beside its rubric, under two of facts. */
export const answerHeight = (state: ReviewState, env: Env): number => Math.max(4, linesLeft(state, env, 3));

export const answerWidth = ({ columns }: Env): number => Math.floor((columns - 3) / 2);

type Laid = { readonly width: number; readonly lines: readonly string[]; readonly asked: number };
const laid = new WeakMap<Review, Laid>();

const paragraphs = (text: string, width: number): string[] =>
  text.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [''] : wrap(line, width)));

/** The question and the answer in lines, of which the first `asked` are the question. Kept, as 40,000 characters take a while. */
export const answerLines = (review: Review, width: number): Laid => {
  const known = laid.get(review);
  if (known?.width === width) return known;
  const question = [...paragraphs(picturesInWords(review.prompt), width), ''];
  const file = fileInWords(review);
  const answer = file === null ? review.answer : `File: ${file}`;
  const made = { width, lines: [...question, ...paragraphs(answer, width)], asked: question.length };
  laid.set(review, made);
  return made;
};

/** The marks that are chosen, or null while a criterion has none. */
const chosenMarks = ({ review, picks }: ReviewState): readonly number[] | null => {
  const marks = (review?.rubric ?? []).flatMap(({ levels }, index) => {
    const level = levels[picks[index] ?? -1];
    return level === undefined ? [] : [level.marks];
  });
  return review !== null && marks.length === review.rubric.length ? marks : null;
};

const open = (state: ReviewState, place: number): Step<ReviewState> => {
  const one = state.queue?.[place];
  if (one === undefined) return step(state);
  return step({ ...state, place, ...nothingOpen, fault: null }, call('getReview', { reviewId: one.reviewId }));
};

/** The queue without the answer that was graded, and the next one of it. */
const afterGrade = (state: ReviewState, reviewId: number, ...effects: readonly Effect[]): Step<ReviewState> => {
  const queue = (state.queue ?? []).filter((one) => one.reviewId !== reviewId);
  const left = { ...state, queue, ...nothingOpen, fault: null };
  const next = open(left, Math.min(state.place, queue.length - 1));
  const more = queue.length === 0 ? [call('listReviews', { testId: state.testId })] : [];
  return step(next.state, ...effects, ...next.effects, ...more);
};

const cameTo = ({ reviewId, state, score, marks }: Review): string => {
  if (state === 'reconcile') return `Answer ${reviewId}: the graders differ, and one more grade decides.`;
  return score === null ? `Answer ${reviewId} waits for another grader.` : `Answer ${reviewId} has ${score} of ${marks}.`;
};

const succeeded = (state: ReviewState, event: Succeeded): Step<ReviewState> => {
  const calm = { ...state, fault: without(state.fault, event.op) };
  switch (event.op) {
    case 'listReviews': {
      const listed = { ...calm, queue: event.value };
      return state.review === null ? open(listed, 0) : step(listed);
    }
    case 'getReview':
      return event.value.reviewId === state.queue?.[state.place]?.reviewId && state.review === null
        ? step({ ...calm, review: event.value, picks: event.value.rubric.map(() => null) })
        : step(calm);
    case 'saveReport':
      return event.value.saved
        ? step(calm, notify(pdfText(event) ?? ''))
        : step({ ...calm, dialog: overwriteDialog(event.input, event.value.path) });
    case 'gradeReview':
      return afterGrade(calm, event.value.reviewId, notify(cameTo(event.value)));
    default:
      return step(calm);
  }
};

/** The first choice claims the answer, so that nobody else grades it meanwhile. */
const pick = (state: ReviewState, level: number): Step<ReviewState> => {
  const { review, criterion, picks } = state;
  const levels = review?.rubric[criterion]?.levels;
  if (review === null || levels?.[level] === undefined || state.busy) return step(state);
  const isFirst = picks.every((one) => one === null);
  const chosen = {
    ...state,
    picks: picks.map((one, index) => (index === criterion ? level : one)),
    criterion: Math.min(criterion + 1, review.rubric.length - 1),
    fault: null,
  };
  return step(chosen, ...(isFirst ? [call('claimReview', { reviewId: review.reviewId })] : []));
};

const send = (state: ReviewState): Step<ReviewState> => {
  if (state.busy || state.review === null) return step(state);
  const marks = chosenMarks(state);
  if (marks === null) return step(state, notify('Choose a level for each criterion first.'));
  return step({ ...state, busy: true, fault: null }, call('gradeReview', { reviewId: state.review.reviewId, marks }));
};

/** Asks where the file goes. */
const saveFile = (state: ReviewState): Step<ReviewState> => {
  const { review } = state;
  if (review === null) return step(state);
  const { reviewId, file } = review;
  if (file === null) return step(state, notify('The answer is no file.'));
  const name = reviewFileName(reviewId, file);
  return step({ ...state, dialog: saveDialog({ document: 'file', reviewId, name }, 'Save the file as') });
};

const command = (state: ReviewState, { id }: ScreenEvent & { type: 'command' }, env: Env): Step<ReviewState> => {
  const { review, criterion } = state;
  const level = /^level-(\d)$/.exec(id)?.[1];
  if (level !== undefined) return pick(state, Number(level) - 1);
  const height = answerHeight(state, env);
  const last = review === null ? 0 : Math.max(0, answerLines(review, answerWidth(env)).lines.length - height);
  const scroll = (by: number): Step<ReviewState> => step({ ...state, top: Math.min(last, Math.max(0, state.top + by)) });
  const turn = (by: number): Step<ReviewState> =>
    step({ ...state, criterion: Math.min(Math.max(0, (review?.rubric.length ?? 1) - 1), Math.max(0, criterion + by)) });
  switch (id) {
    case 'up':
      return scroll(-1);
    case 'down':
      return scroll(1);
    case 'page-up':
      return scroll(-height);
    case 'page-down':
      return scroll(height);
    case 'next-criterion':
      return turn(1);
    case 'previous-criterion':
      return turn(-1);
    case 'next-answer':
      return state.busy ? step(state) : open(state, state.place + 1);
    case 'previous-answer':
      return state.busy ? step(state) : open(state, state.place - 1);
    case 'save-file':
      return saveFile(state);
    case 'grade':
      return send(state);
    default:
      return step(state);
  }
};

export const reduceReview = (state: ReviewState, event: ScreenEvent, env: Env): Step<ReviewState> => {
  const inDialog = reduceOpenDialog(state, event);
  if (inDialog !== undefined) return inDialog;
  switch (event.type) {
    case 'refresh':
      // What somebody reads stays.
      return state.review === null && !state.busy ? step(state, call('listReviews', { testId: state.testId })) : step(state);
    case 'succeeded':
      return succeeded(state, event);
    case 'failed':
      return step({ ...state, busy: event.op === 'gradeReview' ? false : state.busy, fault: shown(event) });
    case 'command':
      return command(state, event, env);
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};
