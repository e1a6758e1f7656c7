import { execFileSync } from 'node:child_process';
import { type Operation, operations, type ReviewPage } from '@assay/domain';
import { publicUrl, somebody } from '@assay/testing';
import type { LightMyRequestResponse } from 'fastify';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { urlOf } from '../testing/routes.ts';
import { resultOf, useService } from '../testing/service.ts';

const long = 'Which of the planets that go around the sun is the largest by its mass and by its diameter, as measured at the equator';

/** Prompts that a cut after so many characters would leave whole. */
const shortPrompts = ['Whytwo?', 'Is two shortend', '为什么天空是蓝色的', 'Which line of this prints?\n\n```js\nshortcode()\n```'];

// Each of these words stands once, in what a report must not hold.
const sections = [
  {
    name: 'Everything',
    questions: [
      { kind: 'single-choice', prompt: `${long}, promptend1?`, options: [{ text: 'pickedwrong' }, { text: 'keyright', correct: true }] },
      { kind: 'text', prompt: `${long}, promptend2?`, answers: ['keytext'] },
      { kind: 'numeric', prompt: `${long}, promptend3?`, answer: 271828.25 },
      {
        kind: 'essay',
        prompt: `${long}, promptend4?`,
        rubric: [{ criterion: 'criterionname', levels: [0, 1].map((marks) => ({ marks, text: `leveltext ${marks}` })) }],
      },
      ...shortPrompts.map((prompt) => ({ kind: 'numeric', prompt, answer: 1 })),
    ],
  },
];
const withheld = /promptend|pickedwrong|keyright|keytext|answertext|271828|314159|criterionname|leveltext|essaytext|gradercomment/i;

const hasPdfToText = ((): boolean => {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    if (process.env.CI) throw error;
    process.stderr.write('PDF files are not read back: pdftotext is not installed (poppler-utils)\n');
    return false;
  }
})();

/** What a reader finds in a response: text, pages of a PDF, all sheets of an Excel file. */
const textIn = ({ headers, rawPayload, body }: LightMyRequestResponse): string => {
  const type = String(headers['content-type']);
  if (type.startsWith('application/pdf'))
    return hasPdfToText ? execFileSync('pdftotext', ['-', '-'], { input: rawPayload }).toString() : '';
  if (type.includes('spreadsheet'))
    return Object.values(unzipSync(rawPayload))
      .map((one) => strFromU8(one))
      .join('\n');
  return body;
};

const readable: readonly Operation[] = Object.values(operations);

describe('what a candidate answered, what is right, and the whole of a prompt', () => {
  const service = useService();
  let owner: string;
  const ids: Record<string, string> = {};
  const read = (key: string, route: Operation) => service.send({ method: 'GET', url: urlOf(route, ids), key });

  beforeAll(async () => {
    const accountId = await service.mintAccount();
    owner = await service.mintKey(accountId);
    ids.readKey = await service.mintKey(accountId, ['read', 'invite']);
    ids.testId = await service.importTest(owner, { sections });
    const link = await service.createLink(owner, ids.testId, { emailToStakeholder: 'boss@example.com' });
    ids.testLinkId = link.id;
    const person = { ...somebody(), callbackURL: 'https://ats.example/hook' };
    const { id, token } = await service.registerByLink(owner, ids.testId, link.id, person);
    ids.testInvitationId = id;
    await service.complete(token, { 1: 'a', 2: 'answertext', 3: 314_159.5, 4: 'essaytext' });
    const { reviews } = resultOf<ReviewPage>(await read(owner, operations.listReviews));
    ids.reviewId = String(reviews[0]?.reviewId);
    const url = urlOf(operations.gradeReview, ids);
    resultOf(await service.send({ method: 'POST', url, key: owner, body: { marks: [0], comment: 'gradercomment' } }));
    await service.generate();
    await service.deliver();
  });

  it.each(
    readable.filter(
      ({ method, repeat, scope }) => method === 'GET' && repeat === 'freely' && scope !== 'manage' && scope !== 'read-answers',
    ),
  )('are not in the response of $name', async (operation) => {
    expect(textIn(await read(ids.readKey ?? '', operation))).not.toMatch(withheld);
  });

  it('are neither behind the URL of a report, as PDF or as page, nor in callbacks and mails', async () => {
    const [callback] = service.outbound.callbacks;
    const url = String(JSON.parse(callback?.body ?? '').ReportPDFUrl).slice(publicUrl.length);
    for (const path of [url, `${url}/page`]) {
      const response = await service.send({ method: 'GET', url: path });
      expect(response.statusCode).toBe(200);
      expect(textIn(response)).not.toMatch(withheld);
    }
    expect(JSON.stringify([service.outbound.callbacks, service.outbound.emails])).not.toMatch(withheld);
  });

  it('not even a short prompt is whole in PDF and Excel of API v2, the comparison, or behind the URL of a report', async () => {
    const [callback] = service.outbound.callbacks;
    const url = String(JSON.parse(callback?.body ?? '').ReportPDFUrl).slice(publicUrl.length);
    const { exportReportPdf, exportReportExcel, exportComparisonPdf } = operations;
    const files = [exportReportPdf, exportReportExcel, exportComparisonPdf].map((one) => read(ids.readKey ?? '', one));
    const pages = [url, `${url}/page`].map((path) => service.send({ method: 'GET', url: path }));
    for (const response of await Promise.all([...files, ...pages])) {
      expect(response.statusCode).toBe(200);
      const text = textIn(response);
      for (const prompt of shortPrompts) expect(text).not.toContain(prompt);
      expect(text).not.toMatch(/shortend|shortcode/);
    }
  });

  it.each([operations.listAnswers, operations.exportAnswersExcel])(
    'are in what a key with read-answers reads: $name',
    async (operation) => {
      const text = textIn(await read(owner, operation));
      for (const word of [
        'promptend1',
        'pickedwrong',
        'keyright',
        'keytext',
        'answertext',
        '271828',
        '314159',
        'criterionname',
        'essaytext',
      ])
        expect(text).toContain(word);
    },
  );
});
