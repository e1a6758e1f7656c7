import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { FailureEnvelope, type FileAnswer, type ReviewPage, type Scope, scopes, successEnvelope } from '@assay/domain';
import { type Assay, api } from '@assay/operations';
import { Service as Operations, smallEssay, smallUpload } from '@assay/operations/testing';
import type { TestEngine } from '@assay/store/testing';
import { publicUrl, somebody, zone } from '@assay/testing';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect } from 'vitest';
import { z } from 'zod';
import { type AppOptions, buildApp } from '../app.ts';
import { createBreakableStore } from './breakable.ts';
import { filesBeside, MemoryImages } from './images.ts';
import { rightAnswers, testFile } from './test-file.ts';

/** Every method that a client may send to a path, for `it.each`. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type Method = (typeof methods)[number];

type Upload = { readonly questionId?: number; readonly name?: string; readonly headers?: Record<string, string> };

export type Call = {
  readonly method: Method;
  readonly url: string;
  readonly key?: string | undefined;
  readonly headers?: Record<string, string>;
  /** Strings and buffers are sent unchanged, everything else as JSON. */
  readonly body?: unknown;
  readonly remoteAddress?: string;
};

/** Sends a request as an API client does. */
export const send = (app: FastifyInstance, { method, url, key, headers, body, remoteAddress }: Call): Promise<LightMyRequestResponse> =>
  app.inject({
    method,
    url,
    headers: {
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json;charset=utf-8' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  });

const Envelope = z.union([z.strictObject(successEnvelope(z.unknown()).shape), z.strictObject(FailureEnvelope.shape)]);

/** Checks what holds for every JSON response and returns its envelope. */
export const envelopeOf = (response: LightMyRequestResponse): z.output<typeof Envelope> => {
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.headers['x-request-id']).toMatch(/^[\w-]+$/);
  return Envelope.parse(response.json());
};

/** Checks that a response is this refusal with the matching status line, and returns its message. */
export const expectRefusal = (response: LightMyRequestResponse, statuscode: string): string => {
  const body = envelopeOf(response);
  expect({ status: response.statusCode, statuscode: body.statuscode, sentence: body.result }).toEqual({
    status: Number.parseInt(statuscode, 10),
    statuscode,
    sentence: expect.any(String),
  });
  return String(body.result);
};

/** The result of a successful response. Its type is the caller's claim; reference/examples.test.ts checks results by schema. */
export const resultOf = <Payload = Record<string, unknown>>(response: LightMyRequestResponse): Payload => {
  const body = envelopeOf(response);
  expect(body).toMatchObject({ statuscode: '200.1', description: 'The request has succeeded.' });
  expect(response.statusCode).toBe(200);
  return body.result as Payload;
};

/** Records the log from trace level up, as lines of JSON. */
const createLog = () => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString('utf8'));
      done();
    },
  });
  return { lines, logger: pino({ level: 'trace' }, sink) };
};

export type Invited = { readonly id: string; readonly token: string; readonly url: string };

export const tokenOf = (takeTestUrl: string): string => takeTestUrl.slice(takeTestUrl.lastIndexOf('/') + 1);

/** The script is of the build: a thread cannot run the sources as vitest does. */
export const largeBodyThread = new URL('../../dist/large-body-thread.js', import.meta.url);
export const candidatePage = fileURLToPath(new URL('../../../candidate/dist', import.meta.url));

type Options = Partial<
  Pick<AppOptions, 'v2HttpStatus' | 'trustProxy' | 'metricsToken' | 'corsOrigins' | 'rateLimits' | 'responses' | 'runnerRoutes'>
> & {
  engine?: TestEngine;
  /** Instead of the pool of embedded engines. */
  runner?: Assay['runner'];
  publicUrl?: string;
};

