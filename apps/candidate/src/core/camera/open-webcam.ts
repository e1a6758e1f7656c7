import type { Webcam } from '../browser.ts';

const paint = (video: HTMLVideoElement, side: number): HTMLCanvasElement | null => {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) return null;
  const scale = Math.min(1, side / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(videoWidth * scale));
  canvas.height = Math.max(1, Math.round(videoHeight * scale));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas;
};

/** The device's camera through `getUserMedia` and a canvas; see `Browser.openWebcam`. */
export const openWebcam = async (lost: () => void): Promise<Webcam> => {
  // Undefined on plain http: a denied camera, like any other.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) throw new Error('this browser gives no camera here');
  const stream = await devices.getUserMedia({ video: { width: { ideal: 640 }, height: { ideal: 480 } }, audio: false });
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  for (const track of stream.getVideoTracks()) track.addEventListener('ended', lost, { once: true });
  await video.play();
  return {
    stream,
    capture: (side, quality) =>
      new Promise((resolve) => {
        const canvas = paint(video, side);
        if (canvas === null) resolve(null);
        else canvas.toBlob(resolve, 'image/jpeg', quality);
      }),
    stop: () => {
      for (const track of stream.getTracks()) track.stop();
      video.srcObject = null;
    },
  };
};
