import {
  AttemptState,
  CameraResult,
  EditsResult,
  EventsResult,
  ImageResult,
  imageBounds,
  LanguagesResult,
  PlaceResult,
  RunResult,
  SaveAnswerResult,
  SaveFileResult,
  SubmitResult,
  TicketResult,
} from '../attempt/take.ts';
import {
  CameraBody,
  EditsBody,
  EventsBody,
  PlaceBody,
  RunBody,
  SaveAnswerBody,
  SaveFileQuery,
  SessionBody,
} from '../attempt/take-bodies.ts';
import { ConfirmationState, JoinBody, Joined, JoinResult, JoinState } from '../invitation/join.ts';
import { fileBounds } from '../review/file-types.ts';
import type { RefusalCode } from '../wire/status-codes.ts';
import { bodyLimits, candidateOperations } from './operation.ts';

/** A token that opens no attempt, or none any more. */
const tokenRefusals = ['resource.not-found', 'take.cancelled', 'take.superseded'] as const satisfies readonly RefusalCode[];
const notRunning = [...tokenRefusals, 'resource.conflict', 'take.completed'] as const satisfies readonly RefusalCode[];
const accessRefusals = ['take.not-open', 'take.closed', 'take.outside-slot', 'take.inactive'] as const satisfies readonly RefusalCode[];

/** What a candidate does with the token of a take URL. */
export const takeOperations = candidateOperations(['candidate'], {
  getAttempt: {
    route: 'GET /take/{token}/attempt',
    summary: 'The state of an attempt; questions and answers while it runs',
    result: AttemptState,
    refusals: tokenRefusals,
  },
  startAttempt: {
    route: 'POST /take/{token}/start',
    summary: 'Start the attempt, or take over the running one',
    body: SessionBody,
    optionalBody: true,
    result: AttemptState,
    refusals: [...tokenRefusals, ...accessRefusals, 'join.invite-only', 'take.deadline-passed', 'take.completed', 'resource.conflict'],
  },
  getPicture: {
    route: 'GET /take/{token}/pictures/{pictureId}',
    summary: 'A picture of a question',
    limits: ['picture'],
    result: 'image/*',
    refusals: notRunning,
  },
  getSealedPicture: {
    route: 'GET /take/{token}/pictures/{pictureId}/sealed',
    summary: 'A picture of a question, encrypted, to be stored before the start',
    limits: ['picture'],
    result: 'application/octet-stream',
    refusals: notRunning,
  },
  getLanguages: {
    route: 'GET /take/{token}/languages',
    summary: 'Programming languages: version, input and output, libraries and a program to start from',
    result: LanguagesResult,
    refusals: tokenRefusals,
  },
  saveAnswer: {
    route: 'PUT /take/{token}/answers/{questionId}',
    summary: 'Save an answer by its revision, and with `base` only over one that this page has seen; null clears it',
    body: SaveAnswerBody,
    bodyLimit: bodyLimits.answer,
    result: SaveAnswerResult,
    refusals: [...notRunning, 'take.deadline-passed', 'take.taken-over'],
  },
  saveFile: {
    route: 'PUT /take/{token}/files/{questionId}',
    summary: 'Upload a file, to be sent as the answer to its question',
    query: SaveFileQuery,
    body: 'application/octet-stream',
    bodyLimit: fileBounds.bytes,
    result: SaveFileResult,
    refusals: [
      ...notRunning,
      'take.deadline-passed',
      'take.taken-over',
      'media-type.unsupported',
      'request.rate-limited',
      'service.unavailable',
    ],
  },
  savePlace: {
    route: 'PUT /take/{token}/place',
    summary: 'Save the question shown and the questions flagged, for another device or a new page',
    body: PlaceBody,
    bodyLimit: bodyLimits.medium,
    result: PlaceResult,
    refusals: [...notRunning, 'take.taken-over'],
  },
  issueTicket: {
    route: 'POST /take/{token}/ticket',
    summary: 'Show that the page reaches the server, and get a ticket for answers that it may have to send late',
    body: SessionBody,
    optionalBody: true,
    result: TicketResult,
    refusals: [...notRunning, 'take.taken-over'],
  },
  runCode: {
    route: 'POST /take/{token}/runs',
    summary: "Run a program on a question's samples, or on an input of the candidate's own",
    body: RunBody,
    // An input may be empty, which elsewhere means that a field is left out.
    exactNames: true,
    bodyLimit: bodyLimits.run,
    result: RunResult,
    refusals: [...notRunning, 'take.deadline-passed', 'take.taken-over', 'request.rate-limited', 'service.unavailable'],
  },
  recordEdits: {
    route: 'POST /take/{token}/edits',
    summary: 'Record what was typed into programs over time',
    body: EditsBody,
    bodyLimit: bodyLimits.edits,
    result: EditsResult,
    refusals: [...notRunning, 'take.taken-over'],
  },
  recordEvents: {
    route: 'POST /take/{token}/events',
    summary: 'Record that the candidate left the test window or returned',
    body: EventsBody,
    bodyLimit: bodyLimits.answer,
    result: EventsResult,
    refusals: [...notRunning, 'take.taken-over'],
  },
  recordCamera: {
    route: 'POST /take/{token}/camera',
    summary: 'Record the state of the webcam',
    body: CameraBody,
    result: CameraResult,
    refusals: notRunning,
  },
  saveImage: {
    route: 'POST /take/{token}/images',
    summary: 'Save a webcam image',
    body: 'image/jpeg',
    bodyLimit: imageBounds.bytes,
    result: ImageResult,
    refusals: [...notRunning, 'request.rate-limited', 'service.unavailable'],
  },
  submitAttempt: {
    route: 'POST /take/{token}/submit',
    summary: 'Complete the attempt; again returns the same',
    body: SessionBody,
    optionalBody: true,
    result: SubmitResult,
    refusals: [...tokenRefusals, 'resource.conflict', 'take.taken-over'],
  },
});

/** What keeps a visitor from an invitation, besides their own one. */
const joinRefusals = [
  'resource.not-found',
  'resource.conflict',
  'join.invite-only',
  'take.cancelled',
  'take.closed',
  'take.inactive',
] as const satisfies readonly RefusalCode[];

/** What a visitor does with the access key of a link or a test. */
export const joinOperations = candidateOperations(['visitor', 'target'], {
  getJoinState: {
    route: 'GET /join/{key}',
    summary: 'What a visitor may know of a test before registering',
    result: JoinState,
    refusals: ['resource.not-found'],
  },
  joinTest: {
    route: 'POST /join/{key}',
    summary: 'Register with an access key',
    limits: ['visitor', 'registration', 'target'],
    body: JoinBody,
    result: JoinResult,
    refusals: [...joinRefusals, 'join.already-invited', 'request.rate-limited'],
  },
  getConfirmation: {
    route: 'GET /join/confirm/{token}',
    summary: 'What a visitor who opens a mailed address is about to confirm',
    result: ConfirmationState,
    refusals: ['resource.not-found', 'join.link-expired'],
  },
  confirmJoin: {
    route: 'POST /join/confirm/{token}',
    summary: 'Confirm the address that was typed, and be invited; again returns the same',
    result: Joined,
    refusals: [...joinRefusals, 'join.link-expired'],
  },
});
