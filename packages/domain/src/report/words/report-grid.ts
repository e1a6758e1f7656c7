import type { CandidateReport } from '../report-document.ts';
import { countOutcomes } from './outcome-counts.ts';
import { belowZeroInWords, countsInWords, kindInWords } from './report-words.ts';

type Sections = Pick<CandidateReport, 'sections'>;
type Section = CandidateReport['sections'][number];

const skillsInWords = (skills: readonly string[]): string => skills.join(', ');

const differ = (texts: readonly string[]): boolean => new Set(texts).size > 1;

/** Which columns the list of questions has in the PDF and the page: one that is empty or says the same in each row is left out. */
export const gridColumns = ({ sections }: Sections): { readonly kind: boolean; readonly skills: boolean; readonly time: boolean } => {
  const questions = sections.flatMap((section) => section.questions);
  return {
    kind: differ(questions.map(kindInWords)),
    skills: sections.some((section) => differ(section.questions.map(({ skills }) => skillsInWords(skills)))),
    time: questions.some(({ seconds }) => seconds !== null),
  };
};

/** What stands above the questions: what came of them, and what is not plain in their columns. */
export const gridNotes = (report: Sections): readonly string[] => {
  const below = belowZeroInWords(report);
  return [
    countsInWords(countOutcomes(report.sections.flatMap(({ questions }) => questions))),
    ...(below === undefined ? [] : [below]),
    ...(gridColumns(report).time ? ['Time is how long a question was on the screen, in minutes and seconds.'] : []),
  ];
};

/** `Skills: React, CSS`, under the name of a section whose questions all show the same; undefined if there are none. */
export const sharedSkills = ({ questions }: Section): string | undefined => {
  const [first] = questions;
  return first === undefined || first.skills.length === 0 ? undefined : `Skills: ${skillsInWords(first.skills)}`;
};
