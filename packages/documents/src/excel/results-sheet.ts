import { markedOutcome, type TestReport, type TestReportCandidate } from '@assay/domain';
import { type Common, commonOf, mostColumns } from './columns-of-versions.ts';
import { type Column, type Sheet, tableSheet } from './sheet.ts';

type Question = TestReport['versions'][number]['sections'][number]['questions'][number];
type Result = NonNullable<TestReportCandidate['report']>['questions'][number];

const resultOf = ({ version, report }: TestReportCandidate, { positionIn }: Common<Question>): Result | undefined => {
  const position = version === null ? undefined : positionIn.get(version);
  return position === undefined ? undefined : report?.questions[position];
};

const columnOf = (common: Common<Question>, newest: number | undefined): Column<TestReportCandidate> => ({
  title: common.version === newest ? String(common.item.number) : `v${common.version}: ${common.item.number}`,
  width: common.version === newest ? 8 : 11,
  style: 'headerOfScores',
  look: (candidate) => {
    const result = resultOf(candidate, common);
    return (result && markedOutcome(result)) ?? 'plain';
  },
  value: (candidate) => {
    const result = resultOf(candidate, common);
    return result === undefined ? null : Number(result.score);
  },
});

/** Each candidate's score in each question, coloured by its outcome. A question that keeps its id has one column for all versions. */
export const resultsSheet = ({ versions }: TestReport, candidates: () => AsyncIterable<TestReportCandidate>): Sheet => {
  const questions = commonOf(
    versions,
    ({ sections }) => sections.flatMap((section) => section.questions),
    ({ id }) => id,
  );
  const columns: readonly Column<TestReportCandidate>[] = [
    { title: 'Invitation id', width: 15, style: 'whole', value: (row) => row.testInvitationId },
    { title: 'Name', width: 28, style: 'plain', value: (row) => row.fullName },
    ...questions.slice(0, mostColumns).map((one) => columnOf(one, versions[0]?.version)),
  ];
  return tableSheet({ name: 'Results', place: 2, frozen: 2, columns }, async function* () {
    for await (const candidate of candidates()) if (candidate.report !== null) yield candidate;
  });
};
