import { hash, timingSafeEqual } from 'node:crypto';
import { refusal } from '@assay/domain';
import type { CodeRunner } from '@assay/operations';
import { type Hub, openSubmissions, readHello, readReport, readRunnerId, readSubmission, runnerBodyLimits } from '@assay/runner';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Limiter } from '../limits/limiter.ts';
import { createFailedKeyLog } from '../limits/log-failed-keys.ts';
import type { SendRefusal } from '../plugins/envelope.ts';
import { countResponseFor } from '../responses/owners.ts';
import { closedSignal } from './closed-signal.ts';

export type RunnerRoutes = {
  /** `ASSAY_RUNNER_KEY`. It opens these routes and nothing else. */
  readonly key: string;
  readonly hub: Hub;
};

type Options = RunnerRoutes & {
  /** What runs the programs that another process submits: runners, or an engine of this process when none of them has the language. */
  readonly runner: Pick<CodeRunner, 'offers' | 'run'>;
  readonly sendRefusal: SendRefusal;
  readonly limiter: Limiter;
};

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Routes of runner processes (`assay-runner`) and of other Assay processes that submit programs. Packages/runner has their protocol. */
export const registerRunner = (app: FastifyInstance, { key, hub, runner, sendRefusal, limiter }: Options): void => {
  const expected = digest(`Bearer ${key}`);
  const logFailedKey = createFailedKeyLog('a runner key');
  const submissions = openSubmissions(runner.run);
  // Open polls would keep the server from its stop.
  app.addHook('preClose', async () => {
    submissions.close();
    await hub.close();
  });

  const authenticate = async (request: FastifyRequest, reply: FastifyReply) => {
    const { authorization } = request.headers;
    // Digests, because these have one length.
    if (timingSafeEqual(digest(authorization ?? ''), expected)) return countResponseFor(request, { kind: 'runners' });
    if (authorization !== undefined) {
      limiter.countFailure(request, reply);
      logFailedKey(request);
    }
    reply.header('www-authenticate', 'Bearer');
    return sendRefusal(request, reply, refusal('request.unauthenticated', 'Send ASSAY_RUNNER_KEY in the header Authorization: Bearer …'));
  };
  const route = (bodyLimit: number) => ({ bodyLimit, onRequest: [limiter.unlimited, authenticate] });
  const invalid = refusal('request.invalid', 'The body has not the shape that this version knows');
  const busy = refusal('service.unavailable', 'Too many wait already; try again');

  app.post('/runner/v1/hello', route(runnerBodyLimits.hello), async (request, reply) => {
    const hello = readHello(request.body);
    if (hello === undefined) return sendRefusal(request, reply, invalid);
    return hub.hello(hello) ?? sendRefusal(request, reply, busy);
  });

  app.post('/runner/v1/claim', route(runnerBodyLimits.claim), async (request, reply) => {
    const id = readRunnerId(request.body);
    if (id === undefined) return sendRefusal(request, reply, invalid);
    const claimed = await hub.claim(id, closedSignal(reply));
    if (claimed === 'unknown') return sendRefusal(request, reply, refusal('resource.not-found', 'This runner must say hello first'));
    return claimed ?? reply.type('application/json').send('null');
  });

  app.post('/runner/v1/runs', route(runnerBodyLimits.runs), async (request, reply) => {
    const report = readReport(request.body);
    const result = report === undefined ? 'invalid' : hub.report(report);
    if (result === 'invalid') return sendRefusal(request, reply, invalid);
    if (result === 'gone') return sendRefusal(request, reply, refusal('resource.conflict', 'This claim has ended'));
    return {};
  });

  app.get('/runner/v1/offers', route(runnerBodyLimits.claim), async () => ({ offers: await runner.offers() }));

  app.post('/runner/v1/programs', route(runnerBodyLimits.programs), async (request, reply) => {
    const submission = readSubmission(request.body);
    if (submission === undefined) return sendRefusal(request, reply, invalid);
    const result = await submissions.wait(submission, closedSignal(reply));
    if (result === 'unknown')
      return sendRefusal(request, reply, refusal('resource.not-found', 'This program was not submitted, or is forgotten'));
    return result === 'full' ? sendRefusal(request, reply, busy) : result;
  });
};
