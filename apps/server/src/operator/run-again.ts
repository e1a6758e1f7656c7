import {
  type CodeQuestion,
  codeQuestionsOf,
  engineName,
  expectationsOf,
  isCodeAnswer,
  modeOf,
  type ReportBundle,
  type Verdict,
} from '@assay/domain';
import { type CodeRunner, NotRun, runSubmission } from '@assay/operations';

type Program = ReportBundle['programs'][number];

type Outcome =
  | { readonly questionId: number; readonly verdicts: readonly Verdict[]; readonly differences: readonly string[] }
  | { readonly questionId: number; readonly skipped: string };

/** Another machine is quicker or slower: what time decided, here or there, and what was left out for it, says nothing about the other. */
const isOfTime = (verdict: Verdict | undefined): boolean => verdict === 'time-limit-exceeded';

const runOne = async (runner: CodeRunner, bundle: ReportBundle, program: Program): Promise<Outcome> => {
  const { questionId, engine, language, version, limits, cases } = program;
  const question: CodeQuestion | undefined = codeQuestionsOf(bundle.paper).find((one) => one.questionId === questionId);
  const answer = bundle.answers.find((one) => one.questionId === questionId)?.answer;
  if (question === undefined || !isCodeAnswer(answer)) return { questionId, skipped: 'the bundle has no such program' };
  const mode = modeOf(question);
  const name = engineName(engine);
  const offer = (await runner.offers()).find(
    (one) => one.language === language && one.modes.includes(mode) && engineName(one.engine) === name,
  );
  if (offer?.version !== version)
    return { questionId, skipped: `it was run by ${language} ${version} of the engine ${name}; here is ${offer?.version ?? 'none'}` };
  const owner = { account: 'verify', attempt: String(questionId) };
  const ran = await runSubmission(
    { runner, owner },
    { question, answer, limits: { ...limits, engine: { name, version } }, leavesOut: true },
  );
  const found = ran.map(({ result }) => result.verdict);
  if (found.includes('not-run')) return { questionId, skipped: 'it could not be run here' };
  const formerly = question.kind === 'coding' ? expectationsOf(question, 'texts') : [];
  const verdicts = found.map((here, index) => {
    const stated = cases[index]?.verdict;
    const run = ran[index]?.run;
    // Graded when the last digit of a fraction could decide: both verdicts were right in their time.
    if (here === 'accepted' && stated === 'wrong-answer' && run !== undefined && formerly[index]?.(run) !== undefined) return stated;
    return stated !== undefined && (isOfTime(here) || isOfTime(stated)) ? stated : here;
  });
  const differences = verdicts.flatMap((here, index) => {
    const { name = String(index + 1), verdict = 'none' } = cases[index] ?? {};
    return here === verdict ? [] : [`question ${questionId}, case ${name}: it states ${verdict}, the program is ${here}`];
  });
  return { questionId, verdicts, differences };
};

/**
 * Runs the programs of a bundle on the cases of its paper, under the limits that it states, on the engine and in the version that ran them.
 * Of those that are not here the signature alone speaks.
 */
export const runAgain = async (runner: CodeRunner, bundle: ReportBundle): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (const program of bundle.programs) {
    try {
      outcomes.push(await runOne(runner, bundle, program));
    } catch (error) {
      if (!(error instanceof NotRun)) throw error;
      outcomes.push({ questionId: program.questionId, skipped: error.message });
    }
  }
  return outcomes;
};
