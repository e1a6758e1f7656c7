import { percentInWords, type TestResult } from '@assay/domain';
import { Text } from 'ink';
import { attemptFacts } from '../../output/report-text.ts';
import { bar, cell, oneLine, wrap } from '../../output/text.ts';
import { type Dialog, linesLeft, saveDialog, unlessAsking } from '../core/dialog.ts';
import { globalKeys, type IdOf, keySet } from '../core/key-sets.ts';
import {
  bodyHeight,
  defineScreen,
  type Env,
  go,
  notify,
  orFault,
  type ScreenEvent,
  type ShownFault,
  type Step,
  step,
  without,
} from '../core/screen.ts';
import { Body, type Fact, Facts, fact, freeLine, labelWidth } from '../parts/Parts.tsx';
import { Tone } from '../parts/Tone.tsx';
import type { Report } from '../services/reads.ts';
import { call } from '../services/services.ts';
import { answersScreen } from './answers.tsx';
import { codeScreen } from './code.tsx';
import { reducePdf } from './pdf.ts';

const keys = keySet({
  pdf: { keys: ['p', 'enter'], hint: 'save PDF', help: 'Save the report as PDF' },
  'open-pdf': { keys: ['o'], hint: 'open PDF', help: 'Open the report as PDF, from a copy that is removed when you quit' },
  programs: { keys: ['c'], hint: 'programs', help: 'Programs of the candidate, with the verdict of each case', needs: 'read-answers' },
  answers: { keys: ['a'], hint: 'answers', help: 'What the candidate answered, with the right answers', needs: 'read-answers' },
  up: { keys: ['up', 'k'], help: 'Sections above' },
  down: { keys: ['down', 'j'], hint: 'more sections', help: 'Sections below' },
});
type Id = IdOf<typeof keys>;

/** The report of an invitation; `top` is the first section on the screen. */
type ReportState = {
  readonly testInvitationId: number;
  readonly report: Report | null;
  readonly top: number;
  /** The PDF is on its way. */
  readonly busy: boolean;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

const start = ({ testInvitationId }: { readonly testInvitationId: number }): Step<ReportState> =>
  step({ testInvitationId, report: null, top: 0, busy: false, dialog: null, fault: null }, call('readReport', { testInvitationId }));

/** Lines of remarks on the screen; `assay report show` and the PDF have all. */
const mostRemarkLines = 4;

/** They leave space for two sections, or in a small terminal at least for the score. */
const remarkLines = ({ generated }: Report, env: Env, facts: number): readonly string[] => {
  // A free line and the score.
  const left = bodyHeight(env) - 2 - facts;
  const most = Math.min(mostRemarkLines, Math.max(0, left - 2, Math.min(1, left)));
  const lines = (generated?.remarks ?? []).flatMap((text) => wrap(`${text}.`, env.columns - labelWidth));
  if (lines.length <= most) return lines;
  return most === 0 ? [] : [...lines.slice(0, most - 1), '… all in the PDF, and by `assay report show`'];
};

/** All above the scores. */
export const factsOf = (report: Report, env: Env): readonly Fact[] => {
  const facts: readonly Fact[] = [
    ['Candidate', oneLine(`${report.fullName} · ${report.emailId}`)],
    ['Test', oneLine(`${report.testName} · ${report.testStatus} · report ${report.reportStatus}`)],
    ...attemptFacts(report, report.generated).flatMap(([label, text]): Fact[] => {
      if (text === null) return [];
      return [label === 'Result' ? fact(label, <Tone tone={report.testResult === 'Pass' ? 'good' : 'bad'}>{text}</Tone>) : [label, text]];
    }),
  ];
  const remarks = remarkLines(report, env, facts.length);
  return [...facts, ...remarks.map((text, index): Fact => [index === 0 ? 'Remarks' : '', text]), freeLine];
};

/** Beside the total, the line that says which sections are shown, and the one of a PDF that is being made. */
export const sectionsHeight = (state: ReportState, env: Env): number =>
  Math.max(2, linesLeft(state, env, 3 + (state.report === null ? 0 : factsOf(state.report, env).length)));

const reduce = (state: ReportState, event: ScreenEvent<Id>, env: Env): Step<ReportState> => {
  const { testInvitationId } = state;
  const pdf = { testInvitationId, document: 'report' } as const;
  const ofPdf = reducePdf(state, event);
  if (ofPdf !== undefined) return ofPdf;
  const last = Math.max(0, (state.report?.generated?.sections.length ?? 0) - sectionsHeight(state, env));
  switch (event.type) {
    case 'refresh':
      return step(state, call('readReport', { testInvitationId }));
    case 'succeeded':
      return event.op === 'readReport' ? step({ ...state, report: event.value, fault: without(state.fault, event.op) }) : step(state);
    case 'command':
      if (event.id === 'up') return step({ ...state, top: Math.max(0, state.top - 1) });
      if (event.id === 'down') return step({ ...state, top: Math.min(last, state.top + 1) });
      if (event.id === 'programs') return step(state, go(codeScreen, { testInvitationId }));
      if (event.id === 'answers') return step(state, go(answersScreen, { testInvitationId }));
      if ((event.id !== 'pdf' && event.id !== 'open-pdf') || state.busy) return step(state);
      if (state.report?.reportStatus !== 'Generated')
        return step(state, notify('There is no PDF yet: the report is made when the attempt is completed.'));
      return event.id === 'pdf'
        ? step({ ...state, dialog: saveDialog(pdf, `Save the report of ${state.report.fullName} as`) })
        : step({ ...state, busy: true, fault: null }, call('openDocument', pdf));
    default:
      return orFault(state, event);
  }
};

const scoreLabel = 28;
/** Label, score and share, with the space before the bar. */
const before = scoreLabel + 11 + 8 + 2;
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
      {cell(label, scoreLabel)}
      {cell(`${score}/${totalScore}`, 11, 'right')}
      {cell(percentInWords(score, totalScore) ?? '', 8, 'right')}
      {'  '}
      <Tone tone="good">{bar(share, barWidth)}</Tone>
      {meanPercent === null ? '' : ` mean ${meanPercent}%`.padEnd(12)}
      {result === null ? '' : <Tone tone={result === 'Pass' ? 'good' : 'bad'}>{`  ${result}`}</Tone>}
    </Text>
  );
};

const View = ({ state, env }: { readonly state: ReportState; readonly env: Env }) => {
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
      <Facts facts={factsOf(report, env)} />
      <Text bold wrap="truncate">
        {score === null ? (
          `${cell('Score', scoreLabel)}there is none before the report is made`
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

export const reportScreen = defineScreen({
  title: () => 'Report',
  keys,
  place: 'on a report',
  active: unlessAsking(keys, globalKeys),
  start,
  reduce,
  View,
});
