import { z } from 'zod';
import { questionsOf } from '../../assessment/test-file.ts';
import { err, ok, type Result } from '../../result.ts';
import { type CompletedAttempt, type GeneratedReport, generateReport } from '../grading/generate-report.ts';
import { graderVersion, isGraderKnown, rulesOf } from '../grading/grader.ts';
import { bundleVersion, ReportBundle } from './bundle.ts';
import { accountIn, namesNoAccount } from './bundle-account.ts';

/** What was signed, as a bundle; an error says why it is none that this program knows. */
export const readBundle = (payload: string): Result<ReportBundle, string> => {
  let json: unknown;
  try {
    json = JSON.parse(payload);
  } catch {
    return err('what was signed is not JSON');
  }
  const { version } = z.looseObject({ version: z.unknown() }).catch({ version: undefined }).parse(json);
  if (version !== bundleVersion)
    return err(`it has the format ${JSON.stringify(version) ?? 'of no version'}; this program knows ${bundleVersion}`);
  if (accountIn(json) === undefined) return err(namesNoAccount);
  const read = ReportBundle.safeParse(json);
  return read.success ? ok(read.data) : err(`what was signed is not a report: ${z.prettifyError(read.error)}`);
};

/** Where what the bundle states is not what grading its answers gives. */
export type BundleDifference = { readonly at: string; readonly stated: string; readonly graded: string };

export type BundleCheck =
  /** Graded by rules that this version does not have. */
  | { readonly graded: false; readonly reason: string }
  | {
      readonly graded: true;
      /** Answers that were graded again from what the candidate gave, and programs whose marks come from the verdicts in the bundle. */
      readonly answers: number;
      readonly programs: number;
      /** Answers whose scores people gave. */
      readonly reviews: number;
      readonly differences: readonly BundleDifference[];
    };

const mostDifferences = 20;

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Of what is stated: a field that later versions add to a report is missing in earlier ones, and null where it says nothing. */
function* differencesIn(stated: unknown, graded: unknown, at: string): Generator<BundleDifference> {
  if (isNode(stated) && isNode(graded) && Array.isArray(stated) === Array.isArray(graded)) {
    if (Array.isArray(stated) && Array.isArray(graded) && stated.length !== graded.length)
      yield { at: `${at}.length`, stated: String(stated.length), graded: String(graded.length) };
    const found = new Map<string, unknown>(Object.entries(graded));
    for (const [name, value] of Object.entries(stated))
      yield* differencesIn(value, found.get(name), Array.isArray(stated) ? `${at}[${name}]` : `${at}.${name}`);
  } else if ((stated ?? null) !== (graded ?? null)) yield { at, stated: shown(stated), graded: shown(graded) };
}

/** The report that the answers and verdicts of a bundle give. `texts` that were compared before are not compared again. */
export const gradeBundle = (bundle: Omit<ReportBundle, 'result'>, texts?: CompletedAttempt['texts']): GeneratedReport =>
  generateReport({
    ...(texts === undefined ? {} : { texts }),
    definition: bundle.paper,
    answers: new Map(bundle.answers.map(({ questionId, answer }) => [questionId, answer])),
    verdicts: new Map(bundle.programs.map(({ questionId, cases }) => [questionId, cases.map(({ verdict }) => verdict)])),
    reviewed: new Map(bundle.reviews.map(({ questionId, score }) => [questionId, score])),
    late: new Set(bundle.answers.filter(({ late }) => late).map(({ questionId }) => questionId)),
    events: bundle.events.map(({ type, at }) => ({ type, at: Date.parse(at) })),
    completedAt: Date.parse(bundle.completedAt),
    grader: bundle.grader,
  });

const answeredIn = ({ paper, answers, grader }: ReportBundle): number => {
  const questionIds = new Set(questionsOf(paper).map(({ questionId }) => questionId));
  const { isBlank } = rulesOf(grader);
  return answers.filter(({ questionId, answer }) => questionIds.has(questionId) && !isBlank(answer)).length;
};

/** Grades the answers of a bundle again and compares with what it states. */
export const checkBundle = (bundle: ReportBundle, texts?: CompletedAttempt['texts']): BundleCheck => {
  if (!isGraderKnown(bundle.grader))
    return {
      graded: false,
      reason: `it was graded by the rules of version ${bundle.grader}; this program knows those up to ${graderVersion}`,
    };
  const { figures, content } = gradeBundle(bundle, texts);
  return {
    graded: true,
    answers: answeredIn(bundle) - bundle.programs.length - bundle.reviews.length,
    programs: bundle.programs.length,
    reviews: bundle.reviews.length,
    differences: [...differencesIn(bundle.result, { figures, content }, 'result')].slice(0, mostDifferences),
  };
};

/** The same of a bundle that somebody signed: who has a key can sign what grading throws on. */
export const checkSigned = (bundle: ReportBundle): BundleCheck => {
  try {
    return checkBundle(bundle);
  } catch (error) {
    return { graded: false, reason: `its answers cannot be graded: ${error instanceof Error ? error.message : String(error)}` };
  }
};
