import { imageBounds } from '@assay/domain/take';
import type { Browser, Webcam } from '../browser.ts';
import type { AttemptEvent } from '../session/attempt-state.ts';

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
