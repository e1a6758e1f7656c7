import {
  barOfTest,
  belowZeroInWords,
  type CandidateReport,
  decidingFigures,
  factsOfAttempt,
  imagesInWords,
  kindInWords,
  kindsDiffer,
  legendOfBars,
  markedOutcome,
  percentInWords,
  type ReportedQuestion,
  resultWords,
  type ScoreBar,
  sectionsWithBars,
  talliesInWords,
  timeInWords,
} from '@assay/domain';
import { MessagePage } from './MessagePage.tsx';

type Of<Field extends keyof CandidateReport> = Pick<CandidateReport, Field>;

/** A hyphen is too short beside figures. */
const decimalText = (text: string): string => text.replace('-', '−');

/** An ink diamond with an edge in the colour of the card, so that it shows on a filled bar. */
const Average = () => <path class="average" d="M0-5.5 5.5 0 0 5.5-5.5 0z" />;
const PassMark = () => <rect class="pass-mark" x="-1" y="-8" width="2" height="16" />;

const inPercent = (share: number): string => `${100 * share}%`;

/** The numbers beside it say the same, so screen readers skip it. A drawing, because the policy allows no styles of elements. */
const Bar = ({ share, passMark, average }: ScoreBar) => (
  <svg class="bar" aria-hidden="true">
    <rect class="track" y="5" width="100%" height="6" rx="3" />
    <rect class="fill" y="5" width={inPercent(share)} height="6" rx="3" />
    {passMark === undefined ? null : (
      <svg x={inPercent(passMark)} y="8" overflow="visible" aria-hidden="true">
        <PassMark />
      </svg>
    )}
    {average === undefined ? null : (
      <svg x={inPercent(average)} y="8" overflow="visible" aria-hidden="true">
        <Average />
      </svg>
    )}
  </svg>
);

const Legend = ({ report }: { readonly report: CandidateReport }) => (
  <ul class="legend">
    {legendOfBars(report).map(({ mark, words }) => (
      <li key={mark}>
        <svg viewBox="-8 -8 16 16" aria-hidden="true">
          {mark === 'average' ? <Average /> : <PassMark />}
        </svg>
        {words}
      </li>
    ))}
  </ul>
);

const resultClasses = { Pass: 'passed', Fail: 'failed' } as const;

const Figures = ({ report }: { readonly report: CandidateReport }) => (
  <>
    <dl class="figures">
      {decidingFigures(report).map(({ label, value, note, result }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong class={result === undefined ? undefined : resultClasses[result]}>{decimalText(value)}</strong> {note}
          </dd>
        </div>
      ))}
    </dl>
    <Bar {...barOfTest(report)} />
    {legendOfBars(report).length === 0 ? null : <Legend report={report} />}
  </>
);

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

const Sections = ({ report }: { readonly report: CandidateReport }) => (
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
      {sectionsWithBars(report).map(({ section: { sectionName, candidateScore, sectionScore }, bar, notes }, index) => (
        <tr key={index}>
          <th scope="row" dir="auto">
            {sectionName}
            {notes.map((words) => (
              <small key={words}>{words}</small>
            ))}
          </th>
          <td class="wide">
            <Bar {...bar} />
            {decimalText(percentInWords(candidateScore, sectionScore) ?? '')}
          </td>
          <td class="figure">
            <strong>{decimalText(candidateScore)}</strong> of {sectionScore}
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
        <Figures report={report} />
        <h2>Sections</h2>
        <Sections report={report} />
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
