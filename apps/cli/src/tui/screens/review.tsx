import { picturesInWords, type Review, type ReviewSummary } from '@assay/domain';
import { Box, Text } from 'ink';
import { reviewFileName } from '../../files/saved-name.ts';
import { candidateInWords, fileInWords, stateInWords, wordsInWords } from '../../output/review-text.ts';
import { cell, count, oneLine, wrap } from '../../output/text.ts';
import { type Dialog, linesLeft, overwriteDialog, reduceOpenDialog, saveDialog, unlessAsking } from '../core/dialog.ts';
import { globalKeys, type IdOf, keySet, scrollRows } from '../core/key-sets.ts';
import {
  type Command,
  defineScreen,
  type Effect,
  type Env,
  notify,
  type ScreenEvent,
  type ShownFault,
  type Step,
  shown,
  step,
  without,
} from '../core/screen.ts';
import { Body, Empty, Facts, Lines } from '../parts/Parts.tsx';
import { Tone } from '../parts/Tone.tsx';
import { call, type Succeeded } from '../services/services.ts';
import { pdfText } from './pdf.ts';

const keys = keySet({
  'level-1': { keys: ['1'], hint: 'first level', help: 'Choose the first level of the criterion', needs: 'grade' },
  'level-2': { keys: ['2'], help: 'Choose the second level', needs: 'grade' },
  'level-3': { keys: ['3'], help: 'Choose the third level', needs: 'grade' },
  'level-4': { keys: ['4'], help: 'Choose the fourth level', needs: 'grade' },
  'level-5': { keys: ['5'], help: 'Choose the fifth level', needs: 'grade' },
  'level-6': { keys: ['6'], help: 'Choose the sixth level', needs: 'grade' },
  'level-7': { keys: ['7'], help: 'Choose the seventh level', needs: 'grade' },
  'level-8': { keys: ['8'], help: 'Choose the eighth level', needs: 'grade' },
  'level-9': { keys: ['9'], help: 'Choose the ninth level', needs: 'grade' },
  grade: { keys: ['enter'], hint: 'grade', help: 'Give the answer the chosen marks', needs: 'grade' },
  'save-file': { keys: ['s'], hint: 'save file', help: 'Save the file that is the answer', needs: 'grade' },
  'next-answer': { keys: ['n'], hint: 'next', help: 'Next answer' },
  'previous-answer': { keys: ['N'], help: 'Answer before this one' },
  'next-criterion': { keys: ['tab'], hint: 'criterion', help: 'Next criterion' },
  'previous-criterion': { keys: ['shift-tab'], help: 'Criterion above' },
  ...scrollRows,
});
type Id = IdOf<typeof keys>;

/** Answers that wait for a grade of this person, one at a time. `picks`: the chosen level of each criterion. */
type ReviewState = {
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

const start = ({ testId }: { readonly testId: number | null }): Step<ReviewState> =>
  step({ testId, queue: null, place: 0, ...nothingOpen, fault: null }, call('readReviews', { testId }));

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
  const more = queue.length === 0 ? [call('readReviews', { testId: state.testId })] : [];
  return step(next.state, ...effects, ...next.effects, ...more);
};

const cameTo = ({ reviewId, state, score, marks }: Review): string => {
  if (state === 'reconcile') return `Answer ${reviewId}: the graders differ, and one more grade decides.`;
  return score === null ? `Answer ${reviewId} waits for another grader.` : `Answer ${reviewId} has ${score} of ${marks}.`;
};

