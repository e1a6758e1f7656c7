import {
  Answer,
  AttemptState,
  CameraResult,
  CodeAnswer,
  ConfirmationState,
  EditsResult,
  EventsResult,
  FailureEnvelope,
  FileAnswer,
  ImageResult,
  JoinBody,
  Joined,
  JoinResult,
  JoinState,
  LanguagesResult,
  LateAnswers,
  Place,
  PlaceResult,
  RunResult,
  SaveAnswerResult,
  SavedAnswer,
  SubmitResult,
  TakePicture,
  TakeQuestion,
  TicketResult,
} from '@assay/domain';
import { z } from 'zod';

type FieldsOf<Schema extends z.core.$ZodType> =
  z.input<Schema> extends infer Fields ? { readonly [Field in Fields extends Fields ? keyof Fields & string : never]?: string } : never;

const named = <Schema extends z.core.$ZodType>(schema: Schema, description: string, fields: FieldsOf<Schema> = {} as FieldsOf<Schema>) => ({
  schema,
  description,
  fields,
});

const access = AttemptState.shape.access._zod.def.options;
const takeCode = TakeQuestion.shape.code._zod.def.innerType;
const shownOption = TakeQuestion.shape.options._zod.def.innerType._zod.def.element;

/** The words of shapes that the candidate's page loads, by the name of each. Beside the shapes they would be loaded too. */
export const pageShapes = {
  Failure: named(FailureEnvelope, 'Every failure. The catalogue of codes says what each means and what to do.', {
    statuscode: 'Code of the refusal, for example `404.1`; its class is the HTTP status.',
    description: 'The code in words, always the same.',
    result: 'One sentence that says what is wrong.',
  }),
  AttemptState: named(AttemptState, 'The state of an attempt.', {
    status: 'Status of the invitation.',
    access: 'Whether the test may be started now.',
    sections: 'The sections, in order.',
    startedAt: 'When the attempt was started; null before.',
    deadline: 'When the attempt ends; null before the start.',
    completedAt: 'When the attempt was completed; null before.',
    answered: 'How many questions have an answer; null until the attempt is completed.',
    receipt: 'Whether a receipt is mailed to the candidate.',
    pictures: 'Pictures of the questions; absent once the attempt is completed, or if there are none.',
    questions: 'The questions, while the attempt runs.',
    answers: 'Saved answers, while the attempt runs.',
    place: 'Where the candidate is; absent until a page has saved it.',
    lateAnswers: 'Answers that came after the deadline; absent if there are none.',
    code: 'Whether the test has questions that are answered with a program; then what is typed is recorded.',
  }),
  AccessOpen: named(access[0], 'The test may be started.', { state: 'Always `open`.', closesAt: 'Until when; null: without end.' }),
  AccessLater: named(access[1], 'The test may be started later.', {
    state: '`not-open`: the window has not begun. `outside-slot`: not at this time of day.',
    opensAt: 'From when on.',
  }),
  AccessClosed: named(access[2], 'The access window is over.', { state: 'Always `closed`.', closedAt: 'Since when.' }),
  AccessInactive: named(access[3], 'The test or its link is inactive.', { state: 'Always `inactive`.' }),
  ShownTest: named(AttemptState.shape.test, 'A test as candidates read of it.'),
  ShownSection: named(AttemptState.shape.sections._zod.def.element, 'A section as candidates see it.', {
    duration: 'Minutes planned for it; 0 for none.',
  }),
  ShownQuestion: named(TakeQuestion, 'A question as candidates see it, without the right answer.', {
    section: 'Index of its section, from 0.',
    kind: 'Which kind of question it is.',
    code: 'Of a question that is answered with a program.',
    words: 'Of an essay.',
    file: 'Of a question that is answered with a file.',
  }),
  ShownPicture: named(TakePicture, 'A picture of a question.', {
    pictureId: 'Its address in HTML and texts is `pictures/{pictureId}`.',
    bytes: 'Size of what is sent encrypted.',
    type: 'Its media type, while the attempt runs.',
    key: 'What decrypts it, in base64, while the attempt runs.',
  }),
  ShownFile: named(TakeQuestion.shape.file._zod.def.innerType, 'Which files a question accepts.', {
    accept: 'Types by content: `pdf`, `png`, `jpeg`, `webp`, `text`, `zip`, `docx`, `xlsx`, `pptx`, `odt`, `ods`, `odp`.',
    maxBytes: 'Largest file in bytes.',
  }),
  ShownWords: named(TakeQuestion.shape.words._zod.def.innerType, 'How many words an essay should have. Another number is accepted.', {
    min: 'At least; null without a limit.',
    max: 'At most; null without a limit.',
  }),
  ShownOption: named(shownOption, 'An option of a choice question.', {
    optionId: 'A letter; answers name it.',
    text: 'The option, in Markdown.',
  }),
  ShownCode: named(takeCode, 'What a candidate sees of a question that is answered with a program.', {
    io: 'How the program is run.',
    languages: 'Languages to choose from.',
    starter: 'What the editor shows at first, by language.',
    function: 'The function that is called, when `io` is `function`.',
    schema: 'SQL of the tables, of an SQL question.',
    limits: 'Limits of each run, in the language that gets the most; null if they are not known yet.',
    samples: 'Cases that candidates see and may run.',
  }),
  ShownLanguage: named(takeCode.shape.languages._zod.def.element, 'A language to choose.', { version: 'Its version, where it is known.' }),
  ShownFunction: named(takeCode.shape.function._zod.def.innerType, 'The function that is called.', {
    name: 'Its name.',
    parameters: 'Names of its parameters.',
  }),
  ShownLimits: named(takeCode.shape.limits._zod.def.innerType, 'Limits of each run.', {
    seconds: 'Seconds of processor time.',
    memory: 'MiB of memory.',
  }),
  ShownSample: named(takeCode.shape.samples._zod.def.element, 'A case that candidates see.', {
    name: 'Its name.',
    input: 'What the program gets.',
    expected: 'What is expected; null where only a run tells.',
  }),
  Answer: named(Answer, 'Option id, option ids, number, text, program or file; null for none.'),
  CodeAnswer: named(CodeAnswer, 'A program as an answer.'),
  FileAnswer: named(FileAnswer, 'An uploaded file as an answer.', {
    fileId: 'Identifies the file in its attempt.',
    name: 'Its name, cleaned, with an extension of its type.',
    type: 'What it is by its content.',
    bytes: 'Its size.',
    sha256: 'SHA-256 of its bytes, in hexadecimal digits.',
  }),
  SavedAnswer: named(SavedAnswer, 'An answer as it is stored.', {
    answer: 'The answer.',
    revision: 'Its revision.',
    savedAt: 'When it was stored.',
  }),
  Place: named(Place, 'Where a candidate is in the test.', {
    questionId: 'The question shown last.',
    flags: 'Questions flagged for later.',
  }),
  LateAnswers: named(LateAnswers, 'Questions whose answers arrived after the deadline.', {
    counted: 'Those that count: a ticket shows that they were typed in time.',
    notCounted: 'Those that do not.',
  }),
  SaveAnswerResult: named(SaveAnswerResult, 'The answer that is stored now.', {
    accepted: 'Whether it is the one that was sent.',
    answer: 'The answer.',
    revision: 'Its revision.',
    savedAt: 'When it was stored.',
  }),
  PlaceResult: named(PlaceResult, 'The place is stored.', { recorded: 'Always true.' }),
  TicketResult: named(TicketResult, 'A ticket.'),
  RunResult: named(RunResult, 'What the runs came to.', { cases: 'One for each sample, or one for the candidate’s own input.' }),
  RunCase: named(RunResult.shape.cases._zod.def.element, 'What a run came to.', {
    name: 'Name of the sample.',
    verdict: 'How it ended; null for an own input that did not fail.',
    stdout: 'Standard output, cut off at 16 KiB.',
    stderr: 'Standard error, cut off at 16 KiB.',
    expected: 'What is expected; null for an own input.',
    returned: 'Value of the function, when one is called.',
    seconds: 'Processor time in seconds.',
    line: 'Line of a compile or runtime error, from 1.',
    waited: 'True when the program was waiting, not computing, as its time was over; otherwise left out.',
    warnings: 'Of the first case: what the compiler said of a program that it compiled, cut off at 16 KiB; left out when it said nothing.',
  }),
  LanguagesResult: named(LanguagesResult, 'The languages of programs.', { languages: 'Those that the service is known to run by now.' }),
  OfferedLanguage: named(LanguagesResult.shape.languages._zod.def.element, 'A language of programs.', {
    name: 'Its name.',
    version: 'What its engine reports.',
    input: 'How input comes.',
    output: 'How output goes.',
    reads: 'What reads the input, without the sentence.',
    writes: 'What writes the output, without the sentence.',
    libraries: 'Libraries that can be loaded; there are more.',
    missing: 'Libraries that the engine cannot load.',
    starter: 'A program to start from.',
  }),
  EditsResult: named(EditsResult, 'What is recorded.', { recorded: 'How many changes were recorded.' }),
  EventsResult: named(EventsResult, 'What is recorded.', { recorded: 'How many events were new.' }),
  CameraResult: named(CameraResult, 'The state is recorded.', { recorded: 'False when it was recorded before.' }),
  ImageResult: named(ImageResult, 'The image is stored.', { accepted: 'Always true.', count: 'How many images the attempt has.' }),
  SubmitResult: named(SubmitResult, 'The completed attempt.', {
    status: 'Always `Completed`.',
    lateAnswers: 'Answers that came after the deadline; absent if there are none.',
  }),
  JoinState: named(JoinState, 'A test as visitors see it before registering.', { access: 'Whether the test may be taken now.' }),
  JoinBody: named(JoinBody, 'Who registers.', { fullName: 'Name, at most 200 characters, without a web address.' }),
  Joined: named(Joined, 'The invitation, and the URL of the test.'),
  ConfirmationSent: named(JoinResult._zod.def.options[1], 'A mail was sent, which confirms the address.', {
    confirmation: 'Always `sent`.',
  }),
  JoinResult: named(JoinResult, 'The invitation, or that the address has to be confirmed first.'),
  ConfirmationState: named(ConfirmationState, 'What is about to be confirmed.', { access: 'Whether the test may be taken now.' }),
};

for (const [id, { schema, description }] of Object.entries(pageShapes)) z.globalRegistry.add(schema, { id, description });
