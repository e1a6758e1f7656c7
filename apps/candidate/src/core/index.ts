export { createAttemptController } from './attempt-controller.ts';
export { type Browser, createBrowser } from './browser.ts';
export { isBlank } from './codecs.ts';
export { type PageAddress, readAddress } from './page-address.ts';
export type {
  Answer,
  AnswerView,
  Attempt,
  AttemptController,
  AttemptDeps,
  CameraState,
  EndReason,
  FieldFault,
  JoinController,
  JoinDeps,
  JoinDetails,
  JoinField,
  JoinProblem,
  JoinScreen,
  SaveState,
  Screen,
  TakeQuestion,
} from './types.ts';
