import type { Assay } from '../support/context.ts';
import { reportPdfUrl } from '../support/tokens.ts';

const lifetime = 30 * 24 * 60 * 60_000;

/** The signed URL of a report's PDF that goes out in callbacks and mails; it works for 30 days from `now`. */
export const reportUrl = (
  assay: Assay,
  attempt: { accountId: number; invitationId: number; attempt: number },
  now: number,
): { url: string; expiresAt: number } => {
  const expiresAt = now + lifetime;
  return { url: reportPdfUrl(assay, { ...attempt, expiresAt }), expiresAt };
};
