import type { Brand } from '../account/brand.ts';
import type { TestStatus } from '../assessment/test-status.ts';
import type { CodeSubmission } from '../coding/submissions.ts';
import type { CompletedBy, InvitationStatus } from '../invitation/invitation-status.ts';
import type { QuestionKind } from '../questions/kinds.ts';
import type { Void } from '../questions/question-fields.ts';
import type { Group } from '../statistics/group.ts';
import type { TestStatistics } from '../statistics/managed-statistics.ts';
import type { AnsweredQuestion, AnsweredReview } from './attempt-answers.ts';
import type { ComparedCandidate } from './comparison.ts';
import type { ReportFigures } from './figures.ts';
import type { ProgramSummary, ReportContent, SectionScore } from './report-content.ts';
import type { QuestionOutcome, ReportStatus } from './report-status.ts';
import type { Signal } from './signals.ts';

/**
 * What documents are made from. Instants are milliseconds since 1970 UTC, scores exact decimals in text (`-0.5`), `duration` minutes,
 * `tv` seconds.
 */
export type ReportedQuestion = {
  /** Position in the test, from 1. */
  readonly number: number;
  readonly kind: QuestionKind;
  readonly marks: string;
  readonly score: string;
  readonly outcome: QuestionOutcome;
  /** The answer arrived after the deadline and counts, as it was typed before it. */
  readonly late: boolean;
  /** Everybody has its marks, or it counts for nobody. */
  readonly void?: Void | undefined;
  readonly program?: ProgramSummary | undefined;
  /** What it shows of a candidate; empty for most tests. */
  readonly skills: readonly string[];
  /** How long it was on the screen, as `secondsShown` counts it; null where that is not known. */
  readonly seconds: number | null;
};

/** What every report of an attempt says, in every format. */
export type ReportSummary = ReportFigures & { readonly secondsTaken: number };

/** A candidate's report: one completed and graded attempt. */
export type CandidateReport = ReportSummary & {
  readonly accountName: string;
  readonly brand: Brand;
  readonly candidate: { readonly fullName: string; readonly emailId: string };
  readonly testInvitationId: number;
  readonly testName: string;
  readonly attemptedOn: number;
  readonly completedAt: number;
  readonly completedBy: CompletedBy;
  readonly generatedAt: number;
  /** IANA name of the zone that dates are shown in. */
  readonly zone: string;
  readonly duration: number;
  /** Webcam images if the test link requires them: how many were taken, and a selection, oldest first. */
  readonly images: { readonly count: number; readonly shown: readonly { readonly takenAt: number; readonly jpeg: Uint8Array }[] };
  /** Where the score stands among those of all who finished the test; null while they are too few. */
  readonly group: Group | null;
  /** What stands out in how the attempt went, in numbers: no answers, and nobody else. */
  readonly remarks: readonly Pick<Signal, 'kind' | 'text' | 'figures'>[];
  readonly sections: readonly (SectionScore & {
    readonly sectionType: string;
    /** How long its questions were on the screen; null where that is not known. */
    readonly seconds: number | null;
    readonly questions: readonly ReportedQuestion[];
  })[];
};

/** The programs of a completed attempt, which need not be graded. `submissions` reads one after the other, in the order of the test. */
export type ProgramsReport = Pick<
  CandidateReport,
  | 'accountName'
  | 'brand'
  | 'candidate'
  | 'testInvitationId'
  | 'testName'
  | 'attemptedOn'
  | 'completedAt'
  | 'completedBy'
  | 'generatedAt'
  | 'zone'
> & {
  readonly attempt: number;
  /** How many there are. */
  readonly questions: number;
  readonly submissions: () => AsyncIterable<CodeSubmission>;
};

/** What was answered in a completed attempt, in the order of the test. */
export type AnswersReport = Omit<ProgramsReport, 'questions' | 'submissions'> & {
  readonly signals: readonly Signal[];
  readonly questions: readonly AnsweredQuestion[];
};

