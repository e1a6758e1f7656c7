import {
  AnsweredProgram,
  AnsweredQuestion,
  AnsweredReview,
  AnswerRevision,
  AttemptAnswers,
  CodeSubmission,
  CodeSubmissions,
  fewestFingerprints,
  InvitationReport,
  mostParts,
  OtherAttempt,
  ProctoringImages,
  ReportedSection,
  RunLimits,
  Signal,
  SimilarPair,
  SimilarSubmissions,
  Standing,
  TypingFigures,
} from '@assay/domain';
import { named } from '../named-schema.ts';
import { gradeFields } from './reviews.ts';

const roundOfGrading = CodeSubmission.shape.rounds.element;
const submittedCase = CodeSubmission.shape.cases.element;
const part = SimilarPair.shape.parts.element;
const difference = submittedCase.shape.difference.unwrap();

const standingFields = {
  percentile: 'Per cent of them below, with half of those at the same, rounded down: 0 to 99.',
  meanPercent: 'Mean score of all in per cent of the maximum.',
} as const;

export const submissionsSchemas = {
  InvitationReport: named(InvitationReport, 'The report of an invitation.', {
    version: 'Version of the test that was taken.',
    group: 'Among all who finished the test; null while they are fewer than twenty.',
  }),
  ReportedSection: named(ReportedSection, 'A section of a report.', {
    totalScore: 'Maximum score of the section: an exact decimal in text.',
    passPercent: 'Pass mark of the section in per cent: an exact decimal in text; null without one.',
    result: 'Whether it was reached; null without one.',
    group: 'Among all who had a section of this name; null while they are fewer than twenty.',
  }),
  Group: named(InvitationReport.shape.group.unwrap(), 'Where a score stands among all.', {
    ...standingFields,
    candidates: 'How many finished the test.',
  }),
  Standing: named(Standing, 'Where the score of a section stands among all.', standingFields),
  AttemptAnswers: named(AttemptAnswers, 'What was answered in a completed attempt.', {
    testVersion: 'Version of the test that the attempt is of.',
    startedAt: 'When the attempt was started.',
    completedBy: 'The candidate by submitting, or the deadline.',
    reportStatus: 'Before `Generated` no question has a score.',
    signals:
      'What stands out in how the attempt went, with the numbers it comes from: never a verdict. Of the whole attempt, on every page.',
    questions: 'In the order of the test.',
  }),
  AnsweredQuestion: named(AnsweredQuestion, 'A question, what was answered, and what came of it.', {
    id: 'Names the question in all versions of the test.',
    section: 'Name of its section.',
    kind: 'How it is answered.',
    options: 'The options; only where there are some.',
    answer: 'The answer that counts; null or empty if there is none.',
    answerText: 'The same in words: the texts of options, a number, a text, a program; null if there is none.',
    savedAt: 'When it was saved; null if it never was.',
    late: 'Whether it arrived after the deadline and counts.',
    key: 'What is right, in the form of an answer; of a text question every text that is; null for a program and for what people grade.',
    keyText: 'The same in words; null where `key` is.',
    decidedBy:
      'What decides where no key does, in words: the cases of a program, a rubric with its criteria, or nothing as the question is void; else null.',
    tolerance: 'How far a number may be off.',
    score: 'Marks given, negative for a penalty; null until the report is generated.',
    outcome: 'How it was graded; null until the report is generated.',
    secondsShown:
      'How long it was on the screen, in whole seconds, without the time outside the window; null where nothing was recorded, or more than 700 visits.',
    pasted: 'Characters that were pasted; null where that is not recorded: options and numbers.',
    timesShown: 'How often the candidate came to it.',
    revisions: 'Its changes that were saved, oldest first; of more than a hundred some are left out, never the first and the latest ones.',
    runs: 'Of a program: the result of each case, as in submissions.',
    program: 'What is known of a program beside its runs.',
    review: 'Of a question that people grade: the rubric and the grades.',
  }),
  AnsweredReview: named(AnsweredReview, 'How people grade an answer.', {
    state:
      '`waiting` for a grade, `reconcile`: two graders differ, `graded`, or `withdrawn`: the question is void. Null where nobody need grade it: it is blank.',
    graders: 'How many graders it needs.',
    given: 'How many have graded it.',
    reconcile: 'The most that two grades may differ without a decision.',
    rubric: 'What is graded.',
    grades: 'Its grades, oldest first, of more than twenty the last. None while it waits for a grader, who may be reading this.',
  }),
  AnsweredGrade: named(AnsweredReview.shape.grades.element, 'A grade that somebody gave.', gradeFields),
  AttemptSignal: named(Signal, 'Something in how an attempt went that people may want to look at. There may be a good reason for it.', {
    kind: '`faster-than-reading`: more was answered than anybody reads in the time since the start. `shown-too-briefly`: right answers to questions that were hardly on the screen. `burst`: half of the answers or more within ten seconds. `right-after-absence`: right answers soon after the window had been left for a minute or more, again and again. `same-wrong-answers`: more wrong answers in common with another attempt of the same day than chance gives.',
    text: 'The same in a sentence, with its numbers.',
    figures: 'The numbers by name.',
    questionIds: 'The questions that they are of.',
    other: 'Whose wrong answers are the same; absent for other kinds.',
  }),
  OtherAttempt: named(OtherAttempt, 'The attempt of somebody else.', {}),
  AnswerRevision: named(AnswerRevision, 'A change of an answer. The text of an earlier one is not stored.', {
    revision: 'Counts the edits on the candidate’s page, from 1.',
    at: 'When it was saved.',
    size: 'Characters, or how many options were picked; 1 for a number, 0 when it was cleared.',
    picked: 'The letters of the options, or the number.',
  }),
  AnswerOption: named(AnsweredQuestion.shape.options.unwrap().element, 'An option of a question.', {
    optionId: 'The letter of the option.',
    text: 'What it says, in Markdown.',
    correct: 'Whether it is right.',
  }),
  AnsweredProgram: named(AnsweredProgram, 'What is known of a program beside its runs.', {
    status: '`blank`: there is none. `waiting`: its last round is not graded yet. `graded`.',
    engine: 'What ran it; null before the first grading.',
    version: 'Version of the language; null before the first grading.',
    limits: 'Limits of each run; null before the first grading.',
    rounds: 'Each time it was graded; a regrade adds one.',
    typing: 'How it was typed.',
  }),
  CodeSubmissions: named(CodeSubmissions, 'The programs of an attempt.', { submissions: 'In the order of the test.' }),
  CodeSubmission: named(CodeSubmission, 'The answer to a question that is answered with a program.', {
    prompt: 'First line of the question.',
    status: '`blank`: there is none. `waiting`: its last round is not graded yet. `graded`.',
    language: 'Language of the program; null if there is none.',
    source: 'Text of the program; null if there is none.',
    engine: 'What ran it; null before the first grading.',
    version: 'Version of the language; null before the first grading.',
    limits: 'Limits of each run; null before the first grading.',
    cases: 'Results of the last round that is graded, in the order of the question’s cases.',
    marks: 'Marks for a right answer.',
    score: 'Marks given; null until the report is generated.',
    outcome: 'How it was graded; null until the report is generated.',
    rounds: 'Each time it was graded; a regrade adds one.',
    typing: 'How it was typed.',
  }),
  CodeCaseResult: named(submittedCase, 'What a run came to.', {
    name: 'Name of the case.',
    verdict: 'How it ended.',
    seconds: 'Processor time in seconds.',
    memory: 'Memory in MiB; null where the engine cannot tell.',
    line: 'Line of a compile or runtime error in the program, from 1.',
    difference: 'Where the result first differs, if the answer is wrong.',
    weight: 'Share of the marks.',
    sample: 'Whether candidates saw it.',
  }),
  Difference: named(difference, 'Where a result first differs from what is expected.', {
    unit: 'What `place` counts.',
    place: 'Line, token or row from 1; of a value the path to the part that differs.',
    line: 'Line of a token in the output.',
    expected: 'Excerpt of what is expected; null if nothing.',
    actual: 'Excerpt of what came; null if nothing.',
  }),
  RunLimits: named(RunLimits, 'Limits of each run.', {
    seconds: 'Seconds of processor time.',
    memory: 'MiB of memory.',
    from: 'What they come from.',
  }),
  LimitSources: named(RunLimits.shape.from, 'What limits come from: the author, the solution’s runs, or the default.', {
    seconds: 'Of the seconds.',
    memory: 'Of the memory.',
  }),
  GradingRound: named(roundOfGrading, 'One grading of a program.', {
    round: 'Number of the round, from 1.',
    testVersion: 'Version of the test whose cases were run.',
    gradedAt: 'When it was graded; null while it waits.',
    verdicts: 'How many cases ended with each verdict.',
  }),
  TypingFigures: named(TypingFigures, 'What was typed, over all languages; what was deleted again counts too.', {
    edits: 'How many changes were recorded.',
    typed: 'Characters typed.',
    pasted: 'Characters pasted.',
    pastes: 'How often something was pasted.',
    firstAt: 'First change; null if nothing was recorded.',
    lastAt: 'Last change; null if nothing was recorded.',
  }),
  SimilarSubmissions: named(SimilarSubmissions, 'Programs to one question that are alike.', {
    questionId: 'The question; null when none of the test is answered with a program.',
    questions: 'Questions of the present version that are answered with a program.',
    compared: 'How many programs were compared.',
    tooShort: `Those of them with fewer than ${fewestFingerprints} fingerprints that count: they are in no pair.`,
    older:
      'Programs given to the question that were not looked at, in any language and also of former attempts; null when there are more than 10,000.',
    found: 'Pairs that are at least as alike as `atLeast`.',
    pairs: 'The most alike of them, the most alike first.',
  }),
  ComparedQuestion: named(SimilarSubmissions.shape.questions.element, 'A question that is answered with a program.', {
    prompt: 'First line of the question.',
  }),
  SimilarPair: named(SimilarPair, 'Two programs that are alike.', {
    similarity: 'Twice the number of fingerprints that both have, over the sum of those that each has, from 0 to 1.',
    shared: 'Fingerprints that both have.',
    longest: 'Tokens of the longest part that both have.',
    left: 'The program of the newer invitation.',
    right: 'The other program.',
    parts: `What both have, in the order of the left program: the ${mostParts} longest parts.`,
  }),
  ComparedProgram: named(SimilarPair.shape.left, 'A program that was compared.', {
    testVersion: 'Version of the test that the attempt is of.',
    fingerprints: 'Fingerprints of it that count.',
    share: 'How much of them the other program has, from 0 to 1: 1 for a program that the other one holds whole.',
  }),
  SharedPart: named(part, 'Tokens that both programs have in the same order.', {
    tokens: 'How many tokens.',
    left: 'Where they stand in the left program.',
    right: 'Where they stand in the right program.',
  }),
  LineRange: named(part.shape.left, 'Lines of a program.', { from: 'First line, from 1.', to: 'Last line.' }),
  ProctoringImages: named(ProctoringImages, 'Webcam images of the present attempt.', { images: 'Oldest first.' }),
  ProctoringImage: named(ProctoringImages.shape.images.element, 'A webcam image.', {
    imageId: 'Image identifier.',
    takenAt: 'When the server received it.',
    bytes: 'Size in bytes.',
    width: 'Width in pixels.',
    height: 'Height in pixels.',
  }),
};
