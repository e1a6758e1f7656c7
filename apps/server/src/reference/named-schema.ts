import type { z } from 'zod';

/** A schema with a name of its own in the document. */
export type NamedSchema = {
  readonly schema: z.core.$ZodType;
  readonly description: string;
  /** What a field means, with its unit, where neither its own schema nor `commonFields` says it. */
  readonly fields: Readonly<Record<string, string | undefined>>;
};

type FieldsOf<Schema extends z.core.$ZodType> =
  z.input<Schema> extends infer Fields ? { readonly [Field in Fields extends Fields ? keyof Fields & string : never]?: string } : never;

export const named = <Schema extends z.core.$ZodType>(
  schema: Schema,
  description: string,
  fields: FieldsOf<Schema> = {} as FieldsOf<Schema>,
): { readonly schema: Schema; readonly description: string; readonly fields: FieldsOf<Schema> } => ({ schema, description, fields });

/** Fields that mean the same wherever they are. */
export const commonFields: Readonly<Record<string, string>> = {
  accessKey: 'The key of the address `/join/{key}`, by which candidates register for the test.',
  answers: 'Right answers; one of them suffices.',
  attempt: 'Number of the attempt, from 1. A reset begins the next one.',
  callbackURL: 'Receives the completion callback. An absolute http or https URL without user name.',
  completedAt: 'When the attempt was completed; never after its deadline.',
  confirmEmail: '`1`: who registers by the link is mailed first, and invited when the address in that mail is opened. `0`: at once.',
  createdAt: 'When it was made.',
  cursor: '`nextCursor` of the page before; left out for the first page.',
  deliveryId: 'Delivery identifier.',
  destination: 'URL or email address that it goes to.',
  durationMilliseconds: 'How long the receiver took, in milliseconds.',
  duration: 'Duration in minutes.',
  emailId: 'Email address of the candidate.',
  fullName: 'Name of the candidate, at most 200 characters.',
  html: 'The same as safe HTML.',
  imageProctoring: '`1`: webcam images are recorded during the test. `0`: none.',
  invitation: 'The invitation.',
  inviteCandidateOnly:
    '`1`: only candidates who were invited by email can take the test; sharing the link does not work. `0`: anybody with the key.',
  keyId: 'Identifier of an API key. It is not the key.',
  language: 'Language of the program; `sql` for a query.',
  limit: 'Entries per page.',
  marks: 'Marks for a right answer.',
  nextCursor: 'Pass it back as `cursor` for the next page; null on the last one.',
  options: 'The options, in the order in which they are shown.',
  organization: 'Name of the account.',
  overlapHours: 'Hours for which the former one stays valid.',
  passPercent: 'Pass mark of the test when the report was generated, in per cent: an exact decimal in text; null without one.',
  penalty: 'Marks taken for a wrong answer; a blank one costs nothing.',
  privacy: 'What candidates read about their data: a sentence or a URL; null if there is none.',
  prompt: 'The question, in Markdown.',
  questionId: 'Number of the question in this version of the test, from 1.',
  questions: 'Number of questions.',
  redirectURL: 'Where the candidate is sent after completing the test; null or left out for nowhere.',
  reviewId: 'Identifies an answer that people grade, without saying whose it is.',
  scopes: 'What the key may do.',
  search: 'Part of a name, an address or a key, without regard to case.',
  sections: 'The sections, in order.',
  sectionName: 'Name of the section.',
  sectionType: '`General Questions` or `Coding Questions`; any section may hold questions of any kind.',
  serverTime: 'The time at the server, by which the deadline is measured.',
  sessionId: 'Identifies the page, 8 to 100 characters. The page that started last is the one that may save.',
  source: 'Text of the program, at most 64 KiB.',
  support: 'Whom candidates ask for help: a sentence, an address or a URL; null if there is none.',
  takeTestURL: 'URL where the candidate takes the test. It is a credential: send it to the candidate only.',
  test: 'The test.',
  testId: 'Test identifier.',
  testInvitationId: 'Invitation identifier: one candidate of one test.',
  testLinkId: 'Test link identifier; null for an invitation without a link.',
  testName: 'Name of the test.',
  ticket: 'Shows that the server was reached at a moment. Send the one that came last with answers that are sent late.',
  timeZoneId: 'Identifier in the time-zone table, `GET /manage/v1/timezones`.',
  totalScore: 'Maximum score of the test: an exact decimal in text.',
  lateAnswers: 'How many answers count that arrived after the deadline, because they were typed before it.',
  score: 'Score of the candidate: an exact decimal in text, which may be negative; null until the report is generated.',
  testResult:
    '`Pass` if the score reaches the pass mark of the test and each section with a pass mark reaches its own, else `Fail`; null without any.',
  tv: 'Time violation: seconds that the candidate spent outside the test window.',
  version: 'Version of the test, from 1.',
  wv: 'Window violations: how often the candidate left the test window.',
};
