import {
  belowZeroInWords,
  type CandidateReport,
  factsOfAttempt,
  imagesInWords,
  kindInWords,
  kindsDiffer,
  markedOutcome,
  passMarksNeeded,
  percentInWords,
  type ReportedQuestion,
  resultWords,
  sectionResultInWords,
  shareOf,
  talliesInWords,
  timeInWords,
} from '@assay/domain';
import { MessagePage } from './MessagePage.tsx';

type Of<Field extends keyof CandidateReport> = Pick<CandidateReport, Field>;

/** A hyphen is too short beside figures. */
const decimalText = (text: string): string => text.replace('-', '−');

type BarProps = { readonly score: string; readonly maximum: string; readonly passPercent: string | null | undefined };

/** The numbers beside it say the same, so screen readers skip it. A drawing, because the policy allows no styles of elements. */
const Bar = ({ score, maximum, passPercent }: BarProps) => (
  <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" width="100" height="6" />
    <rect class="fill" width={100 * shareOf(score, maximum)} height="6" />
    {passPercent == null ? null : <rect class="pass-mark" x={Number(passPercent) - 0.3} width="0.6" height="6" />}
  </svg>
);

const Score = ({ report }: { readonly report: CandidateReport }) => {
  const { score, totalScore, testResult, passPercent } = report;
  const percent = percentInWords(score, totalScore);
  return (
    <div class="score">
      {testResult === null ? null : (
        <>
          <h2>Result</h2>
          <p>
            <strong class={testResult === 'Pass' ? 'passed' : 'failed'}>{testResult}</strong> {passMarksNeeded(report)}
          </p>
        </>
      )}
      <h2>Score</h2>
      <p>
        <strong>{decimalText(score)}</strong> of {totalScore}
        {percent === undefined ? null : <span class="percent"> {decimalText(percent)}</span>}
      </p>
      <Bar score={score} maximum={totalScore} passPercent={passPercent} />
    </div>
  );
};

const Facts = ({ report }: { readonly report: CandidateReport }) => (
  <dl class="facts">
    {factsOfAttempt(report).map(([label, value, note]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd dir="auto">
          {value}
          {note === undefined ? null : <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
);

const Sections = ({ sections }: Of<'sections'>) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Section</th>
        <th scope="col" class="wide">
          Share of the maximum
        </th>
        <th scope="col" class="figure">
          Score
        </th>
      </tr>
    </thead>
    <tbody>
      {sections.map((section, index) => (
        <tr key={index}>
          <th scope="row" dir="auto">
            {section.sectionName}
            {sectionResultInWords(section).map((words) => (
              <small key={words}>{words}</small>
            ))}
          </th>
          <td class="wide">
            <Bar score={section.candidateScore} maximum={section.sectionScore} passPercent={section.passPercent} />
            {decimalText(percentInWords(section.candidateScore, section.sectionScore) ?? '')}
          </td>
          <td class="figure">
            <strong>{decimalText(section.candidateScore)}</strong> of {section.sectionScore}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Camera = ({ images, zone }: Of<'images' | 'zone'>) => (
  <section aria-labelledby="camera">
    <h2 id="camera">Camera</h2>
    <p>{imagesInWords(images)}</p>
    <ul class="images">
      {images.shown.map(({ jpeg, takenAt }, index) => {
        const time = timeInWords(takenAt, zone);
        return (
          <li key={index}>
            {jpeg.length === 0 ? (
              <span class="no-image">Image cannot be read</span>
            ) : (
              <img
                src={`data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`}
                alt={`Webcam, ${time}`}
                width="160"
                height="120"
              />
            )}
            <span>{time}</span>
          </li>
        );
      })}
    </ul>
  </section>
);

/** A shape for each outcome, so that they differ without colour: disc, half disc, cross, ring. The words beside it say the same. */
const marks = {
  right: <circle class="fill" cx="6" cy="6" r="5" />,
  partial: (
    <>
      <circle class="line" cx="6" cy="6" r="4.2" />
      <path class="fill" d="M6 1a5 5 0 0 0 0 10z" />
    </>
  ),
  wrong: <path class="line wrong" d="M2 2l8 8M2 10l8-8" />,
  blank: <circle class="line blank" cx="6" cy="6" r="4.2" />,
} as const satisfies Record<ReportedQuestion['outcome'], unknown>;

const markOf = (question: ReportedQuestion) => {
  const outcome = markedOutcome(question);
  return outcome === null ? null : marks[outcome];
};

type QuestionsProps = { readonly questions: readonly ReportedQuestion[]; readonly withKinds: boolean };

const Questions = ({ questions, withKinds }: QuestionsProps) => (
  <table>
    <thead>
      <tr>
        <th scope="col">No.</th>
        {withKinds ? <th scope="col">Kind</th> : null}
        <th scope="col">Result</th>
        <th scope="col" class="figure">
          Score
        </th>
      </tr>
    </thead>
    <tbody>
      {questions.map((question) => (
        <tr key={question.number}>
          <th scope="row">{question.number}</th>
          {withKinds ? <td>{kindInWords(question)}</td> : null}
          <td>
            <svg class="mark" viewBox="0 0 12 12" aria-hidden="true">
              {markOf(question)}
            </svg>
            {resultWords(question)}
          </td>
          <td class="figure">
            <strong>{decimalText(question.score)}</strong> of {question.marks}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

type Props = {
  /** Path prefix of the public URL. */
  readonly base: string;
  /** Where the PDF is. */
  readonly pdf: string;
  readonly report: CandidateReport;
};

/** A candidate's report as a page: what its PDF says, for phones and screen readers. Neither has prompts or answers. */
export const ReportPage = ({ base, pdf, report }: Props) => {
  const { candidate, sections, images } = report;
  const below = belowZeroInWords(report);
  return (
    <MessagePage base={base} title={`${candidate.fullName}: ${report.testName}`}>
      <article class="card report">
        <header>
          <p dir="auto">{report.accountName}</p>
          <h1 dir="auto">{candidate.fullName}</h1>
          <p dir="auto">{candidate.emailId}</p>
          <p class="actions">
            <a href={pdf}>Open as PDF</a>
          </p>
        </header>
        <Score report={report} />
        <h2>Sections</h2>
        <Sections sections={sections} />
        <h2>Attempt</h2>
        <Facts report={report} />
        {images.count === 0 ? null : <Camera {...report} />}
        <h2>Questions</h2>
        <p>{talliesInWords(report)}</p>
        {below === undefined ? null : <p>{below}</p>}
        {sections.map(({ sectionName, questions }, index) => (
          <section key={index}>
            <h3 dir="auto">{sectionName}</h3>
            <Questions questions={questions} withKinds={kindsDiffer(report)} />
          </section>
        ))}
      </article>
    </MessagePage>
  );
};
