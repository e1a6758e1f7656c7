import type { Comparison } from '@assay/domain';
import { absent, type ComparisonRow, comparisonRows } from '../../output/comparison-text.ts';
import type { CommandResult } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { UsageError } from '../../support/failures.ts';
import { type CommonOptions, openSession } from '../common/session.ts';
import { downloadComparison } from './download.ts';

export type CompareOptions = CommonOptions & { readonly by?: string; readonly pdf?: string; readonly force?: boolean };

export const compareCandidates = async (
  context: Context,
  ids: readonly number[],
  options: CompareOptions,
): Promise<CommandResult | undefined> => {
  const chosen = [...new Set(ids)];
  if (chosen.length < 2) throw new UsageError('Give the ids of at least two invitations to one test.');
  const query = { invitations: chosen.join(','), ...(options.by === undefined ? {} : { by: options.by }) };
  if (options.pdf !== undefined) return downloadComparison(context, query, { ...options, output: options.pdf });
  const { out, client, call } = await openSession(context, options);
  const [first = 0] = chosen;
  const { testId } = await client.getInvitation({ testInvitationId: first }, call);
  const comparison: Comparison = await client.compareCandidates({ testId, ...query }, call);
  const { candidates } = comparison;
  const rows = comparisonRows(candidates);
  const tableOf = (head: string, part: ComparisonRow['part']): string =>
    out.table<ComparisonRow>(
      [
        { head, cell: ({ label }) => label },
        ...candidates.map((one, index) => ({
          head: `${oneLine(one.fullName)} (${one.testInvitationId})`,
          cell: ({ cells }: ComparisonRow) => cells[index] ?? absent,
        })),
      ],
      rows.filter((row) => row.part === part),
    );
  return {
    json: comparison,
    ids: candidates.map(({ testInvitationId }) => testInvitationId),
    text: () =>
      [
        tableOf('', 'facts'),
        tableOf('SECTION', 'sections'),
        tableOf('QUESTION', 'questions'),
        ...candidates.flatMap(({ fullName, remarks }) => remarks.map((text) => `${oneLine(fullName)}: ${text}`)),
        ...(options.by === undefined ? [] : [`Ranked by ${oneLine(options.by)}.`]),
      ].join('\n\n'),
  };
};
