// Time of a PDF; with the argument `excel`: rows per second, first byte and peak memory of the Excel export.
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { candidatePdf, testExcel } from '@assay/documents';
import { type CandidateReport, noFigures, type TestReport, type TestReportCandidate } from '@assay/domain';

const outcomes = ['right', 'wrong', 'blank', 'partial'] as const;
const sectionNames = ['Scope and values', 'Functions', 'Promises'];
const questions = Array.from({ length: 20 }, (_, index) => ({
  number: index + 1,
  questionId: index + 1,
  id: `question-${index + 1}`,
  kind: 'single-choice' as const,
  prompt: `Question ${index + 1}`,
  marks: '2',
  score: index % 4 === 0 ? '2' : '0',
  outcome: outcomes[index % 4] ?? 'blank',
  late: false,
  skills: [],
  seconds: null,
}));

const candidateReport = (fullName: string): CandidateReport => ({
  accountName: 'Acme Hiring',
  brand: { color: null, logo: null },
  candidate: { fullName, emailId: 'ana@example.com' },
  testInvitationId: 7,
  testName: 'JavaScript in depth',
  attemptedOn: Date.UTC(2026, 10, 3, 9),
  completedAt: Date.UTC(2026, 10, 3, 10),
  completedBy: 'candidate',
  generatedAt: Date.UTC(2026, 10, 3, 10),
  zone: 'Asia/Kolkata',
  duration: 90,
  secondsTaken: 3600,
  ...noFigures,
  score: '10',
  totalScore: '40',
  wv: 2,
  tv: 41,
  images: { count: 0, shown: [] },
  group: null,
  remarks: [],
  sections: [
    {
      sectionName: 'Scope and values',
      sectionType: 'general questions',
      sectionScore: '40',
      candidateScore: '10',
      seconds: null,
      questions,
    },
  ],
});

/** Reads the stream. Returns its bytes and the milliseconds from `startedAt` to the first and the last of them. */
const consume = async (stream: NodeJS.ReadableStream, startedAt: number) => {
  let firstAt = 0;
  let bytes = 0;
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (bytes === 0) firstAt = performance.now() - startedAt;
      bytes += chunk.length;
      done();
    },
  });
  await pipeline(stream, sink);
  return { bytes, firstMs: firstAt, totalMs: performance.now() - startedAt };
};

const benchPdf = async (name: string, fullName: string): Promise<void> => {
  const report = candidateReport(fullName);
  const createPdf = async () => {
    const startedAt = performance.now();
    return consume(await candidatePdf(report), startedAt);
  };
  const cold = await createPdf();
  const runs = 30;
  const startedAt = performance.now();
  for (let run = 0; run < runs; run += 1) await createPdf();
  const warm = (performance.now() - startedAt) / runs;
  console.log(
    `PDF, ${name.padEnd(30)} first ${cold.totalMs.toFixed(0)} ms, then ${warm.toFixed(1)} ms each, ${Math.round(cold.bytes / 1024)} KiB`,
  );
};

const testReport: TestReport = {
  accountName: 'Acme Hiring',
  testId: 1,
  testName: 'JavaScript in depth',
  testKey: 'javascript',
  testStatus: 'Active',
  exportedAt: Date.UTC(2026, 10, 3),
  statistics: null,
  versions: [
    {
      version: 1,
      duration: 90,
      totalScore: '40',
      sections: sectionNames.map((sectionName, index) => ({
        sectionName,
        sectionType: 'general questions',
        sectionScore: '14',
        questions: questions.filter((_, position) => position % 3 === index),
      })),
    },
  ],
};

async function* candidates(count: number): AsyncGenerator<TestReportCandidate> {
  for (let id = count; id > 0; id -= 1) {
    // Real rows come in pages from a database, between which the event loop runs.
    if (id % 500 === 0) await new Promise(setImmediate);
    yield {
      testInvitationId: id,
      fullName: `Candidate ${id}`,
      emailId: `candidate-${id}@example.com`,
      testLinkName: 'Spring',
      testStatus: 'Completed',
      reportStatus: 'Generated',
      version: 1,
      invitedOn: Date.UTC(2026, 10, 1) + id,
      attemptedOn: Date.UTC(2026, 10, 2) + id,
      completedAt: Date.UTC(2026, 10, 3) + id,
      report: {
        secondsTaken: 3600,
        ...noFigures,
        score: String(id % 40),
        totalScore: '40',
        wv: id % 3,
        tv: id % 60,
        sections: sectionNames.map((sectionName) => ({ sectionName, sectionScore: '14', candidateScore: String(id % 14) })),
        questions,
      },
    };
  }
}

const benchExcel = async (): Promise<void> => {
  const count = 100_000;
  const startedAt = performance.now();
  const { bytes, firstMs, totalMs } = await consume(
    testExcel(testReport, () => candidates(count)),
    startedAt,
  );
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(
    `Excel, ${count.toLocaleString('en')} candidates: ${Math.round((count * 5) / (totalMs / 1000)).toLocaleString('en')} rows/s in three sheets, ` +
      `first byte ${firstMs.toFixed(0)} ms, ${(totalMs / 1000).toFixed(1)} s, ${(bytes / 1024 / 1024).toFixed(0)} MiB, peak ${peak.toFixed(0)} MiB resident`,
  );
};

if (process.argv[2] === 'excel') await benchExcel();
else {
  await benchPdf('Latin name', 'Ana Núñez');
  await benchPdf('Chinese and Arabic name', '李小龍 عبد الرحمن');
}
