import { type AnsweredQuestion, type AttemptAnswers, outcomeWords, picturesInWords } from '@assay/domain';
import { Box, Text } from 'ink';
import { answerFacts, answerLines, keyOrDecidedBy, questionTitle, signalText } from '../../output/answer-text.ts';
import { oneLine, paragraph, widthOf, wrap } from '../../output/text.ts';
import { seconds } from '../../time/format-time.ts';
import { linesLeft } from '../core/dialog.ts';
import { globalKeys, type IdOf, keySet } from '../core/key-sets.ts';
import { defineScreen, type Env, orFault, type ScreenEvent, type ShownFault, type Step, step, without } from '../core/screen.ts';
import { firstSelected, move, type Selection } from '../core/selection.ts';
import type { ColumnSpec } from '../parts/columns.ts';
import { Body, Empty } from '../parts/Parts.tsx';
import { type Cell, Table, windowOf } from '../parts/Table.tsx';
import { Tone } from '../parts/Tone.tsx';
import { call } from '../services/services.ts';

const keys = keySet({
  up: { keys: ['up', 'k'], hint: 'question before', help: 'Question before' },
  down: { keys: ['down', 'j'], hint: 'next question', help: 'Next question' },
  'page-up': { keys: ['pgup', 'ctrl-u'], help: 'Page of the answer above' },
  'page-down': { keys: ['pgdn', 'ctrl-d', 'space'], hint: 'more of it', help: 'Page of the answer below' },
});
type Id = IdOf<typeof keys>;

/** The answers of an attempt: a list of its questions, and all of the selected one below; `top` is its first line on the screen. */
type AnswersState = {
  readonly testInvitationId: number;
  readonly answers: AttemptAnswers | null;
  readonly selection: Selection;
  readonly top: number;
  readonly fault: ShownFault | null;
};

const start = ({ testInvitationId }: { readonly testInvitationId: number }): Step<AnswersState> =>
  step({ testInvitationId, answers: null, selection: firstSelected, top: 0, fault: null }, call('readAnswers', { testInvitationId }));

const linesOfBoth = (state: AnswersState, env: Env): number => Math.max(4, linesLeft(state, env, 3));

/** A third of the screen lists the questions. */
export const listHeight = (state: AnswersState, env: Env): number =>
  Math.min(state.answers?.questions.length ?? 0, Math.max(2, Math.floor(linesOfBoth(state, env) / 3)));

export const answerHeight = (state: AnswersState, env: Env): number => linesOfBoth(state, env) - listHeight(state, env);

export const selectedOf = ({ answers, selection }: AnswersState): AnsweredQuestion | undefined => answers?.questions[selection.index];

/** A line that fits keeps its spaces: programs have them. */
const wrapped = (text: string, width: number): string[] =>
  paragraph(text)
    .split('\n')
    .flatMap((line) => (widthOf(line) <= width ? [oneLine(line)] : wrap(line, width)));

type Laid = { readonly width: number; readonly lines: readonly string[] };
const laid = new WeakMap<AnsweredQuestion, Laid>();

/** All of a question in lines that fit, with what stands out at it. Kept, as a long text takes a while. */
export const questionLines = (one: AnsweredQuestion, { signals }: Pick<AttemptAnswers, 'signals'>, width: number): readonly string[] => {
  const known = laid.get(one);
  if (known?.width === width) return known.lines;
  const facts = answerFacts(one).flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]));
  const noticed = signals
    .filter(({ questionIds }) => questionIds.includes(one.questionId))
    .map((signal) => `To look at, no verdict: ${signalText(signal)}`);
  const texts = [questionTitle(one), picturesInWords(one.prompt), '', ...facts, ...noticed, '', ...answerLines(one)];
  const lines = texts.flatMap((text) => wrapped(text, width));
  laid.set(one, { width, lines });
  return lines;
};