/** The application with its own store for a suite, and helpers that bring it into the state that a test needs. */
export const useService = (options: Options = {}) => {
  const log = createLog();
  const operations = new Operations();
  const images = new MemoryImages();
  const registry = new Registry();
  let opened: { app: FastifyInstance; faults: ReturnType<typeof createBreakableStore> } | undefined;
  const get = () => {
    if (opened === undefined) throw new Error('the application is built by beforeAll');
    return opened;
  };

  beforeAll(async () => {
    let faults: ReturnType<typeof createBreakableStore> | undefined;
    await operations.open(options.engine ?? 'sqlite', ({ store }) => {
      faults = createBreakableStore(store);
      return {
        store: faults.store,
        images,
        files: filesBeside(images),
        publicUrl: options.publicUrl ?? publicUrl,
        ...(options.runner && { runner: options.runner }),
      };
    });
    if (faults === undefined) throw new Error('open did not ask for changes');
    const {
      v2HttpStatus = 'match',
      trustProxy = false,
      metricsToken,
      corsOrigins,
      rateLimits = {},
      responses = {},
      runnerRoutes,
    } = options;
    const app = await buildApp({
      assay: operations.assay,
      v2HttpStatus,
      trustProxy,
      logger: log.logger,
      registry,
      metricsToken,
      corsOrigins,
      rateLimits,
      responses,
      largeBodyThread,
      candidatePage,
      runnerRoutes,
    });
    opened = { app, faults };
  });
  afterAll(async () => {
    await opened?.app.close();
    await operations.dispose();
  });

  const service = {
    clock: operations.clock,
    outbound: operations.outbound,
    images,
    registry,
    log: log.logger,
    logLines: log.lines,
    get app() {
      return get().app;
    },
    get assay() {
      return operations.assay;
    },
    get store() {
      return operations.assay.store;
    },
    /** Every call of the store fails with `error` while `work` runs. */
    whileStoreFails: <Value>(error: Error, work: () => Promise<Value>) => get().faults.during(error, work),

    send: (call: Call) => send(get().app, call),

    mintAccount: async (): Promise<number> => (await operations.mintAccount()).accountId,
    mintKey: async (accountId: number, granted: readonly Scope[] = scopes): Promise<string> => {
      const ctx = { assay: service.assay, accountId, scopes: new Set(scopes) };
      const created = await api.createApiKey({ ctx, input: { body: { name: `key ${randomUUID()}`, scopes: granted } } });
      if (!created.ok) throw new Error(created.error.message);
      return created.value.apiKey;
    },

    importTest: async (key: string, changes: Record<string, unknown> = {}): Promise<string> => {
      const imported = await service.send({ method: 'POST', url: '/manage/v1/tests', key, body: { ...testFile, ...changes } });
      return String(resultOf(imported).testId);
    },

    /** A new account with an API key and a test. */
    mint: async () => {
      const accountId = await service.mintAccount();
      const key = await service.mintKey(accountId);
      return { accountId, key, testId: await service.importTest(key) };
    },

    createLink: async (key: string, testId: string, changes: Record<string, unknown> = {}) => {
      const body = { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone, ...changes };
      const created = await service.send({ method: 'POST', url: `/v2/org/tests/${testId}/testlinks`, key, body });
      const { testLinkId, testLinkAccessKey } = resultOf(created);
      return { id: String(testLinkId), accessKey: String(testLinkAccessKey) };
    },

    register: async (key: string, testId: string, body: object = somebody()): Promise<Invited> => {
      const registered = await service.send({ method: 'POST', url: `/v2/org/tests/${testId}/register`, key, body });
      const { testInvitationId, takeTestURL } = resultOf(registered);
      return { id: String(testInvitationId), url: String(takeTestURL), token: tokenOf(String(takeTestURL)) };
    },

    registerByLink: async (key: string, testId: string, linkId: string, body: object = somebody()): Promise<Invited> => {
      const url = `/v2/org/tests/${testId}/testlinks/${linkId}/register`;
      const { testInvitationId, testUrl } = resultOf(await service.send({ method: 'POST', url, key, body }));
      return { id: String(testInvitationId), url: String(testUrl), token: tokenOf(String(testUrl)) };
    },

    take: (token: string, call: Omit<Call, 'url'> & { path: string }) => service.send({ ...call, url: `/take/${token}/${call.path}` }),
    start: (token: string) => service.take(token, { method: 'POST', path: 'start' }),
    submit: (token: string) => service.take(token, { method: 'POST', path: 'submit' }),
    save: (token: string, questionId: string | number, answer: unknown, revision = 1) =>
      service.take(token, { method: 'PUT', path: `answers/${questionId}`, body: { answer, revision } }),

    /** A running attempt by a test link with webcam images. */
    startProctored: async (key: string, testId: string): Promise<Invited> => {
      const link = await service.createLink(key, testId, { imageProctoring: 1 });
      const invited = await service.registerByLink(key, testId, link.id);
      resultOf(await service.start(invited.token));
      return invited;
    },
    sendImage: (token: string, bytes: Buffer, mediaType = 'image/jpeg') =>
      service.take(token, { method: 'POST', path: 'images', body: bytes, headers: { 'content-type': mediaType } }),
    upload: (token: string, body: Buffer, { questionId = 1, name = 'Ana – Plan.txt', headers = {} }: Upload = {}) =>
      service.take(token, {
        method: 'PUT',
        path: `files/${questionId}?${new URLSearchParams({ name })}`,
        body,
        headers: { 'content-type': 'application/octet-stream', ...headers },
      }),

    /** Starts, answers and submits. */
    complete: async (token: string, answers: Readonly<Record<string, unknown>> = rightAnswers): Promise<void> => {
      resultOf(await service.start(token));
      for (const [questionId, answer] of Object.entries(answers)) resultOf(await service.save(token, questionId, answer));
      resultOf(await service.submit(token));
    },

    /** An essay of a new test waits for a grade. Returns the id of its review. */
    openReview: async (key: string): Promise<string> => {
      const testId = await service.importTest(key, { sections: [{ name: 'Essays', questions: [smallEssay] }] });
      const { token } = await service.register(key, testId);
      await service.complete(token, { 1: 'Because.' });
      return service.onlyReview(key, testId);
    },

    /** A file of a new test waits for a grade. */
    openFileReview: async (key: string): Promise<{ testInvitationId: string; questionId: string; reviewId: string }> => {
      const testId = await service.importTest(key, { sections: [{ name: 'Files', questions: [smallUpload] }] });
      const { id: testInvitationId, token } = await service.register(key, testId);
      resultOf(await service.start(token));
      const { fileId } = resultOf<FileAnswer>(await service.upload(token, Buffer.from('All of it.')));
      resultOf(await service.save(token, 1, { fileId }));
      resultOf(await service.submit(token));
      return { testInvitationId, questionId: '1', reviewId: await service.onlyReview(key, testId) };
    },

    onlyReview: async (key: string, testId: string): Promise<string> => {
      const waiting = await service.send({ method: 'GET', url: `/manage/v1/reviews?testId=${testId}`, key });
      return String(resultOf<ReviewPage>(waiting).reviews[0]?.reviewId);
    },

    /** Runs programs until none waits to be graded. */
    grade: async (): Promise<void> => void (await operations.grade()),
    generate: (): Promise<void> => operations.generate(),
    /** Sends deliveries until none is due. A bug fails the test, a receiver's error does not. */
    deliver: (): Promise<void> => operations.deliver(),
  };
  return service;
};

export type Service = ReturnType<typeof useService>;
