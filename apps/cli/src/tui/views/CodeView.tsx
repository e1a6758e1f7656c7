import type { CodeSubmission, CodeToken } from '@assay/domain';
import { acceptedInWords, codeLines, differenceInWords, marksInWords, typingInWords, verdictInWords } from '@assay/domain';
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { engineText, shownCode, verdictTone } from '../../output/code-text.ts';
import { cell, oneLine } from '../../output/text.ts';
import type { Env } from '../core/screen.ts';
import { type CodeState, programHeight, scrolledLines } from '../screens/code.ts';
import { Body, Empty, Pair } from './Parts.tsx';
import { Tone, type ToneName } from './Tone.tsx';

const tones: { readonly [Kind in CodeToken['kind']]?: ToneName } = { comment: 'quiet', text: 'good', number: 'busy' };

const CaseLine = ({ one }: { readonly one: CodeSubmission['cases'][number] }) => {
  const tone = verdictTone(one);
  return (
    <Text wrap="truncate">
      {cell(one.name, 16)} <Tone tone={tone === 'good' || tone === 'bad' ? tone : 'busy'}>{cell(verdictInWords(one), 22)}</Tone>
      {one.leftOut ? ' '.repeat(11) : ` ${one.seconds.toFixed(2).padStart(6)} s  `}
      <Tone tone="quiet">{differenceInWords(one)}</Tone>
    </Text>
  );
};

const ProgramLine = ({
  tokens,
  number,
  width,
}: {
  readonly tokens: readonly CodeToken[];
  readonly number: number;
  readonly width: number;
}) => (
  <Text wrap="truncate">
    <Tone tone="quiet">{`${String(number).padStart(width)}  `}</Tone>
    {tokens.map(({ kind, text }, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line has the same token twice.
      <Text key={place} bold={kind === 'keyword'}>
        <Tone tone={tones[kind] ?? 'plain'}>{shownCode(text)}</Tone>
      </Text>
    ))}
  </Text>
);

/** Only what is seen is drawn. */
const linesOf = (one: CodeSubmission, top: number, height: number): readonly ReactNode[] => {
  if (one.language === null || one.source === null) return [];
  const lines = codeLines(one.language, one.source.replace(/\r?\n$/, ''));
  const width = String(lines.length).length;
  return Array.from({ length: height }, (_, index) => {
    const at = top + index;
    const of = one.cases[at];
    if (of !== undefined) return <CaseLine key={at} one={of} />;
    const number = at - one.cases.length;
    const tokens = lines[number - 1];
    return tokens === undefined ? <Text key={at}> </Text> : <ProgramLine key={at} tokens={tokens} number={number} width={width} />;
  });
};

export const CodeView = ({ state, env }: { readonly state: CodeState; readonly env: Env }) => {
  const { submissions, place } = state;
  if (submissions === null) return <Body env={env} fault={state.fault} reading="Reading the programs…" />;
  const one = submissions[place];
  if (one === undefined)
    return (
      <Body env={env} fault={state.fault}>
        <Empty env={env} text="No programs: the test asks for none, or the attempt is not completed." />
      </Body>
    );
  const height = programHeight(state, env);
  const all = scrolledLines(one);
  const top = Math.min(state.top, Math.max(0, all - height));
  const status = one.language === null ? 'no answer' : one.status === 'waiting' ? 'waiting to be graded' : acceptedInWords(one);
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      <Pair label="Question">{oneLine(`${one.questionId} · ${one.prompt}`)}</Pair>
      <Pair label="Verdicts">{[status, engineText(one)].filter((text) => text !== null).join(' · ')}</Pair>
      <Pair label="Marks">{marksInWords(one)}</Pair>
      <Pair label="Typed">{typingInWords(one)}</Pair>
      <Box flexDirection="column" marginTop={1}>
        {linesOf(one, top, Math.min(height, all))}
      </Box>
      <Tone tone="quiet">
        {`Program ${place + 1} of ${submissions.length}${all > height ? ` · lines ${top + 1}–${Math.min(all, top + height)} of ${all}` : ''}`}
      </Tone>
      {state.busy ? <Text>Making the PDF…</Text> : null}
    </Body>
  );
};
