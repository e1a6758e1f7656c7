import { mostCounted, type RegradeResult } from '@assay/domain';
import type { Context } from '../../support/context.ts';
import { type CommonOptions, openSession } from '../common/session.ts';

export type RegradeOptions = CommonOptions & { readonly dryRun?: boolean };

const howMany = ({ programs, version }: RegradeResult): string => {
  const count = programs >= mostCounted ? `${mostCounted} or more` : String(programs);
  return `${count} ${programs === 1 ? 'program was' : 'programs were'} graded by the cases of a version before ${version}.`;
};

export const regradeTest = async (context: Context, testId: number, { dryRun = false, ...options }: RegradeOptions): Promise<void> => {
  const { out, client, call } = await openSession(context, options);
  const result = await client.regradeTest({ testId, dryRun }, call);
  const follows = dryRun
    ? 'Nothing was changed.'
    : 'They are graded again where the question still fits; each report keeps its score until then, and its timeline shows both. Nobody is notified.';
  out.print({
    json: result,
    ids: [result.testId],
    text: () => `${howMany(result)}
${follows}`,
  });
};
