import { formatInstant, type ManagedInvitation, noFigures } from '@assay/domain';
import type { invitations } from '@assay/store';
import type { Services } from '../support/operation.ts';
import { takeUrl } from '../support/tokens.ts';

const instant = (at: number | null): string | null => (at === null ? null : formatInstant(at));

/** An invitation as the management API shows it. */
export const managedInvitation = (assay: Services, row: invitations.InvitationWithReport): ManagedInvitation => ({
  testInvitationId: row.invitation_id,
  testId: row.test_id,
  testLinkId: row.test_link_id === 0 ? null : row.test_link_id,
  emailId: row.email,
  fullName: row.full_name,
  origin: row.origin,
  status: row.status,
  current: row.is_current === 1,
  takeTestURL: takeUrl(assay, row),
  createdAt: formatInstant(row.created_at),
  startedAt: instant(row.started_at),
  deadline: instant(row.deadline),
  completedAt: instant(row.completed_at),
  extraMinutes: row.extra_minutes,
  reportStatus: row.report_status ?? 'Pending',
  ...(row.figures ?? noFigures),
});
