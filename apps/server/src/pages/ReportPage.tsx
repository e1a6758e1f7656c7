import {
  barOfTest,
  type CandidateReport,
  decidingFigures,
  factsOfAttempt,
  gridColumns,
  gridNotes,
  imagesInWords,
  kindInWords,
  legendOfBars,
  markedOutcome,
  percentInWords,
  type ReportedQuestion,
  remarkInWords,
  remarksExplained,
  resultWords,
  type ScoreBar,
  secondsOnClock,
  sectionsWithBars,
  sharedSkills,
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

type QuestionsProps = { readonly questions: readonly ReportedQuestion[]; readonly columns: ReturnType<typeof gridColumns> };

const Questions = ({ questions, columns: { kind, skills, time } }: QuestionsProps) => (
  <table>
    <thead>
      <tr>
        <th scope="col" class="number">
          No.
        </th>
        {kind ? <th scope="col">Kind</th> : null}
        <th scope="col">{skills ? 'Result and skills' : 'Result'}</th>
        {time ? (
          <th scope="col" class="figure">
            Time
          </th>
        ) : null}
        <th scope="col" class="figure">
          Score
        </th>
      </tr>
    </thead>
    <tbody>
      {questions.map((question) => (
        <tr key={question.number}>
          <th scope="row" class="number">
            {question.number}
          </th>
          {kind ? <td>{kindInWords(question)}</td> : null}
          <td>
            <svg class="mark" viewBox="0 0 12 12" aria-hidden="true">
              {markOf(question)}
            </svg>
            {resultWords(question)}
            {skills && question.skills.length > 0 ? <small dir="auto">{question.skills.join(', ')}</small> : null}
          </td>
          {time ? <td class="figure">{question.seconds === null ? null : secondsOnClock(question.seconds)}</td> : null}
          <td class="figure">
            <strong>{decimalText(question.score)}</strong> of {question.marks}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const SharedSkills = ({ section }: { readonly section: CandidateReport['sections'][number] }) => {
  const skills = sharedSkills(section);
  return skills === undefined ? null : <p dir="auto">{skills}</p>;
};

const Remarks = ({ remarks }: Of<'remarks'>) => (
  <section class="remarks" aria-labelledby="remarks">
    <h2 id="remarks">Remarks</h2>
    <p>{remarksExplained}</p>
    <ul>
      {remarks.map((remark) => (
        <li key={remark.kind}>{remarkInWords(remark)}</li>
      ))}
    </ul>
  </section>
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
  const { candidate, sections, images, remarks, brand } = report;
  const columns = gridColumns(report);
  return (
    <MessagePage base={base} title={`${candidate.fullName}: ${report.testName}`} accent={brand.color ?? undefined}>
      <article class="card report">
        <header>
          {brand.logo === null ? null : (
            <img class="logo" src={`data:image/jpeg;base64,${Buffer.from(brand.logo).toString('base64')}`} alt="" />
          )}
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
        {remarks.length === 0 ? null : <Remarks remarks={remarks} />}
        {images.count === 0 ? null : <Camera {...report} />}
        <h2>Questions</h2>
        {gridNotes(report).map((words) => (
          <p key={words}>{words}</p>
        ))}
        {sections.map((section, index) => (
          <section key={index}>
            <h3 dir="auto">{section.sectionName}</h3>
            {columns.skills ? null : <SharedSkills section={section} />}
            <Questions questions={section.questions} columns={columns} />
          </section>
        ))}
      </article>
    </MessagePage>
  );
};