/** Chosen candidates of a test side by side, the best first, with scores as the API has them. */
export type ComparisonReport = Pick<CandidateReport, 'accountName' | 'brand' | 'testName' | 'generatedAt' | 'zone'> & {
  readonly testId: number;
  /** The section that ranks; null for the whole test. */
  readonly by: string | null;
  readonly candidates: readonly (ComparedCandidate & Pick<CandidateReport, 'completedAt' | 'duration'>)[];
};

/** The report of a test, without its candidates. Importing a changed file adds a version. `statistics`: null while attempts wait to be counted. */
export type TestReport = {
  readonly statistics: Omit<TestStatistics, 'testId' | 'isComplete'> | null;
  readonly accountName: string;
  readonly testId: number;
  readonly testName: string;
  readonly testKey: string | null;
  readonly testStatus: TestStatus;
  readonly exportedAt: number;
  /** Newest first. */
  readonly versions: readonly {
    readonly version: number;
    readonly duration: number;
    readonly totalScore: string;
    readonly sections: readonly {
      readonly sectionName: string;
      readonly sectionType: string;
      readonly sectionScore: string;
      readonly questions: readonly {
        readonly questionId: number;
        /** The same in all versions of the test. */
        readonly id: string;
        readonly number: number;
        readonly kind: QuestionKind;
        readonly prompt: string;
        readonly marks: string;
      }[];
    }[];
  }[];
};

/** One invitation in the report of a test; `report` is null until it is generated. */
export type TestReportCandidate = {
  readonly testInvitationId: number;
  readonly fullName: string;
  readonly emailId: string;
  readonly testLinkName: string | null;
  readonly testStatus: InvitationStatus;
  readonly reportStatus: ReportStatus;
  readonly version: number | null;
  readonly invitedOn: number;
  readonly attemptedOn: number | null;
  readonly completedAt: number | null;
  readonly report: (ReportSummary & Pick<ReportContent, 'sections' | 'questions'>) | null;
};

/** How a test and its questions work, for its author. */
export type StatisticsReport = Pick<CandidateReport, 'accountName' | 'brand' | 'testName' | 'generatedAt' | 'zone'> & {
  readonly statistics: Omit<TestStatistics, 'isComplete'>;
};

/** What candidates answered to a test, without the candidates; every question of every version, newest version first. */
export type TestAnswersReport = Pick<TestReport, 'accountName' | 'testId' | 'testName' | 'exportedAt'> & {
  /** Of all versions, the newest first. */
  readonly questions: readonly Pick<KeyedQuestion, 'id' | 'kind'>[];
};

/** A question of a version with the key and marks of the version that grades attempts on it. */
export type KeyedQuestion = TestReport['versions'][number]['sections'][number]['questions'][number] &
  Pick<AnsweringCandidate, 'version' | 'keyVersion'> & {
    readonly sectionName: string;
    /** What is right, as people read it, or what decides where there is no key. */
    readonly keyText: string | null;
  };

/** One completed attempt among the answers to a test. */
export type AnsweringCandidate = Pick<TestReportCandidate, 'testInvitationId' | 'fullName' | 'emailId'> & {
  readonly version: number;
  /** The version whose keys graded it: another one after a regrade. */
  readonly keyVersion: number;
  readonly completedAt: number;
  /** By id of the question, those of the attempt's version; no text is a blank answer, no outcome is not graded yet. */
  readonly answers: ReadonlyMap<string, { readonly text: string | null; readonly outcome: QuestionOutcome | null }>;
};

/** One grade that a person gave an answer to a test, with the rubric that it chose levels of. `id`: of the question. */
export type GivenGrade = Pick<AnsweringCandidate, 'testInvitationId' | 'fullName' | 'emailId'> & {
  readonly id: string;
  readonly rubric: AnsweredReview['rubric'];
  readonly grade: AnsweredReview['grades'][number];
};
