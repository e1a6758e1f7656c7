/** What became of the webcam that a test link asks for. */
export const cameraStates = ['granted', 'denied', 'lost'] as const;
export type CameraState = (typeof cameraStates)[number];
