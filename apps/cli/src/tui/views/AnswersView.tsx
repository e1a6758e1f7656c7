import { type AnsweredQuestion, outcomeWords } from '@assay/domain';
import { Box, Text } from 'ink';
import { keyOrDecidedBy } from '../../output/answer-text.ts';
import { oneLine } from '../../output/text.ts';
import { seconds } from '../../time/format-time.ts';
import type { Env } from '../core/screen.ts';
import { type AnswersState, answerHeight, listHeight, questionLines, selectedOf } from '../screens/answers.ts';
import type { ColumnSpec } from './columns.ts';
import { Body, Empty } from './Parts.tsx';
import { type Cell, Table, windowOf } from './Table.tsx';
import { Tone } from './Tone.tsx';

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

export const AnswersView = ({ state, env }: { readonly state: AnswersState; readonly env: Env }) => {
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
