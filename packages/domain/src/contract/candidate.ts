import { AttemptState, CameraResult, EventsResult, ImageResult, imageBounds, SaveAnswerResult, SubmitResult } from '../attempt/take.ts';
import { CameraBody, EventsBody, SaveAnswerBody, SessionBody } from '../attempt/take-bodies.ts';
import { JoinBody, JoinResult, JoinState } from '../invitation/join.ts';
import type { RefusalCode } from '../wire/status-codes.ts';
import { named } from './operation.ts';

/** A token that opens no attempt, or none any more. */
const tokenRefusals = ['resource.not-found', 'take.cancelled', 'take.superseded'] as const satisfies readonly RefusalCode[];
const notRunning = [...tokenRefusals, 'resource.conflict', 'take.completed'] as const satisfies readonly RefusalCode[];
const accessRefusals = ['take.not-open', 'take.closed', 'take.outside-slot', 'take.inactive'] as const satisfies readonly RefusalCode[];

/** What a candidate does with the token of a take URL. */
export const takeOperations = named({
  getAttempt: {
    method: 'GET',
    path: '/take/{token}/attempt',
    summary: 'The state of an attempt; questions and answers while it runs',
    credential: 'token',
    result: AttemptState,
    refusals: tokenRefusals,
  },
  startAttempt: {
    method: 'POST',
    path: '/take/{token}/start',
    summary: 'Start the attempt, or take over the running one',
    credential: 'token',
    body: SessionBody,
    optionalBody: true,
    result: AttemptState,
    refusals: [...tokenRefusals, ...accessRefusals, 'take.deadline-passed', 'take.completed', 'resource.conflict'],
  },
  saveAnswer: {
    method: 'PUT',
    path: '/take/{token}/answers/{questionId}',
    summary: 'Save an answer by its revision; null clears it',
    credential: 'token',
    body: SaveAnswerBody,
    result: SaveAnswerResult,
    refusals: [...notRunning, 'take.deadline-passed', 'take.taken-over'],
  },
  recordEvents: {
    method: 'POST',
    path: '/take/{token}/events',
    summary: 'Record that the candidate left the test window or returned',
    credential: 'token',
    body: EventsBody,
    result: EventsResult,
    refusals: notRunning,
  },
  recordCamera: {
    method: 'POST',
    path: '/take/{token}/camera',
    summary: 'Record the state of the webcam',
    credential: 'token',
    body: CameraBody,
    result: CameraResult,
    refusals: notRunning,
  },
  saveImage: {
    method: 'POST',
    path: '/take/{token}/images',
    summary: 'Save a webcam image',
    credential: 'token',
    body: 'image/jpeg',
    bodyLimit: imageBounds.bytes,
    result: ImageResult,
    refusals: [...notRunning, 'request.rate-limited'],
  },
  submitAttempt: {
    method: 'POST',
    path: '/take/{token}/submit',
    summary: 'Complete the attempt; again returns the same',
    credential: 'token',
    body: SessionBody,
    optionalBody: true,
    result: SubmitResult,
    refusals: [...tokenRefusals, 'resource.conflict', 'take.taken-over'],
  },
});

/** What a visitor does with the access key of a link or a test. */
export const joinOperations = named({
  getJoinState: {
    method: 'GET',
    path: '/join/{key}',
    summary: 'What a visitor may know of a test before registering',
    credential: 'key',
    result: JoinState,
    refusals: ['resource.not-found'],
  },
  joinTest: {
    method: 'POST',
    path: '/join/{key}',
    summary: 'Register with an access key',
    credential: 'key',
    body: JoinBody,
    result: JoinResult,
    refusals: [
      'resource.not-found',
      'resource.conflict',
      'join.already-invited',
      'join.invite-only',
      'take.cancelled',
      'take.closed',
      'take.inactive',
      'request.rate-limited',
    ],
  },
});
