import { imageBounds } from '@assay/domain/take';
import type { AttemptEvent } from './attempt-state.ts';
import type { Browser, Webcam } from './browser.ts';

const qualities = [0.8, 0.6, 0.45, 0.3];
const sides = [imageBounds.side, 480, 320];

/** A picture small enough for the server, or null while the camera has none. */
export const takePicture = async (webcam: Pick<Webcam, 'capture'>): Promise<Blob | null> => {
  for (const side of sides) {
    for (const quality of qualities) {
      const picture = await webcam.capture(side, quality);
      if (picture === null || picture.size <= imageBounds.bytes) return picture;
    }
  }
  return null;
};

/** One camera at a time: what an earlier one still reports after `close` is dropped. */
export const createCameraDevice = ({ openWebcam }: Pick<Browser, 'openWebcam'>, dispatch: (event: AttemptEvent) => void) => {
  let current: { webcam?: Webcam } | undefined;

  const open = async (): Promise<void> => {
    const own: { webcam?: Webcam } = {};
    const report = (event: AttemptEvent) => own === current && dispatch(event);
    current = own;
    try {
      const webcam = await openWebcam(() => report({ type: 'camera-lost' }));
      if (own !== current) return webcam.stop();
      own.webcam = webcam;
      report({ type: 'camera-opened', stream: webcam.stream });
    } catch {
      report({ type: 'camera-denied' });
    }
  };

  return {
    open: (): void => void open(),
    close: (): void => {
      current?.webcam?.stop();
      current = undefined;
    },
    takePicture: (): void => {
      const own = current;
      if (own?.webcam === undefined) return;
      // A camera that is unplugged while a picture is taken: `lost` follows.
      const taking = takePicture(own.webcam).catch(() => null);
      void taking.then((picture) => own === current && dispatch({ type: 'picture-taken', picture }));
    },
  };
};

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
