import type { Review } from '@assay/domain';
import { Box, Text } from 'ink';
import { candidateInWords, fileInWords, stateInWords, wordsInWords } from '../../output/review-text.ts';
import { cell, count, oneLine, wrap } from '../../output/text.ts';
import type { Env } from '../core/screen.ts';
import { answerHeight, answerLines, answerWidth, type ReviewState } from '../screens/review.ts';
import { Body, Empty, Lines, Pair } from './Parts.tsx';
import { Tone } from './Tone.tsx';

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

export const ReviewView = ({ state, env }: { readonly state: ReviewState; readonly env: Env }) => {
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
      <Pair label="Answer" width={8}>
        {oneLine(where)}
      </Pair>
      <Pair label={file === null ? 'Words' : 'File'} width={8}>
        {facts}
      </Pair>
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
