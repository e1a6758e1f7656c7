import { percentInWords } from '@assay/domain';
import { Box, Text } from 'ink';
import { bar, cell, oneLine } from '../../output/text.ts';
import type { Env } from '../core/screen.ts';
import { factsOf, type ReportState, sectionsHeight } from '../screens/report.ts';
import { Body, Pair } from './Parts.tsx';
import { Tone } from './Tone.tsx';

const labelWidth = 22;

type Line = { readonly label: string; readonly score: string; readonly totalScore: string; readonly env: Env };

/** A score, its bar and its share; penalties can make it negative. */
const ScoreLine = ({ label, score, totalScore, env }: Line) => {
  const share = Number(totalScore) === 0 ? 0 : Number(score) / Number(totalScore);
  return (
    <Text wrap="truncate">
      {cell(label, labelWidth)}
      {cell(`${score}/${totalScore}`, 14, 'right')}
      {cell(percentInWords(score, totalScore) ?? '', 9, 'right')}
      {'  '}
      <Tone tone="good">{bar(share, Math.max(8, env.columns - labelWidth - 30))}</Tone>
    </Text>
  );
};

export const ReportView = ({ state, env }: { readonly state: ReportState; readonly env: Env }) => {
  const { report } = state;
  if (report === null) return <Body env={env} fault={state.fault} reading="Reading the report…" />;
  const { score, totalScore, generated, testResult } = report;
  const height = sectionsHeight(state, env);
  const sections = generated?.sections ?? [];
  const top = Math.min(state.top, Math.max(0, sections.length - height));
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      <Pair label="Candidate">{oneLine(`${report.fullName} · ${report.emailId}`)}</Pair>
      <Pair label="Test">{oneLine(`${report.testName} · ${report.testStatus} · report ${report.reportStatus}`)}</Pair>
      {factsOf(report).map(([label, text]) => (
        <Pair key={label} label={label}>
          {label === 'Result' ? <Tone tone={testResult === 'Pass' ? 'good' : 'bad'}>{text}</Tone> : text}
        </Pair>
      ))}
      <Box marginTop={1}>
        <Text bold wrap="truncate">
          {score === null ? (
            `${cell('Score', labelWidth)}there is none before the report is made`
          ) : (
            <ScoreLine label="Score" score={score} totalScore={totalScore} env={env} />
          )}
        </Text>
      </Box>
      {sections.slice(top, top + height).map((section, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a test may have two sections of one name.
        <ScoreLine key={`${top + place}`} label={section.sectionName} {...section} env={env} />
      ))}
      {sections.length > height ? (
        <Tone tone="quiet">{`  ${top + 1}–${Math.min(sections.length, top + height)} of ${sections.length} sections, ↑↓`}</Tone>
      ) : null}
      {state.busy ? <Text>Making the PDF…</Text> : null}
    </Body>
  );
};
