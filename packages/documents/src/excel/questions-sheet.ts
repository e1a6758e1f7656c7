import { markedOutcome, type OutcomeCounts, type TestReport, type TestReportCandidate } from '@assay/domain';
import { plainPrompt } from '../prompt.ts';
import { cutText } from './cell.ts';
import { type Column, type Sheet, tableSheet } from './sheet.ts';

type Question = TestReport['versions'][number]['sections'][number]['questions'][number];

type Tally = {
  readonly version: number;
  readonly sectionName: string;
  readonly question: Question;
  readonly counts: OutcomeCounts;
  /** Scores have two decimals, so integer hundredths add up exactly. */
  hundredths: number;
  /** By which the attempts are graded, which a regrade may have changed; of two, those of the newest invitation. */
  marks: number | null;
};

export type QuestionTallies = { add(candidate: TestReportCandidate): void; rows(): readonly Tally[] };

/** In characters: enough to recognise a question by, beside its id. */
const longestBeginning = 60;

/** A prompt without the fences of its code and without empty lines. */
export const promptText = (prompt: string): string =>
  plainPrompt(prompt)
    .replace(/[ \t]+$/gmu, '')
    .replace(/\n{2,}/gu, '\n')
    .trim();

/** The first words of a prompt, never more than half of it: the file reaches every key that may read results. */
export const beginning = (prompt: string): string => {
  const text = promptText(prompt).replace(/\s+/gu, ' ');
  const cut = cutText(text, Math.min(longestBeginning, Math.floor(text.length / 2)));
  return `${text[cut.length] === ' ' ? cut : cut.replace(/ [^ ]*$/u, '')}…`;
};

const graded = ({ counts }: Tally): number => counts.right + counts.partial + counts.wrong + counts.blank;
const perGraded = (tally: Tally, total: number): number | null => (graded(tally) === 0 ? null : total / graded(tally));

const columns: readonly Column<Tally>[] = [
  { title: 'Version', width: 11, style: 'whole', value: ({ version }) => version },
  { title: 'Number', width: 12, style: 'whole', value: ({ question }) => question.number },
  { title: 'Id', width: 22, style: 'plain', value: ({ question }) => question.id },
  { title: 'Section', width: 26, style: 'plain', value: ({ sectionName }) => sectionName },
  { title: 'Kind', width: 17, style: 'plain', value: ({ question }) => question.kind },
  { title: 'Question', width: 60, style: 'wrapped', value: ({ question }) => beginning(question.prompt) },
  { title: 'Marks', width: 11, style: 'figure', value: ({ question, marks }) => marks ?? Number(question.marks) },
  { title: 'Graded', width: 12, style: 'figure', value: graded },
  { title: 'Right', width: 11, style: 'figure', value: ({ counts }) => counts.right },
  { title: 'Partly right', width: 18, style: 'figure', value: ({ counts }) => counts.partial },
  { title: 'Wrong', width: 11, style: 'figure', value: ({ counts }) => counts.wrong },
  { title: 'Blank', width: 11, style: 'figure', value: ({ counts }) => counts.blank },
  { title: 'Right % of graded', width: 20, style: 'percent', bar: true, value: (tally) => perGraded(tally, tally.counts.right) },
  { title: 'Average score', width: 17, style: 'average', value: (tally) => perGraded(tally, tally.hundredths / 100) },
  { title: 'Void', width: 11, style: 'figure', value: ({ counts }) => counts.void },
];

/** Counts outcomes per version and question over the candidates that are added. */
export const questionTallies = ({ versions }: TestReport): QuestionTallies => {
  const tallies = new Map<string, Tally>();
  for (const { version, sections } of versions) {
    for (const { sectionName, questions } of sections) {
      for (const question of questions) {
        const counts = { right: 0, partial: 0, wrong: 0, blank: 0, void: 0 };
        tallies.set(`${version} ${question.questionId}`, { version, sectionName, question, counts, hundredths: 0, marks: null });
      }
    }
  }
  return {
    add: ({ version, report }) => {
      for (const question of report?.questions ?? []) {
        const tally = tallies.get(`${version} ${question.questionId}`);
        // A version that was imported after the export began has no rows here.
        if (tally === undefined) continue;
        const outcome = markedOutcome(question);
        tally.counts[outcome ?? 'void'] += 1;
        if (outcome !== null) tally.hundredths += Math.round(Number(question.score) * 100);
        tally.marks ??= Number(question.marks);
      }
    },
    rows: () => [...tallies.values()],
  };
};

/** One row per version and question. The tallies are read when the sheet is written, after all candidates were added. */
export const questionsSheet = (tallies: QuestionTallies): Sheet =>
  tableSheet({ name: 'Questions', place: 5, frozen: 3, columns }, () => tallies.rows());
