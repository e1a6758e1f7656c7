import type { RedeliverResult } from '@assay/domain';
import type { Context } from '../../support/context.ts';
import { explain } from '../../support/explain.ts';
import { PartlyFailed, UsageError } from '../../support/failures.ts';
import { type CommonOptions, openSession, type Session } from '../common/session.ts';

export type RedeliverOptions = CommonOptions & { readonly failedOf?: number };

type Result = RedeliverResult['results'][number];

const allFailed = async ({ client, call, out }: Session, testId: number): Promise<readonly Result[]> => {
  // A delivery that cannot be sent again stays failed and comes in every page: it is listed once.
  const results = new Map<number, Result>();
  let more = true;
  while (more) {
    const page = await client.redeliverFailed({ testId }, call);
    const added = page.results.filter(({ deliveryId }) => !results.has(deliveryId));
    for (const one of added) results.set(one.deliveryId, one);
    more = page.more && added.length > 0;
    if (more) out.progress(`${results.size} deliveries …`);
  }
  out.progress(null);
  return [...results.values()];
};

const each = async ({ client, call }: Session, ids: readonly number[]): Promise<readonly Result[]> => {
  const results: Result[] = [];
  for (const deliveryId of ids) {
    try {
      await client.redeliverDelivery({ deliveryId }, call);
      results.push({ deliveryId, redelivered: true, error: null });
    } catch (error) {
      const explanation = call.signal.aborted || ids.length === 1 ? undefined : explain(error);
      if (explanation === undefined) throw error;
      results.push({ deliveryId, redelivered: false, error: explanation.message });
    }
  }
  return results;
};

export const redeliver = async (context: Context, named: readonly number[] | undefined, options: RedeliverOptions): Promise<void> => {
  const ids = named ?? [];
  const { failedOf } = options;
  if ((ids.length === 0) === (failedOf === undefined))
    throw new UsageError('Name deliveries by their ids, or all that failed of a test: --failed-of TEST.');
  const session = await openSession(context, options);
  const results = failedOf === undefined ? await each(session, ids) : await allFailed(session, failedOf);
  const { out } = session;
  out.print({
    json: { results },
    ids: results.filter(({ redelivered }) => redelivered).map(({ deliveryId }) => deliveryId),
    text: () =>
      results.length === 0
        ? `No delivery of test ${failedOf} has failed.`
        : results
            .map(({ deliveryId, error }) => (error === null ? `Delivery ${deliveryId} is sent again.` : `Delivery ${deliveryId}: ${error}`))
            .join('\n'),
  });
  const failed = results.filter((one) => !one.redelivered).length;
  if (failed > 0) throw new PartlyFailed(`${failed} of ${results.length} are not sent again`);
};
