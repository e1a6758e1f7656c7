import { percentInWords, type TestResult } from '@assay/domain';
import { Box, Text } from 'ink';
import { bar, cell, oneLine } from '../../output/text.ts';
import type { Env } from '../core/screen.ts';
import { factsOf, type ReportState, sectionsHeight } from '../screens/report.ts';
import { Body, Pair } from './Parts.tsx';
import { Tone } from './Tone.tsx';

const labelWidth = 28;
/** Label, score and share, with the space before the bar. */
const before = labelWidth + 11 + 8 + 2;
/** The mean of the group and the result. */
const behind = 19;

type Scored = {
  readonly label: string;
  readonly score: string;
  readonly totalScore: string;
  readonly result: TestResult | null;
  readonly meanPercent: number | null;
};

/** A score with its share and its bar, whether its pass mark was reached, and the mean of the group. */
const ScoreLine = ({ label, score, totalScore, result, meanPercent, barWidth }: Scored & { readonly barWidth: number }) => {
  const share = Number(totalScore) === 0 ? 0 : Number(score) / Number(totalScore);
  return (
    <Text wrap="truncate">
      {cell(label, labelWidth)}
      {cell(`${score}/${totalScore}`, 11, 'right')}
      {cell(percentInWords(score, totalScore) ?? '', 8, 'right')}
      {'  '}
      <Tone tone="good">{bar(share, barWidth)}</Tone>
      {meanPercent === null ? '' : ` mean ${meanPercent}%`.padEnd(12)}
      {result === null ? '' : <Tone tone={result === 'Pass' ? 'good' : 'bad'}>{`  ${result}`}</Tone>}
    </Text>
  );
};

export const ReportView = ({ state, env }: { readonly state: ReportState; readonly env: Env }) => {
  const { report } = state;
  if (report === null) return <Body env={env} fault={state.fault} reading="Reading the report…" />;
  const { score, totalScore, generated, testResult } = report;
  const height = sectionsHeight(state, env);
  const sections = generated?.sections ?? [];
  const hasNotes = generated !== null && (generated.group !== null || sections.some((one) => one.result !== null || one.group !== null));
  const barWidth = Math.max(8, Math.min(40, env.columns - before - (hasNotes || testResult != null ? behind : 1)));
  const top = Math.min(state.top, Math.max(0, sections.length - height));
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      <Pair label="Candidate">{oneLine(`${report.fullName} · ${report.emailId}`)}</Pair>
      <Pair label="Test">{oneLine(`${report.testName} · ${report.testStatus} · report ${report.reportStatus}`)}</Pair>
      {factsOf(report, env).map(([label, text]) => (
        <Pair key={`${label} ${text}`} label={label}>
          {label === 'Result' ? <Tone tone={testResult === 'Pass' ? 'good' : 'bad'}>{text}</Tone> : text}
        </Pair>
      ))}
      <Box marginTop={1}>
        <Text bold wrap="truncate">
          {score === null ? (
            `${cell('Score', labelWidth)}there is none before the report is made`
          ) : (
            <ScoreLine
              {...{
                label: 'Score',
                score,
                totalScore,
                result: testResult ?? null,
                meanPercent: generated?.group?.meanPercent ?? null,
                barWidth,
              }}
            />
          )}
        </Text>
      </Box>
      {sections.slice(top, top + height).map((section, place) => (
        <ScoreLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a test may have two sections of one name.
          key={`${top + place}`}
          {...section}
          label={section.sectionName}
          meanPercent={section.group?.meanPercent ?? null}
          barWidth={barWidth}
        />
      ))}
      {sections.length > height ? (
        <Tone tone="quiet">{`  ${top + 1}–${Math.min(sections.length, top + height)} of ${sections.length} sections, ↑↓`}</Tone>
      ) : null}
      {state.busy ? <Text>Making the PDF…</Text> : null}
    </Body>
  );
};