const reduce = (state: AnswersState, event: ScreenEvent<Id>, env: Env): Step<AnswersState> => {
  const { testInvitationId, answers, selection } = state;
  switch (event.type) {
    case 'refresh':
      return step(state, call('readAnswers', { testInvitationId }));
    case 'succeeded':
      return event.op === 'readAnswers' ? step({ ...state, answers: event.value, fault: without(state.fault, event.op) }) : step(state);
    case 'command': {
      const one = selectedOf(state);
      if (answers === null || one === undefined) return step(state);
      const height = answerHeight(state, env);
      const last = Math.max(0, questionLines(one, answers, env.columns).length - height);
      if (event.id === 'page-down') return step({ ...state, top: Math.min(last, state.top + height) });
      if (event.id === 'page-up') return step({ ...state, top: Math.max(0, state.top - height) });
      const ids = answers.questions.map(({ questionId }) => questionId);
      const moved = move(selection, event.id, ids, listHeight(state, env));
      return step(moved === undefined ? state : { ...state, selection: moved, top: 0 });
    }
    default:
      return orFault(state, event);
  }
};

const columns: readonly ColumnSpec[] = [
  { title: 'No', width: 4, align: 'right' },
  { title: 'Result', width: 12 },
  { title: 'Score', width: 9, align: 'right' },
  { title: 'Time', width: 9, align: 'right', from: 70 },
  { title: 'Answer', share: 1 },
  { title: 'Key', share: 1 },
];

const tones = { right: 'good', partial: 'busy', wrong: 'bad', blank: 'quiet' } as const;

const cellsOf = (one: AnsweredQuestion): readonly Cell[] => {
  const { questionId, outcome, score, marks, secondsShown, answerText } = one;
  return [
    String(questionId),
    outcome === null ? { text: 'waits', tone: 'busy' } : { text: outcomeWords[outcome].toLowerCase(), tone: tones[outcome] },
    score === null ? `–/${marks}` : `${score}/${marks}`,
    secondsShown === null ? '' : seconds(secondsShown),
    oneLine(answerText ?? ''),
    oneLine(keyOrDecidedBy(one) ?? ''),
  ];
};

const View = ({ state, env }: { readonly state: AnswersState; readonly env: Env }) => {
  const { answers, selection } = state;
  if (answers === null) return <Body env={env} fault={state.fault} reading="Reading the answers…" />;
  const one = selectedOf(state);
  if (one === undefined)
    return (
      <Body env={env} fault={state.fault}>
        <Empty env={env} text="The test has no questions." />
      </Body>
    );
  const { rows, selected } = windowOf(answers.questions, selection, listHeight(state, env));
  const height = answerHeight(state, env);
  const lines = questionLines(one, answers, env.columns);
  const top = Math.min(state.top, Math.max(0, lines.length - height));
  const lookAt =
    answers.signals.length === 0 ? '' : ` · To look at: ${answers.signals.map(({ kind }) => kind.replaceAll('-', ' ')).join(', ')}`;
  return (
    <Body env={env} fault={state.fault}>
      <Table columns={columns} rows={rows.map((row) => ({ key: row.questionId, cells: cellsOf(row) }))} selected={selected} env={env} />
      <Box flexDirection="column" marginTop={1}>
        {lines.slice(top, top + height).map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text has the same line twice.
          <Text key={top + place} bold={top + place === 0} wrap="truncate">
            {line === '' ? ' ' : line}
          </Text>
        ))}
      </Box>
      <Text wrap="truncate">
        <Tone tone="quiet">
          {`Question ${selection.index + 1} of ${answers.questions.length}${lines.length > height ? ` · lines ${top + 1}–${Math.min(lines.length, top + height)} of ${lines.length}` : ''}${lookAt}`}
        </Tone>
      </Text>
    </Body>
  );
};

export const answersScreen = defineScreen({
  title: () => 'Answers',
  keys,
  place: 'on the answers of a report',
  active: () => [keys, globalKeys],
  start,
  reduce,
  View,
});
