import type { AttemptState, WireTestLink } from '@assay/domain';
import type { Api, RegisteredByLink } from '../../support/api.ts';
import { type Candidate, candidateAt } from '../../support/candidate.ts';
import { call, succeed } from '../../support/http.ts';
import { mailTo } from '../../support/mails.ts';

/** A block of code with highlighting, and a line that is wider than a phone. */
const code = `What does this print?

\`\`\`js
const words = ['one', 'two', 'three'].map((word) => word.toUpperCase()).filter((word) => word.length > 3);
console.log(words.length); // how many
\`\`\``;

const long =
  'It prints nothing at first, because the callback is only called later: the loop has ended by then, and every call sees the value ' +
  'that the variable had at the end, which is not the one that most people expect when they read it for the first time';

/** All four kinds in three sections; six questions, 12 marks. The right answers are in `rightAnswers`. */
export const allKindsFile = {
  name: 'Everything asked',
  duration: 45,
  sections: [
    {
      name: 'Choices',
      duration: 20,
      questions: [
        {
          kind: 'single-choice',
          prompt: code,
          marks: 2,
          penalty: 0.5,
          options: [{ text: '`1`', correct: true }, { text: '`2`' }, { text: long }],
        },
        {
          kind: 'multiple-choice',
          prompt: 'Which of these are **even**?',
          marks: 3,
          penalty: 1,
          options: [{ text: 'two', correct: true }, { text: 'three' }, { text: 'four', correct: true }, { text: 'five' }],
        },
      ],
    },
    {
      name: 'Numbers',
      duration: 15,
      questions: [
        { kind: 'numeric', prompt: 'How much is 25 / 2?', marks: 2, penalty: 0, answer: 12.5 },
        { kind: 'numeric', prompt: 'How much is 3 / -4?', marks: 2, penalty: 0.5, answer: -0.75 },
      ],
    },
    {
      name: 'Words',
      duration: 10,
      questions: [
        { kind: 'text', prompt: 'What is the capital of France?', marks: 1, penalty: 0, answer: 'Paris' },
        { kind: 'text', prompt: 'Name the *largest* ocean.', marks: 2, penalty: 0, answers: ['Pacific', 'Pacific Ocean'] },
      ],
    },
  ],
};

/** A running server and its API. */
export type Host = { readonly url: string; readonly api: Api };

const secondsText = (at: number): string => new Date(at).toISOString().slice(0, 19);

/** Boundaries are instants in ms since 1970, cut to the second. */
export type LinkOptions = {
  readonly camera?: boolean;
  readonly inviteOnly?: boolean;
  readonly confirmEmail?: boolean;
  readonly opensAt?: number;
  readonly closesAt?: number;
};

type MintOptions = LinkOptions & { readonly file?: object };

export type Minted = {
  readonly testId: number;
  readonly testLinkId: WireTestLink['testLinkId'];
  /** Where anybody who has the link registers. */
  readonly joinUrl: string;
  /** Registers somebody by the link; a new email address each time unless one is given. */
  register(more?: { readonly emailId?: string; readonly fullName?: string; readonly redirectURL?: string }): Promise<Invited>;
};

export type Invited = {
  readonly testInvitationId: number;
  readonly takeUrl: string;
  readonly emailId: string;
  /** The same candidate by API: another device. */
  readonly candidate: Candidate;
};

let people = 0;

/** A test with a link: of all kinds unless `file` says otherwise, open at any time unless a boundary is given. */
export const mint = async (service: Host, options: MintOptions = {}): Promise<Minted> => {
  const { file = allKindsFile, camera = false, inviteOnly = false, confirmEmail = false, opensAt, closesAt } = options;
  const { api } = service;
  const { testId } = await api.importTest(file);
  const isBounded = opensAt !== undefined || closesAt !== undefined;
  const bounds = {
    startDateTime: secondsText(opensAt ?? Date.now() - 86_400_000),
    endDateTime: secondsText(closesAt ?? Date.now() + 30 * 86_400_000),
  };
  const { testLinkId, testLinkAccessKey } = await api.createLink(testId, {
    testLinkName: 'Browser',
    accessTime: isBounded ? 1 : 0,
    timeZoneId: 190,
    imageProctoring: camera ? 1 : 0,
    inviteCandidateOnly: inviteOnly ? 1 : 0,
    ...(isBounded ? bounds : {}),
  });
  if (confirmEmail) await api.put(`/manage/v1/links/${testLinkId}/settings`, { confirmEmail: 1 });
  return {
    testId,
    testLinkId,
    joinUrl: `${service.url}/join/${testLinkAccessKey}`,
    register: async (more = {}) => {
      people += 1;
      const person = { emailId: `candidate-${people}@example.com`, fullName: 'Ana Núñez', ...more };
      const path = `/v2/org/tests/${testId}/testlinks/${testLinkId}/register`;
      const { testInvitationId, testUrl } = await api.post<RegisteredByLink>(path, person);
      return { testInvitationId, takeUrl: testUrl, emailId: person.emailId, candidate: candidateAt(service, testUrl) };
    },
  };
};

/** One candidate of a new test. */
export const mintCandidate = async (service: Host, options?: MintOptions): Promise<Minted & Invited> => {
  const minted = await mint(service, options);
  return { ...minted, ...(await minted.register()) };
};

/** Another device opens the same test, and is the one that saves from now on. Resolves with its session. */
export const startElsewhere = async (takeUrl: string): Promise<string> => {
  const sessionId = `another-device-${crypto.randomUUID()}`;
  await succeed(call<AttemptState>(`${takeUrl}/start`, { method: 'POST', body: { sessionId } }));
  return sessionId;
};

/** Another device opens the same test and saves these answers, over whatever is stored. */
export const saveElsewhere = async (takeUrl: string, answers: Readonly<Record<number, unknown>>): Promise<void> => {
  const sessionId = await startElsewhere(takeUrl);
  for (const [questionId, answer] of Object.entries(answers))
    await succeed(call(`${takeUrl}/answers/${questionId}`, { method: 'PUT', body: { answer, revision: 500, sessionId } }));
};

/** The address in the mail that asks to confirm a registration. */
export const confirmationUrlTo = async (service: { readonly directory: string }, emailId: string): Promise<string> => {
  const { text = '' } = await mailTo(service.directory, emailId);
  const [url] = /https?:\S+\/join\/confirm\/\S+/.exec(text) ?? [];
  if (url === undefined) throw new Error(`the mail to ${emailId} has no address that confirms`);
  return url;
};
