import { type Refusal, refusal } from '@assay/domain';
import { type Assay, type Candidate, getAttempt, saveAnswer, startAttempt, submitAttempt } from '@assay/operations';
import { describeError } from '@assay/runtime';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readForm, typedText } from '../pages/form.ts';
import { renderMessage, renderRetry, renderTake } from '../pages/render.ts';
import { saveEdits } from '../pages/save-edits.ts';
import { setSite, siteOf } from '../pages/site.ts';
import { styles, stylesRoute, stylesTag } from '../pages/styles.ts';

type PageRequest = FastifyRequest<{ Params: { token: string }; Querystring: Record<string, unknown> }>;

/** A form carries the answers to all questions at once, each of up to 20,000 characters, and percent-encoded. */
const formLimit = 16 * 1024 * 1024;

const answersRoute = '/take/:token/form/answers';

/** What a fault may tell a candidate. */
const refusalOf = (error: FastifyError, request: FastifyRequest): Refusal => {
  if (error.statusCode === 413) return refusal('body.too-large', 'These answers are together too long to be sent at once');
  if (error.name === 'StoreUnavailable') return refusal('service.unavailable', 'The service is not available at present');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return refusal('request.invalid', 'The request could not be read');
  return refusal('service.fault', `The fault is logged under request id ${request.id}`);
};

/** The plain candidate page: HTML and ordinary form posts, no script. */
export const registerPages = (app: FastifyInstance, assay: Assay): void => {
  const site = siteOf(assay.publicUrl);
  setSite(app, site);
  const candidate = (request: PageRequest): Candidate => ({ assay, token: request.params.token });
  const pathOf = (request: PageRequest): string => `${site.base}/take/${encodeURIComponent(request.params.token)}`;

  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = refusalOf(error, request);
    if (failure.code === 'service.unavailable') reply.header('retry-after', '1');
    if (failure.code === 'service.fault' || failure.code === 'service.unavailable')
      request.log.error({ err: describeError(error) }, 'request failed');
    // The form is sent back with the page: a browser forgets it otherwise.
    if (request.routeOptions.url === answersRoute && request.body != null && failure.code !== 'request.invalid')
      return renderRetry(reply, { action: `${site.base}${request.url}`, body: request.body, refusal: failure });
    return renderMessage(reply, failure);
  };

  /** The page as it is now, with why the last request was not done. */
  const renderRefused = async (request: PageRequest, reply: FastifyReply, refused: Refusal): Promise<FastifyReply> => {
    const state = await getAttempt({ candidate: candidate(request) });
    return state.ok ? renderTake(reply, { path: pathOf(request), state: state.value, refused }) : renderMessage(reply, refused);
  };

  app.get(stylesRoute, async (request, reply) => {
    const etag = `"${stylesTag}"`;
    reply.headers({ etag, 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' });
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.type('text/css; charset=utf-8').send(styles);
  });

  app.get('/take/:token', { errorHandler }, async (request: PageRequest, reply) => {
    const state = await getAttempt({ candidate: candidate(request) });
    if (!state.ok) return renderMessage(reply, state.error);
    const savedAt = /^\d{1,15}$/.test(typedText(request.query, 'saved')) ? Number(typedText(request.query, 'saved')) : undefined;
    return renderTake(reply, { path: pathOf(request), state: state.value, savedAt, confirm: typedText(request.query, 'confirm') === '1' });
  });

  app.post('/take/:token/form/start', { errorHandler }, async (request: PageRequest, reply) => {
    const started = await startAttempt({ candidate: candidate(request) });
    return started.ok ? reply.redirect(pathOf(request), 303) : renderRefused(request, reply, started.error);
  });

  app.post('/take/:token/form/submit', { errorHandler }, async (request: PageRequest, reply) => {
    const submitted = await submitAttempt({ candidate: candidate(request) });
    return submitted.ok ? reply.redirect(pathOf(request), 303) : renderRefused(request, reply, submitted.error);
  });

  app.post(answersRoute, { errorHandler, bodyLimit: formLimit }, async (request: PageRequest, reply) => {
    const path = pathOf(request);
    const state = await getAttempt({ candidate: candidate(request) });
    if (!state.ok) return renderMessage(reply, state.error);
    const { status, questions, answers, serverTime } = state.value;
    if (status === 'Completed') return renderRefused(request, reply, refusal('take.completed', 'What you sent just now was not saved'));
    if (questions === undefined || answers === undefined) return reply.redirect(path, 303);

    const { edits, faults } = readForm({ questions, answers }, request.body);
    const saved = await saveEdits(edits, ({ questionId, answer, revision }) =>
      saveAnswer({ candidate: candidate(request), input: { questionId: String(questionId), body: { answer, revision } } }),
    );
    if (saved.refused !== undefined) return renderRefused(request, reply, saved.refused);
    const feedback = new Map([...faults, ...saved.feedback]);
    if (feedback.size === 0) {
      const query = typedText(request.body, 'action') === 'submit' ? 'confirm=1' : `saved=${Date.parse(serverTime)}`;
      return reply.redirect(`${path}?${query}`, 303);
    }
    const now = await getAttempt({ candidate: candidate(request) });
    return now.ok ? renderTake(reply, { path, state: now.value, feedback }) : renderMessage(reply, now.error);
  });
};
