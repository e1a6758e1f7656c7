import type { Entries } from '../entry.ts';
import { exampleReviewIds } from '../examples.ts';

const [ofEssay, ofFile] = exampleReviewIds;

export const reviews = {
  listReviews: {
    description: `Answers to essays and files, which people grade, without a name and without the invitation: an answer is known by its \`reviewId\`. By default what waits for a
grade or for a decision between two graders, the oldest day first; \`state=graded\` lists what is graded, the newest day first. Within a day each key has an order of its own,
which stays: neither it nor the ids, which are random, tell which answers one person gave. \`mine\` says that this key has graded it, and
\`claimedUntil\` that another key grades it now. \`questionId\` needs \`testId\`.`,
    query: { limit: '50', state: 'open' },
  },
  getReview: {
    description: `The answer with its rubric, its words, and the grades; with the candidate if the test file says \`blind: false\`. Of an answer that waits for its second grader a key sees only its own grade.`,
    path: { reviewId: ofEssay },
  },
  getReviewFile: {
    description: `The file of an answer. Unless the test file says \`blind: false\`, its name is the id of the question, and metadata is taken out of it: authors,
dates, remarks' and changes' names, attachments, Exif. What cannot be cleaned (a ZIP, an encrypted or damaged file) is \`409.1\`, as is an answer that is no file; a key with
\`read-answers\` gets the original by the invitation. What is written in the file itself stays. Browsers save it and do not show it. Who reads it is in the account's audit as \`answers.read\`, with the key.`,
    path: { reviewId: ofFile },
  },
  claimReview: {
    description: `Keeps an open answer for this key for half an hour, which another claim by it begins anew; a grade ends it. Meanwhile other keys can
neither claim nor grade it (\`409.1\`). Grading needs no claim.`,
    path: { reviewId: ofEssay },
  },
  gradeReview: {
    description: `One number for each criterion of the rubric, the marks of the level that fits. A key can change its grade until the report is generated. An answer
with two graders needs two keys; their mean counts, and if they differ by more than \`reconcile\` it waits for one more grade, by whatever key, which
decides. The last grade of an attempt makes its report due, and with it the callback. After that a grade is a correction: it needs a \`reason\`, comes
from whatever key, and writes the report again without another callback. Every grade is kept.`,
    path: { reviewId: ofEssay },
    body: { marks: [4, 1], comment: 'Clear, with one example too few.' },
  },
} satisfies Partial<Entries>;
