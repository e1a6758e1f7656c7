import { Box, Text } from 'ink';
import { groupText, resultText } from '../../output/report-text.ts';
import { bar, cell, oneLine, percent } from '../../output/text.ts';
import { seconds } from '../../time/format-time.ts';
import type { Env } from '../core/screen.ts';
import { type ReportState, sectionsHeight } from '../screens/report.ts';
import { Body, Pair } from './Parts.tsx';
import { Tone } from './Tone.tsx';

export const ReportView = ({ state, env }: { readonly state: ReportState; readonly env: Env }) => {
  const { report } = state;
  if (report === null) return <Body env={env} fault={state.fault} reading="Reading the report…" />;
  const share = report.score === null ? 0 : Number(report.score) / Number(report.totalScore);
  const barWidth = Math.max(8, env.columns - 52);
  const height = sectionsHeight(state, env);
  const result = resultText(report);
  const group = groupText(report.group);
  const sections = report.sections ?? [];
  const top = Math.min(state.top, Math.max(0, sections.length - height));
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      <Pair label="Candidate">{oneLine(`${report.fullName} · ${report.emailId}`)}</Pair>
      <Pair label="Test">{oneLine(`${report.testName} · ${report.testStatus} · report ${report.reportStatus}`)}</Pair>
      <Pair label="Time">
        {report.timeTaken === null ? `not taken, ${report.duration} min` : `${report.timeTaken} of ${report.duration} min`}
      </Pair>
      {result === null ? null : (
        <Pair label="Result">
          <Tone tone={report.testResult === 'Pass' ? 'good' : 'bad'}>{result}</Tone>
        </Pair>
      )}
      {group === null ? null : <Pair label="Compared">{group}</Pair>}
      <Pair label="Violations">
        {report.wv === 0 ? 'none: the test window was never left' : `left the test window ${report.wv}×, ${seconds(report.tv)} outside`}
      </Pair>
      <Box marginTop={1}>
        <Text bold wrap="truncate">
          {cell('Score', 22)}
          {report.score === null ? (
            'there is none before the attempt is completed'
          ) : (
            <Text>
              {cell(`${report.score}/${report.totalScore}`, 18, 'right')}
              {'  '}
              <Tone tone="good">{bar(share, barWidth)}</Tone>
              {` ${percent(share)}`}
            </Text>
          )}
        </Text>
      </Box>
      {sections.slice(top, top + height).map((section, place) => {
        const part = section.sectionScore === 0 ? 0 : section.candidateScore / section.sectionScore;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a test may have two sections of one name.
          <Text key={`${top + place}`} wrap="truncate">
            {cell(section.sectionName, 22)}
            {cell(`${section.candidateScore}/${section.sectionScore}`, 18, 'right')}
            {'  '}
            <Tone tone="good">{bar(part, barWidth)}</Tone>
            {` ${percent(part)}`}
          </Text>
        );
      })}
      {sections.length > height ? (
        <Tone tone="quiet">{`  ${top + 1}–${Math.min(sections.length, top + height)} of ${sections.length} sections, ↑↓`}</Tone>
      ) : null}
      {state.busy ? <Text>Making the PDF…</Text> : null}
    </Body>
  );
};
