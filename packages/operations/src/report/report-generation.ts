import type { invitations } from '@assay/store';
import type { Assay } from '../support/context.ts';
import type { ReportToken } from '../support/tokens.ts';

type Row = Pick<invitations.Invitation, 'attempt' | 'report_revocations'>;

/** What a report URL must carry to open. It only rises: by every reset, which raises `attempt`, and by `endReportUrls`. */
export const reportGenerationOf = ({ attempt, report_revocations }: Row): number => attempt + report_revocations;

/** The columns that end all report URLs of an invitation that were sent so far; later sends carry URLs that open. */
export const endReportUrls = ({ report_revocations }: Row) => ({ report_revocations: report_revocations + 1 });

const day = 24 * 60 * 60_000;

/** When a report URL ends by age, in milliseconds since 1970; null: never. A change of the setting also changes URLs that were sent before. */
export const reportUrlEnd = (
  { reportUrlDays }: Pick<Assay, 'reportUrlDays'>,
  { issuedAt }: Pick<ReportToken, 'issuedAt'>,
): number | null => (reportUrlDays === undefined ? null : issuedAt + reportUrlDays * day);
