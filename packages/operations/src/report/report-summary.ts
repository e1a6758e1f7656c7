import { type ReportFigures, type ReportSummary, secondsTaken } from '@assay/domain';

type Row = { readonly started_at: number | null; readonly completed_at: number | null; readonly figures: ReportFigures | null };

/** The facts in every report of an attempt; null until it is generated. The row is of a report, or of an invitation with its report. */
export const summaryOf = ({ started_at, completed_at, figures }: Row): ReportSummary | null =>
  figures === null || started_at === null || completed_at === null
    ? null
    : { secondsTaken: secondsTaken(started_at, completed_at), ...figures };
