import { randomUUID } from 'node:crypto';
import { notRun } from '../child/messages.ts';
import { leavingOwner, leavingProgram, readOffers, readRun } from '../hub/protocol.ts';
import type { RemoteEngine } from './remote-runner.ts';
import { type Fields, fieldsOf, openService, ServiceFault, type ServiceOptions, textIn } from './service.ts';

/** Another Assay server, whose runners do the work: for a worker process apart. hub/open-submissions.ts is the other side. */

const name = 'The Assay server';
const megabyte = 1024 * 1024;

export type AssayOptions = Omit<ServiceOptions, 'name' | 'headers'> & { readonly key: string };

export const assay = ({ key, ...bounds }: AssayOptions): RemoteEngine => {
  const service = openService({ name, headers: { authorization: `Bearer ${key}` }, ...bounds });
  return {
    name: 'assay',
    look: async (signal) => {
      const { status, json } = await service({ path: 'runner/v1/offers', signal, attempts: 1, seconds: 15, mostBytes: megabyte });
      const offers = status === 200 ? readOffers(fieldsOf(name, json).offers) : undefined;
      if (offers === undefined) throw new ServiceFault(`${name} answered ${status}; is ASSAY_RUNNER_KEY set there?`);
      return { offers: offers.filter(({ modes }) => modes.length > 0), about: `${name} offers ${offers.length} languages` };
    },
    run: async (remote, report, signal, asOwner) => {
      const id = randomUUID();
      const program = leavingProgram(remote);
      // By the key that both have: of an account whose programs several processes submit, all are in one turn.
      const owner = leavingOwner(asOwner, key);
      let result: Fields = { waiting: true };
      for (let isKnown = false; result.waiting === true; ) {
        const { status, json } = await service({
          ...{ method: 'POST', path: 'runner/v1/programs', body: isKnown ? { id } : { id, program, owner }, signal },
          ...{ seconds: 120, mostBytes: 256 * megabyte },
        });
        // It has started again: the program is submitted again.
        if (status === 404 && isKnown) isKnown = false;
        else if (status !== 200) throw new ServiceFault(`${name} answered ${status} for a program`);
        else {
          isKnown = true;
          result = fieldsOf(name, json);
        }
      }
      const outcome = fieldsOf(name, result.outcome);
      if (!Array.isArray(outcome.runs)) throw new ServiceFault(`${name} refuses a program: ${textIn(outcome, 'message').slice(0, 200)}`);
      for (const index of program.tasks.keys()) report(index, readRun(outcome.runs[index]) ?? notRun(`${name} sent an unknown shape\n`));
    },
  };
};
