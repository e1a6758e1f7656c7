import type { CandidateReport } from '../report-document.ts';
import { percentInWords, shareOf } from './report-words.ts';

/** The bar of a score in the PDF and the page. Places on it are shares of its width, 0 to 1. */
export type ScoreBar = {
  readonly share: number;
  readonly passMark: number | undefined;
  readonly average: number | undefined;
  /** What the bar shows, for people who do not see it. */
  readonly words: string;
};

type Shown = { readonly score: string; readonly maximum: string; readonly passPercent: string | null; readonly meanPercent: number | null };

export const barOf = ({ score, maximum, passPercent, meanPercent }: Shown): ScoreBar => ({
  share: shareOf(score, maximum),
  passMark: passPercent === null ? undefined : shareOf(passPercent, '100'),
  average: meanPercent === null ? undefined : shareOf(String(meanPercent), '100'),
  words: [
    `${score} of ${maximum}, ${percentInWords(score, maximum) ?? 'nothing to score'}`,
    ...(passPercent === null ? [] : [`pass mark ${passPercent}%`]),
    ...(meanPercent === null ? [] : [`average ${meanPercent}%`]),
  ].join('; '),
});

export const barOfTest = ({
  score,
  totalScore,
  passPercent,
  group,
}: Pick<CandidateReport, 'score' | 'totalScore' | 'passPercent' | 'group'>): ScoreBar =>
  barOf({ score, maximum: totalScore, passPercent, meanPercent: group?.meanPercent ?? null });

type Grouped = Pick<CandidateReport, 'sections' | 'group'>;

type SectionWithBar = {
  readonly section: CandidateReport['sections'][number];
  readonly bar: ScoreBar;
  /** What came of its pass mark, and the average of the group. */
  readonly notes: readonly string[];
};

export const sectionsWithBars = ({ sections, group }: Grouped): readonly SectionWithBar[] =>
  sections.map((section, index) => {
    const { candidateScore, sectionScore, passPercent, result } = section;
    const meanPercent = group?.sections[index]?.meanPercent ?? null;
    return {
      section,
      bar: barOf({ score: candidateScore, maximum: sectionScore, passPercent: passPercent ?? null, meanPercent }),
      notes: [
        ...(result === undefined ? [] : [`${result}: ${passPercent}% needed`]),
        ...(meanPercent === null ? [] : [`${meanPercent}% on average`]),
      ],
    };
  });

export type Legend = readonly { readonly mark: 'pass-mark' | 'average'; readonly words: string }[];

/** What the marks on bars mean, of those that are there. */
export const legendOf = ({ passMark, average }: { readonly passMark: boolean; readonly average: boolean }): Legend => [
  ...(passMark ? [{ mark: 'pass-mark', words: 'Pass mark' } as const] : []),
  ...(average ? [{ mark: 'average', words: 'Average of all candidates who finished the test' } as const] : []),
];

/** What the marks on the bars of a report mean; empty if no bar has one. */
export const legendOfBars = (report: Grouped & Pick<CandidateReport, 'passPercent'>): Legend =>
  legendOf({
    passMark: report.passPercent !== null || report.sections.some(({ passPercent }) => passPercent != null),
    average: report.group !== null,
  });
