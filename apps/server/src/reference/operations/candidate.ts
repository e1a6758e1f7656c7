import type { Entries } from '../entry.ts';

const sessionId = 'page-5f2c81d0';

export const taking = {
  getAttempt: {
    description: `The state of an attempt. Questions, saved answers and the place are in it while the attempt runs; before the start \`access\` says whether it may
be started, and when.`,
  },
  startAttempt: {
    description: `Starts the attempt, or takes a running one over: the page whose \`sessionId\` started last is the one that may save, and every other gets \`403.19\`.
The deadline is the earlier of start plus duration and the end of the access window.`,
    body: { sessionId },
  },
  getPicture: {
    description:
      'A picture that a prompt or an option shows, while the attempt runs. Its address in their HTML is relative to that of the attempt.',
    path: { pictureId: 752_256_983_495_327 },
  },
  getSealedPicture: {
    description: `The same picture encrypted with AES-256-GCM: 12 bytes of the nonce, the encrypted picture, 16 bytes of the tag. A page loads it before the start,
when questions are secret; the key is in \`pictures\` of the running attempt. The bytes never change.`,
    path: { pictureId: 752_256_983_495_327 },
  },
  getLanguages: {
    description: `Every language that the service is known to run, whichever the test uses, also before the start. \`version\` is what the engine reports. \`libraries\` are
the ones that programs in tests use most, and there are more; \`missing\` are those that people look for and this engine cannot load. \`starter\` reads
all lines and writes how many there are; of SQL it lists the tables. An answer that is the starter is no answer.`,
  },
  saveAnswer: {
    description: `Saves one answer. \`revision\` counts the candidate's edits of this question from 1; an older revision never overwrites a newer one. With \`base\`, the
last revision that this page saw acknowledged, an answer that another device saved since is not overwritten: \`accepted\` is false, and the
stored answer is returned. Answers count until 30 s after the deadline, and later ones only with a \`ticket\` that shows they were typed in time.

An answer is an option id, a list of option ids, a number, a text, \`{ language, source }\`, or null to clear it.`,
    path: { questionId: 1 },
    body: { answer: 'a', revision: 1, base: 0, sessionId },
  },
  savePlace: {
    description:
      'Which question is shown and which are flagged, for another device to go on there. The whole place replaces the one before.',
    body: { questionId: 2, flags: [3], sessionId },
  },
  issueTicket: {
    description: 'For a page that had nothing to send for 30 s: the ticket shows later that the server was reached at this moment.',
    body: { sessionId },
  },
  runCode: {
    description: `Runs a program on the samples of its question, or on \`input\`. At most once every 3 seconds and one at a time (\`429.1\`). Nothing is saved or graded.

After a case that is over its time the others are \`not-run\`, unless \`all\` is true. \`waited\`: a program that was over its time waited, and did not compute. \`warnings\`: what the compiler said of a program that it compiled.

With \`Accept: application/x-ndjson\` the response comes as lines of JSON. \`{ "ahead": 2 }\`: two programs go before this one; null: it does not wait, as far
as is known. \`{ "ran": { "index": 0, … } }\`: this case has ended. Empty lines keep the connection open. The last line is the envelope; what is refused at
once has the usual response, with its own status.`,
    body: { questionId: 4, answer: { language: 'javascript', source: 'const add = (a, b) => a + b;' }, sessionId },
  },
  recordEdits: {
    description: `What was typed into programs over time. \`batch\` counts the requests of a session from 1, so that one that is sent again is recorded once.`,
    body: {
      sessionId,
      batch: 1,
      edits: [
        {
          questionId: 4,
          language: 'javascript',
          at: 61_000,
          change: [{ from: 0, removed: 0, inserted: 'const add = (a, b) => a + b;' }],
        },
      ],
    },
  },
  recordEvents: {
    description: `When the candidate left the test window and returned. \`sentAt\` is the device's clock at the time of the request, by which its times are corrected.`,
    body: {
      sessionId,
      sentAt: '2026-03-02T10:05:00.000Z',
      events: [
        { eventId: 'e1', type: 'left', at: '2026-03-02T10:04:10.000Z' },
        { eventId: 'e2', type: 'returned', at: '2026-03-02T10:04:42.000Z' },
      ],
    },
  },
  recordCamera: {
    description: 'Whether the webcam works. It is shown in the timeline; a camera that fails does not end the test.',
    body: { state: 'granted' },
  },
  saveFile: {
    description: `The body is the file, at most 10 MiB or what its question allows (\`413.1\`). What it is its bytes say, not its name or media type; a type that the question
does not accept is \`415.1\`, as are HTML and SVG under any name. The result is sent as the answer to the question, which needs only its \`fileId\`; until then the file
counts for nothing. Of files that no answer names the oldest give way to newer ones, and all are removed after a day.`,
    path: { questionId: 2 },
    query: { name: 'plan.txt' },
  },
  saveImage: {
    description: `One webcam image: a JPEG of at most 640 pixels and 61,440 bytes, at least 2 s after the one before (\`429.1\`). Metadata is removed.`,
  },
  submitAttempt: {
    description: 'Completes the attempt. Sent again it returns the same.',
    body: { sessionId },
  },
} satisfies Partial<Entries>;

export const joining = {
  getJoinState: {
    description: `The test behind the access key of a link or a test. Browsers get the page at the same address: send \`Accept: application/json\`.`,
  },
  joinTest: {
    description: `Registers a candidate who comes with an access key. By a link that confirms addresses the result is \`confirmation: "sent"\`, the same whether or not
the address is invited already; else it is the take URL. Rates are limited by address.`,
    body: { emailId: 'eve@example.com', fullName: 'Eve Marsh' },
  },
  getConfirmation: {
    description:
      'Name, address and test of a mailed confirmation, before it is confirmed. Opening the address in a mail program confirms nothing.',
  },
  confirmJoin: {
    description: 'Registers the candidate and returns the take URL. Sent again it returns the same.',
  },
} satisfies Partial<Entries>;
