import { languageNames } from '../../coding/languages.ts';
import { decimal, formatDecimal } from '../../decimal.ts';
import { minutesTaken } from '../../invitation/invitation.ts';
import { counted } from '../../questions/counted.ts';
import { kinds } from '../../questions/kinds.ts';
import type { Group } from '../../statistics/group.ts';
import { passMarksNeeded } from '../grading/pass-mark.ts';
import type { CandidateReport, ReportedQuestion } from '../report-document.ts';
import { questionOutcomes, type TestResult } from '../report-status.ts';
import type { OutcomeCounts } from './outcome-counts.ts';

// What the PDF, the page and the mails say of a report, in English as they are.

export const outcomeWords = {
  right: 'Right',
  partial: 'Partly right',
  wrong: 'Wrong',
  blank: 'Blank',
} as const satisfies Record<ReportedQuestion['outcome'], string>;

/** The kind of a question, and the language of a program: `Program (Python)`. */
export const kindInWords = ({ kind, program }: Pick<ReportedQuestion, 'kind' | 'program'>): string =>
  program === undefined || program.language === 'sql' ? kinds[kind].words : `${kinds[kind].words} (${languageNames[program.language]})`;

/** What came of a question. */
export const resultWords = ({
  outcome,
  late,
  program,
  void: voided,
}: Pick<ReportedQuestion, 'outcome' | 'late' | 'program' | 'void'>): string => {
  // Its marks, beside this, say which kind of void.
  if (voided !== undefined) return 'Void';
  const ofCases = program === undefined ? '' : `, ${program.accepted} of ${program.cases} cases accepted`;
  return `${outcomeWords[outcome]}${ofCases}${late ? ' (late)' : ''}`;
};

const inUnits = (parts: readonly (readonly [amount: number, unit: string])[], none: string): string =>
  parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => counted(amount, unit))
    .join(' ') || none;

/** `1 h 05 min`. */
export const minutesText = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;

/** `1 hour 30 minutes`. */
export const minutesInWords = (minutes: number): string =>
  inUnits(
    [
      [Math.floor(minutes / 60), 'hour'],
      [minutes % 60, 'minute'],
    ],
    'less than a minute',
  );

/** `1 minute 25 seconds`. */
export const secondsInWords = (seconds: number): string =>
  inUnits(
    [
      [Math.floor(seconds / 3600), 'hour'],
      [Math.floor(seconds / 60) % 60, 'minute'],
      [seconds % 60, 'second'],
    ],
    'less than a second',
  );

/** `1:25` and `1:02:05`, for a column. */
export const secondsOnClock = (seconds: number): string => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(String);
  return hours === '0' ? `${minutes}:${rest?.padStart(2, '0')}` : `${hours}:${minutes?.padStart(2, '0')}:${rest?.padStart(2, '0')}`;
};

// Cached: making a formatter takes as long as drawing ten lines.
const formatters = new Map<string, Intl.DateTimeFormat>();

const formatterFor = (zone: string): Intl.DateTimeFormat => {
  const formatter =
    formatters.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formatters.set(zone, formatter);
  return formatter;
};

type Part = (type: Intl.DateTimeFormatPartTypes) => string;

const partsOf = (instant: number, zone: string): Part => {
  const parts = formatterFor(zone).formatToParts(instant);
  return (type) => parts.find((one) => one.type === type)?.value ?? '';
};

/** `23 February 2026, 16:16`. Throws RangeError if the zone does not exist. */
export const dateInWords = (instant: number, zone: string): string => {
  const part = partsOf(instant, zone);
  return `${part('day')} ${part('month')} ${part('year')}, ${part('hour')}:${part('minute')}`;
};

/** `16:16`. Throws RangeError if the zone does not exist. */
export const timeInWords = (instant: number, zone: string): string => {
  const part = partsOf(instant, zone);
  return `${part('hour')}:${part('minute')}`;
};

/** `3 window violations, 1 minute 25 seconds outside`. */
export const violationsInWords = ({ wv, tv }: Pick<CandidateReport, 'wv' | 'tv'>): string =>
  wv === 0 ? 'No window violations' : `${counted(wv, 'window violation')}, ${secondsInWords(tv)} outside`;

/** Whole minutes, and from less than five minutes the seconds too. */
export const timeTakenInWords = ({ secondsTaken }: Pick<CandidateReport, 'secondsTaken'>): string =>
  secondsTaken < 300 ? secondsInWords(secondsTaken) : minutesInWords(minutesTaken(secondsTaken));

/** How many answers arrived late and count. */
export const lateAnswersInWords = ({ lateAnswers }: Pick<CandidateReport, 'lateAnswers'>): string =>
  lateAnswers === 1
    ? '1 answer arrived after the deadline and was typed before it. It counts, and is marked.'
    : `${lateAnswers} answers arrived after the deadline and were typed before it. They count, and are marked.`;

