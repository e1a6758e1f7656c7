import {
  type ComparedCandidate,
  comparedQuestions,
  comparedSections,
  outcomeWords,
  percentInWords,
  timeTakenInWords,
  violationsInWords,
} from '@assay/domain';

type Compared = readonly ComparedCandidate[];
type Result = ComparedCandidate['questions'][number];

/** A row over candidates side by side, with a cell for each of them; `results` in short, the score first, with what came of each one's answer. */
export type ComparisonRow = {
  readonly part: 'facts' | 'sections' | 'questions';
  readonly label: string;
  readonly cells: readonly string[];
  readonly results?: readonly ({ readonly text: string; readonly outcome: Result['outcome'] } | null)[];
};

export const absent = '–';

const marks = (score: number, of: number): string => `${score} of ${of}`;

const factRows = (candidates: Compared): readonly ComparisonRow[] => {
  const row = (label: string, cell: (one: ComparedCandidate) => string): ComparisonRow => ({
    part: 'facts',
    label,
    cells: candidates.map(cell),
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
    row('Time taken', timeTakenInWords),
    row('Proctoring', violationsInWords),
  ];
};

const sectionRows = (candidates: Compared): readonly ComparisonRow[] =>
  comparedSections(candidates).map((name) => ({
    part: 'sections',
    label: name,
    cells: candidates.map(({ sections }) => {
      const section = sections.find(({ sectionName }) => sectionName === name);
      return section === undefined ? absent : marks(section.candidateScore, section.sectionScore);
    }),
  }));

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
      results: of.map((one) =>
        one === undefined || one.void !== null ? null : { text: `${one.score}/${one.marks} ${one.outcome}`, outcome: one.outcome },
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
