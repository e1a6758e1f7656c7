import { err, refusal } from '@assay/domain';
import { invitations } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { notFound, pathId, requireScope } from '../support/refusals.ts';
import { findTest } from '../tests/find-test.ts';

/** The candidate report as PDF (api-v2.md §4.13): the invitation is checked, the document is not available in this release. */
export const exportReportPdf = async ({ ctx, input }: { ctx: Context; input: { testInvitationId: string } }): Outcome<never> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const invitationId = pathId(input.testInvitationId, 'testInvitationId', 'invitation');
  if (!invitationId.ok) return invitationId;
  const row = await ctx.assay.store.read((db) => invitations.find(db, { accountId: ctx.accountId, invitationId: invitationId.value }));
  if (row === undefined) return notFound('invitation', invitationId.value);
  return err(
    refusal(
      'service.not-implemented',
      'The PDF export is not available in this release; GET /v2/org/report/{testInvitationId} has the figures',
    ),
  );
};

/** The report of a test as Excel (api-v2.md §4.14): the test is checked, the document is not available in this release. */
export const exportReportExcel = async ({ ctx, input }: { ctx: Context; input: { testId: string } }): Outcome<never> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  const test = await ctx.assay.store.read((db) => findTest(ctx, db, testId.value));
  if (!test.ok) return test;
  return err(
    refusal(
      'service.not-implemented',
      'The Excel export is not available in this release; the management API lists the invitations with their scores',
    ),
  );
};