const succeeded = (state: ReviewState, event: Succeeded): Step<ReviewState> => {
  const calm = { ...state, fault: without(state.fault, event.op) };
  switch (event.op) {
    case 'readReviews': {
      const listed = { ...calm, queue: event.value };
      return state.review === null ? open(listed, 0) : step(listed);
    }
    case 'getReview':
      return event.value.reviewId === state.queue?.[state.place]?.reviewId && state.review === null
        ? step({ ...calm, review: event.value, picks: event.value.rubric.map(() => null) })
        : step(calm);
    case 'exportDocument':
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

const command = (state: ReviewState, { id }: Command<Id>, env: Env): Step<ReviewState> => {
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

const reduce = (state: ReviewState, event: ScreenEvent<Id>, env: Env): Step<ReviewState> => {
  const inDialog = reduceOpenDialog(state, event);
  if (inDialog !== undefined) return inDialog;
  switch (event.type) {
    case 'refresh':
      // What somebody reads stays.
      return state.review === null && !state.busy ? step(state, call('readReviews', { testId: state.testId })) : step(state);
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

const Answer = ({ review, state, env }: { readonly review: Review; readonly state: ReviewState; readonly env: Env }) => {
  const { lines, asked } = answerLines(review, answerWidth(env));
  const from = Math.min(state.top, Math.max(0, lines.length - answerHeight(state, env)));
  return lines.slice(from, from + answerHeight(state, env)).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be the same words.
    <Text key={index} wrap="truncate">
      <Tone tone={from + index < asked ? 'quiet' : 'plain'}>{line === '' ? ' ' : line}</Tone>
    </Text>
  ));
};

type CriterionProps = {
  readonly of: Review['rubric'][number];
  readonly picked: number | null;
  readonly isCurrent: boolean;
  readonly width: number;
};

/** Columns before the text of a level: its mark, its key and its marks. */
const levelIndent = 13;

/** The levels of the criterion at hand; of the others what was chosen. */
const Criterion = ({ of: { criterion, levels }, picked, isCurrent, width }: CriterionProps) => {
  const chosen = picked === null ? undefined : levels[picked];
  return (
    <Box flexDirection="column">
      <Text wrap="truncate" bold={isCurrent}>
        {`${isCurrent ? '▸' : ' '} ${oneLine(criterion)} `}
        <Tone tone={chosen === undefined ? 'quiet' : 'good'}>{chosen === undefined ? '–' : String(chosen.marks)}</Tone>
      </Text>
      {isCurrent
        ? levels.map((level, index) => (
            <Box key={level.marks} flexDirection="column">
              <Lines
                texts={wrap(level.text, Math.max(8, width - levelIndent))}
                first={`  ${index === picked ? '●' : ' '} ${index + 1}  ${cell(String(level.marks), 5)} `}
                tone={index === picked ? 'good' : 'plain'}
              />
            </Box>
          ))
        : null}
    </Box>
  );
};

const View = ({ state, env }: { readonly state: ReviewState; readonly env: Env }) => {
  const { queue, review, place, picks, criterion } = state;
  if (queue === null) return <Body env={env} fault={state.fault} reading={state.fault === null ? 'Reading the answers…' : ''} />;
  if (queue.length === 0)
    return (
      <Body env={env} fault={state.fault}>
        <Empty env={env} text="No answer waits for a grade of yours." />
      </Body>
    );
  if (review === null) return <Body env={env} fault={state.fault} reading={state.fault === null ? 'Reading the answer…' : ''} />;
  const width = answerWidth(env);
  const where = `${place + 1} of ${queue.length} · review ${review.reviewId} · ${review.testName} · question ${review.questionId}${review.candidate === null ? '' : ` · ${candidateInWords(review)}`}`;
  const file = fileInWords(review);
  const facts = `${file ?? wordsInWords(review.words)} · ${stateInWords(review)} · ${count(review.rubric.length, 'criterion', 'criteria')}, ${review.marks} marks`;
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      <Facts
        width={8}
        facts={[
          ['Answer', oneLine(where)],
          [file === null ? 'Words' : 'File', facts],
        ]}
      />
      <Box marginTop={1} height={answerHeight(state, env)} overflow="hidden">
        <Box flexDirection="column" width={width} flexShrink={0}>
          <Answer review={review} state={state} env={env} />
        </Box>
        <Box flexDirection="column" marginLeft={3} width={env.columns - width - 3}>
          {review.rubric.map((one, index) => (
            <Criterion
              key={one.criterion}
              of={one}
              picked={picks[index] ?? null}
              isCurrent={index === criterion}
              width={env.columns - width - 3}
            />
          ))}
          {review.grades.map((one) => (
            <Text key={one.at} wrap="truncate">
              <Tone tone="quiet">{`  ${one.mine ? 'You' : (one.keyName ?? 'The operator')}: ${one.score} of ${review.marks}${one.comment === null ? '' : `, ${oneLine(one.comment)}`}`}</Tone>
            </Text>
          ))}
          {state.busy ? <Text>Sending the grade…</Text> : null}
        </Box>
      </Box>
    </Body>
  );
};

export const reviewScreen = defineScreen({
  title: (state) => (state.testId === null ? 'Answers to grade' : 'Answers to grade, of the test'),
  keys,
  active: unlessAsking(keys, globalKeys),
  start,
  reduce,
  View,
});
