import { isDue } from '../clock/retry.ts';
import type { CameraOutcome, Response } from '../server/protocol.ts';
import { type Camera, cameraOff, type Draft, request } from '../session/attempt-state.ts';

const picturesKept = 3;
const firstPictureTries = 10;

const change = (draft: Draft, part: Partial<Camera>) => {
  draft.camera = { ...draft.camera, ...part };
};

const report = (draft: Draft) => {
  const { recording, reporting, outcome, reported } = draft.camera;
  if (!recording || reporting || outcome === null || outcome === reported) return;
  change(draft, { reporting: true });
  request(draft, { call: 'reportCamera', state: outcome });
};

const upload = (draft: Draft) => {
  const { recording, uploading, pictures } = draft.camera;
  const [image] = pictures;
  if (!recording || uploading || image === undefined) return;
  change(draft, { uploading: true });
  request(draft, { call: 'uploadImage', image });
};

/** The network may be back. */
export const resumeUploads = (draft: Draft) => {
  report(draft);
  upload(draft);
};

const pictureNow = (draft: Draft) => change(draft, { pictureAt: draft.env.now, soonLeft: firstPictureTries });

/** Asks for the camera; harmless when it is on already. */
export const askCamera = (draft: Draft) => {
  if (draft.camera.state === 'on' || draft.camera.state === 'asking') return;
  change(draft, { state: 'asking', stream: null });
  draft.effects.push({ type: 'open-camera' });
};

export const cameraOpened = (draft: Draft, stream: MediaStream | null) => {
  change(draft, { state: 'on', stream, outcome: 'granted' });
  if (draft.camera.recording) pictureNow(draft);
  report(draft);
};

/** Without a camera, without permission, or with one that another program uses, the test goes on all the same. */
export const cameraGone = (draft: Draft, outcome: Exclude<CameraOutcome, 'granted'>) => {
  change(draft, { state: outcome, stream: null, outcome, pictureAt: null });
  draft.effects.push({ type: 'close-camera' });
  report(draft);
};

/** A proctored attempt runs here. Without consent on this page or device (`storedConsent`) nothing is asked: the page offers it. */
export const beginRecording = (draft: Draft, storedConsent: boolean) => {
  const consent = draft.camera.consent ?? (storedConsent || null);
  if (consent === null) return;
  change(draft, { recording: true });
  if (!consent) return cameraGone(draft, 'denied');
  draft.effects.push({ type: 'set-camera-consent' });
  if (draft.camera.state === 'on') pictureNow(draft);
  report(draft);
  askCamera(draft);
};

export const endRecording = (draft: Draft) => {
  if (draft.camera.state !== 'off') draft.effects.push({ type: 'close-camera' });
  draft.camera = { ...cameraOff, consent: draft.camera.consent };
};

export const takePictureWhenDue = (draft: Draft) => {
  if (!isDue(draft.camera.pictureAt, draft.env.now)) return;
  change(draft, { pictureAt: null });
  draft.effects.push({ type: 'take-picture' });
};

/** The next picture comes 30 to 90 s later, at random. `picture` is null while the camera shows nothing. */
export const pictureTaken = (draft: Draft, picture: Blob | null) => {
  const { state, recording, pictures, soonLeft } = draft.camera;
  if (state !== 'on' || !recording) return;
  const soon = picture === null && soonLeft > 0;
  change(draft, {
    pictures: picture === null ? pictures : [...pictures, picture].slice(-picturesKept),
    pictureAt: draft.env.now + (soon ? 500 : 30_000 + draft.env.random * 60_000),
    soonLeft: soon ? soonLeft - 1 : 0,
  });
  resumeUploads(draft);
};

/** The response to `reportCamera`. What could not be reported is with the next picture, or when the network is back. */
export const cameraReported = (draft: Draft, { request: sent, outcome }: Response<'reportCamera'>) => {
  change(draft, { reporting: false });
  if (outcome.type === 'unreachable') return;
  change(draft, { reported: sent.state });
  report(draft);
};

/** The response to `uploadImage`. */
export const imageUploaded = (draft: Draft, { request: sent, outcome }: Response<'uploadImage'>) => {
  change(draft, { uploading: false });
  if (outcome.type === 'unreachable') return;
  change(draft, { pictures: draft.camera.pictures.filter((picture) => picture !== sent.image) });
  upload(draft);
};
