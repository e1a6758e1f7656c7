import { minutesText, picturesInWords } from '@assay/domain';
import { joinUrl, needsInvite } from '../../output/join-url.ts';
import type { CommandResult } from '../../output/output.ts';
import { oneLine, paragraph } from '../../output/text.ts';
import type { Session } from '../common/session.ts';

export const showTest = async ({ out, client, call, publicUrl }: Session, testId: number): Promise<CommandResult> => {
  const [test, { sections }] = await Promise.all([client.getManagedTest({ testId }, call), client.getTest({ testId }, call)]);
  const base = await publicUrl();
  return {
    json: { ...test, sections },
    ids: [test.testId],
    text: () =>
      [
        out.paint('strong', oneLine(test.testName)),
        out.facts([
          ['Test', test.testId],
          ['Status', test.status],
          ['Key', test.key ?? 'none: importing its file again would make another test'],
          ['Version', test.version],
          ['Duration', minutesText(test.duration)],
          ['Questions', test.questions],
          ['Maximum score', test.totalScore],
          ['Join URL', joinUrl(base, test.accessKey) ?? needsInvite],
        ]),
        '',
        out.table(
          [
            { head: 'SECTION', cell: ({ sectionName }) => sectionName },
            { head: 'TYPE', cell: ({ sectionType }) => sectionType },
            { head: 'QUESTIONS', cell: ({ questions }) => questions, right: true, whole: true },
            { head: 'MINUTES', cell: ({ duration }) => (duration === 0 ? null : duration), right: true, whole: true },
          ],
          sections,
        ),
      ].join('\n'),
  };
};

const indent = (text: string, by: string): string =>
  paragraph(text)
    .split('\n')
    .map((line) => `${by}${line}`.trimEnd())
    .join('\n');

export const previewTest = async ({ out, client, call }: Session, testId: number): Promise<CommandResult> => {
  const preview = await client.previewTest({ testId }, call);
  return {
    json: preview,
    ids: preview.questions.map(({ questionId }) => questionId),
    text: () =>
      [
        `${out.paint('strong', oneLine(preview.testName))}, ${minutesText(preview.duration)}`,
        ...preview.sections.flatMap((section, index) => [
          '',
          out.paint('strong', `${index + 1}. ${oneLine(section.sectionName)}`),
          ...preview.questions
            .filter((question) => question.section === index)
            .flatMap(({ questionId, kind, marks, penalty, prompt, ...shown }) => [
              '',
              `${questionId}  ${out.paint('quiet', `${kind}, marks ${marks}${penalty > 0 ? `, ${penalty} off when wrong` : ''}`)}`,
              indent(picturesInWords(prompt), '   '),
              ...('options' in shown ? shown.options : []).map(({ optionId, text }) =>
                indent(picturesInWords(text), '      ').replace(/^ {6}/, `   ${optionId}) `),
              ),
            ]),
        ]),
      ].join('\n'),
  };
};
