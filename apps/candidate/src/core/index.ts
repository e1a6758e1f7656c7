export { createAttemptController } from './attempt-controller.ts';
export { type Browser, createBrowser } from './browser.ts';
export { isBlank } from './codecs.ts';
export { readAddress } from './page-address.ts';
export type {
  Answer,
  AnswerView,
  Attempt,
  AttemptController,
  CameraState,
  EndReason,
  FieldFault,
  JoinController,
  JoinDetails,
  JoinField,
  JoinProblem,
  SaveState,
  TakeQuestion,
} from './types.ts';
