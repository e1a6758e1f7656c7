import { answersOfPage, fewestForCommon, mostCompared, surelyFound, tokensInRun } from '@assay/domain';
import type { Entries } from '../entry.ts';

export const submissions = {
  getInvitationReport: {
    description: `The figures of a report with what API v2 does not show: marks to pass, sections with their results, and the group. The group is everybody who finished the test,
in any version, when the report is read: \`percentile\` per cent of them have a lower score, with half of those that have the same, as exact shares of the maximum. It is
null until twenty have finished, and while attempts from before an upgrade are being counted. What each figure means is in the project's \`docs/definitions.md\`. \`409.1\` until the report is generated.`,
    path: { testInvitationId: 1 },
  },
  listAnswers: {
    description: `Every question of a completed attempt in the order of the test: the prompt, what was answered, what is right, and how it was graded; of a program the
verdict of each run too, of what people grade the rubric and the grades, by the names of their keys. \`attempt\` names a former attempt, which a reset archived. \`409.1\` before the attempt is completed. A page ends after
${answersOfPage.questions} questions, or ${answersOfPage.large} that programs or people decide. Who reads it is in the account's audit as \`answers.read\`, with the key; again within five minutes is the same look.`,
    path: { testInvitationId: 1 },
    query: { limit: '100' },
  },
  getAnswerFile: {
    description: `The file that answers a question of kind \`file\`, byte for byte, under the name that the candidate gave it, cleaned. Browsers save it and do not show it.
\`attempt\` and the audit as for the list of answers. \`409.1\` if the question was not answered with a file.`,
    path: { testInvitationId: 8, questionId: 2 },
  },
  exportAnswersPdf: {
    description: `Prompts, answers and keys with results and times, and what stands out in the attempt. A text is printed up to 500 lines and the file up to 5,000; it
says what is left out. It is no report: nobody gets it by a URL.`,
    path: { testInvitationId: 1 },
  },
  exportAnswersExcel: {
    description: `One row for each candidate whose present attempt is completed, one column for each question by its id, coloured by what came of it: the texts of
options, numbers, texts and essays up to what a cell holds; of a program its language, score and cases. A second sheet has the prompt, the key or what decides, and the
marks of every question in every version, by the keys that grade its attempts; a third, where people grade some, the grades of those that are graded, at most the last twenty of an answer, with their levels, who gave it and the comment. \`Keys of version\` says which version graded an attempt. It is sent as it is read. Recorded as for answers.`,
    path: { testId: 1 },
  },
  listSubmissions: {
    description: `The candidate's programs and queries with the verdict of each case, the limits they ran under, and figures of how they were typed. Empty until
the attempt is completed. \`not-run\` is a failure of the service, never of the program; it is tried again. Where one case over its time loses all marks, those
after it are not run: they have \`leftOut\` and its verdict. Who reads it is recorded as for answers.`,
    path: { testInvitationId: 1 },
    query: { limit: '20' },
  },
  exportSubmissionsPdf: {
    description: `The programs as a PDF to print or pass on: figures and cases of each, then the program, highlighted and with the numbers of its lines.
Programs that wait to be graded are in it as waiting. It holds up to 6,000 rows, and says what is left out; the list holds all. \`409.1\` until
the attempt is completed. An account makes two of these at a time; beyond that the request waits, and with many waiting it is refused.`,
    path: { testInvitationId: 1 },
  },
  exportReportBundle: {
    description: `One file with the version of the test, the paper, its keys and cases, the answers, the verdicts of programs and the result, signed with
the installation's Ed25519 key. \`assay verify FILE --keys FILE\` checks the signature and grades the answers again, without a server or an
account; \`/.well-known/assay-keys.json\` has the public key. The file is a DSSE envelope whose payload is JSON. It tells the right answers: who
gets it needs no key to read it. \`409.1\` until the report is generated, and while a program is graded again.`,
    path: { testInvitationId: 1 },
  },
  listSimilarSubmissions: {
    description: `Programs of present, completed attempts that answer one question, compared in each language; of the newest ${mostCompared.programs}
or ${mostCompared.characters / 1024 / 1024} million characters. Names, numbers, texts, comments and space make no difference: a fingerprint is a run of
${tokensInRun} tokens without them, and what is ${surelyFound} tokens long and in both programs is found. What the starter has does not count, nor what more than
half of at least ${fewestForCommon} programs have. Attempts of different versions are compared where the question with this number asks the same, word
for word; those of one email address are not. The numbers say that two programs are alike, and not why. An account has one comparison at a
time; another one meanwhile is \`503.1\`.`,
    path: { testId: 1 },
    query: { questionId: '4', language: 'javascript', atLeast: '0.7', limit: '50' },
  },
  listImages: {
    description: 'What the webcam recorded during the present attempt, where the test link asks for it.',
    path: { testInvitationId: 2 },
  },
  getImage: {
    description: 'The image itself, without metadata. `imageId` is in the list of images.',
    path: { testInvitationId: 2, imageId: 1 },
  },
} satisfies Partial<Entries>;
