import type { Assay } from '@assay/operations';
import { type AttemptSummary, Deliverer, type DeliveryFault } from '../deliverer.ts';

type Running = { readonly deliverer: Deliverer; readonly sent: AttemptSummary[]; readonly faults: DeliveryFault[] };

/** A deliverer, with what it reports to its log. Retries are not spread. */
export const startDeliverer = (assay: Assay): Running => {
  const sent: AttemptSummary[] = [];
  const faults: DeliveryFault[] = [];
  const deliverer = new Deliverer({
    assay,
    onAttempt: (attempt) => sent.push(attempt),
    onFault: (fault) => faults.push(fault),
    random: () => 0,
  });
  return { deliverer, sent, faults };
};

const longerThanATest = 60_000;

/** Delivers until nothing is due and every started delivery has ended. A fault fails the test. */
export const deliverAll = async (assay: Assay): Promise<AttemptSummary[]> => {
  const { deliverer, sent, faults } = startDeliverer(assay);
  while ((await deliverer.run()) > 0) await deliverer.drain(longerThanATest);
  if (faults[0] !== undefined) throw faults[0].error;
  return sent;
};