/** How many webcam images there are, and how many of them the report shows. */
export const imagesInWords = ({ count: taken, shown }: CandidateReport['images']): string => {
  const were = taken === 1 ? '1 image was taken' : `${taken} images were taken`;
  if (shown.length === 0) return `${were}; none is shown.`;
  if (shown.length >= taken) return taken === 1 ? `${were}.` : `${were}; all of them are shown.`;
  return shown.length === 1 ? `${were}; 1 of them is shown.` : `${were}; ${shown.length} of them, evenly spread, are shown.`;
};

export const submissionWords = {
  candidate: 'Submitted by the candidate',
  deadline: 'Submitted automatically at the deadline',
} as const satisfies Record<CandidateReport['completedBy'], string>;

/** The score as a share of the maximum, clamped to 0 to 1, for a bar. */
export const shareOf = (score: string, maximum: string): number => {
  const share = Number(score) / Number(maximum);
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
};

/** `76.87%`, rounded half-even to at most two decimals, never 100% for less than the maximum. Undefined if the maximum is 0. */
export const percentInWords = (score: string, maximum: string): string | undefined => {
  if (decimal(maximum).lte(0)) return undefined;
  const percent = decimal(score).times(100).div(maximum);
  const isLess = decimal(score).lt(maximum);
  return `${isLess && percent.gte(100) ? '99.99' : formatDecimal(percent)}%`;
};

/** A figure that decides, and what it is measured by. `result` is there where it is a pass or a fail. */
export type DecidingFigure = { readonly label: string; readonly value: string; readonly note: string; readonly result?: TestResult };

/** What stands first in the PDF and the page, in this order. */
export const decidingFigures = (
  report: Pick<CandidateReport, 'score' | 'totalScore' | 'testResult' | 'passPercent' | 'sections' | 'group'>,
): readonly DecidingFigure[] => {
  const { score, totalScore, testResult, group } = report;
  const percent = percentInWords(score, totalScore);
  return [
    ...(testResult === null ? [] : [{ label: 'Result', value: testResult, note: passMarksNeeded(report), result: testResult }]),
    { label: 'Score', value: score, note: `of ${totalScore}` },
    ...(percent === undefined ? [] : [{ label: 'Share of the maximum', value: percent, note: '' }]),
    ...(group === null ? [] : [{ label: 'Percentile', value: String(group.percentile), note: `among ${group.candidates} candidates` }]),
  ];
};

/** `note` explains the value. */
export type Fact = readonly [label: string, value: string, note?: string];

/** `Above 62 of 100 candidates; 140 finished, with 55.3% on average`. */
export const groupInWords = ({ percentile, candidates, meanPercent }: Omit<Group, 'sections'>): string =>
  `Above ${percentile} of 100 candidates; ${candidates} finished, with ${meanPercent}% on average`;

/** What every document says of an attempt beside its scores, in this order. */
export const factsOfAttempt = (report: CandidateReport): readonly Fact[] => [
  ['Test', report.testName],
  ...(report.group === null ? [] : [['Compared', groupInWords(report.group)] as const]),
  ['Started', `${dateInWords(report.attemptedOn, report.zone)} (${report.zone})`],
  ['Completed', `${dateInWords(report.completedAt, report.zone)} · ${submissionWords[report.completedBy]}`],
  ['Time taken', `${timeTakenInWords(report)} of ${minutesInWords(report.duration)}`],
  // A notification or a lock screen in front is one too.
  ['Proctoring', `${violationsInWords(report)}${report.wv === 0 ? '' : '; notifications count as well'}`],
  ...(report.lateAnswers === 0 ? [] : [['Late answers', lateAnswersInWords(report)] as const]),
  ['Invitation', String(report.testInvitationId)],
];

/** What stands above the remarks of a report. */
export const remarksExplained = 'What stands out in how the attempt went, in numbers. It is no verdict.';

export const remarkInWords = ({ text }: CandidateReport['remarks'][number]): string => `${text}.`;

/** `12 right · 3 partly right · 4 wrong · 1 blank · 1 void`; partly right and void only where there are some. */
export const countsInWords = (counts: OutcomeCounts): string =>
  [
    ...questionOutcomes
      .filter((one) => one !== 'partial' || counts.partial > 0)
      .map((one) => `${counts[one]} ${outcomeWords[one].toLowerCase()}`),
    ...(counts.void === 0 ? [] : [`${counts.void} void`]),
  ].join(' · ');

export const belowZero = 'A score below 0 is a penalty: the test takes marks off for a wrong answer, and none for a blank one.';

/** Why scores below zero are there; undefined if there are none. */
export const belowZeroInWords = ({ sections }: Pick<CandidateReport, 'sections'>): string | undefined =>
  sections.some(({ questions }) => questions.some(({ score }) => decimal(score).lt(0))) ? belowZero : undefined;
