/** States of the webcam that the page reports, if the test link requires images. */
export const cameraStates = ['granted', 'denied', 'lost'] as const;
export type CameraState = (typeof cameraStates)[number];
