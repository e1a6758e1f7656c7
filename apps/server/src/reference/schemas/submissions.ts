import {
  CodeSubmission,
  CodeSubmissions,
  fewestFingerprints,
  mostParts,
  ProctoringImages,
  RunLimits,
  SimilarPair,
  SimilarSubmissions,
  TypingFigures,
} from '@assay/domain';
import { named } from '../named-schema.ts';

const roundOfGrading = CodeSubmission.shape.rounds.element;
const submittedCase = CodeSubmission.shape.cases.element;
const part = SimilarPair.shape.parts.element;
const difference = submittedCase.shape.difference.unwrap();

export const submissionsSchemas = {
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
