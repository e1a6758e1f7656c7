import {
  type ComparedCandidate,
  comparedQuestions,
  comparedSections,
  minutesTaken,
  minutesText,
  outcomeWords,
  percentInWords,
  timeTakenInWords,
  violationsInWords,
} from '@assay/domain';
import { seconds } from '../time/format-time.ts';
import { count } from './text.ts';

type Compared = readonly ComparedCandidate[];
type Result = ComparedCandidate['questions'][number];

/** A row over candidates side by side, with a cell for each of them; `short` for columns of 13, with what came of each one's answer. */
export type ComparisonRow = {
  readonly part: 'facts' | 'sections' | 'questions';
  readonly label: string;
  readonly cells: readonly string[];
  readonly short?: readonly (Short | null)[];
};

type Short = { readonly text: string; readonly outcome?: Result['outcome'] };

export const absent = '–';

const marks = (score: number, of: number): string => `${score} of ${of}`;

/** `4m 12s` and `1 h 20 min`, for a narrow column. */
const timeTakenText = ({ secondsTaken }: ComparedCandidate): string =>
  secondsTaken < 300 ? seconds(secondsTaken) : minutesText(minutesTaken(secondsTaken));

const factRows = (candidates: Compared): readonly ComparisonRow[] => {
  const row = (label: string, cell: (one: ComparedCandidate) => string, short?: (one: ComparedCandidate) => string): ComparisonRow => ({
    part: 'facts',
    label,
    cells: candidates.map(cell),
    ...(short === undefined ? {} : { short: candidates.map((one) => ({ text: short(one) })) }),
  });
  const some = (has: (one: ComparedCandidate) => boolean, one: ComparisonRow): readonly ComparisonRow[] =>
    candidates.some(has) ? [one] : [];
  return [
    row('Rank', ({ rank }) => (rank === null ? absent : String(rank))),
    row('Score', ({ score, totalScore }) => marks(score, totalScore)),
    row('Share', ({ score, totalScore }) => percentInWords(String(score), String(totalScore)) ?? absent),
    ...some(
      ({ testResult }) => testResult !== null,
      row('Result', ({ testResult }) => testResult ?? absent),
    ),
    ...some(
      ({ percentile }) => percentile !== null,
      row('Above', ({ percentile }) => (percentile === null ? absent : `${percentile} of 100`)),
    ),
    row('Time taken', timeTakenInWords, timeTakenText),
    row('Proctoring', violationsInWords, ({ wv }) => (wv === 0 ? 'none' : count(wv, 'violation'))),
    ...some(
      ({ remarks }) => remarks.length > 0,
      row('Remarks', ({ remarks }) => (remarks.length === 0 ? 'none' : String(remarks.length))),
    ),
  ];
};

const sectionText = ({ candidateScore, sectionScore, result }: ComparedCandidate['sections'][number]): string =>
  `${marks(candidateScore, sectionScore)}${result === null ? '' : `, ${result}`}`;

const sectionRows = (candidates: Compared): readonly ComparisonRow[] =>
  comparedSections(candidates).map((name) => {
    const of = candidates.map(({ sections }) => sections.find(({ sectionName }) => sectionName === name));
    return {
      part: 'sections',
      label: name,
      cells: of.map((section) => (section === undefined ? absent : sectionText(section))),
      short: of.map((section) => {
        if (section === undefined) return null;
        const { candidateScore, sectionScore, result } = section;
        const got = `${candidateScore}/${sectionScore}`;
        return result === null ? { text: got } : { text: `${got} ${result}`, outcome: result === 'Pass' ? 'right' : 'wrong' };
      }),
    };
  });

/** In the words of the PDF, as short as a narrow column wants it. */
const outcomeText = { right: 'right', partial: 'partly', wrong: 'wrong', blank: 'blank' } as const satisfies Record<
  Result['outcome'],
  string
>;

const questionRows = (candidates: Compared): readonly ComparisonRow[] => {
  const results = candidates.map(({ questions }) => new Map(questions.map((one) => [one.id, one])));
  return comparedQuestions(candidates).map(({ id, number }) => {
    const of = results.map((one) => one.get(id));
    return {
      part: 'questions',
      label: `${number} ${id}`,
      cells: of.map((one) => {
        if (one === undefined) return absent;
        return one.void === null ? `${outcomeWords[one.outcome]}, ${marks(one.score, one.marks)}` : 'Void';
      }),
      short: of.map((one) =>
        one === undefined || one.void !== null
          ? null
          : { text: `${one.score}/${one.marks} ${outcomeText[one.outcome]}`, outcome: one.outcome },
      ),
    };
  });
};

/** What can be compared, row by row: figures, sections, questions. A question has one row over all versions. */
export const comparisonRows = (candidates: Compared): readonly ComparisonRow[] => [
  ...factRows(candidates),
  ...sectionRows(candidates),
  ...questionRows(candidates),
];
