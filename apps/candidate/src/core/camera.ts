import type { Browser, Webcam } from './browser.ts';
import type { Protocol } from './protocol.ts';
import type { CameraState } from './types.ts';

const longerSide = 640;
const atMostBytes = 60 * 1024;
const qualities = [0.8, 0.6, 0.45, 0.3];
const smallerSides = [longerSide, 480, 320];
const keptPictures = 3;
const firstPictureTries = 10;

type Deps = {
  readonly protocol: Pick<Protocol, 'reportCamera' | 'uploadImage'>;
  readonly browser: Pick<Browser, 'openWebcam' | 'setTimeout' | 'clearTimeout' | 'random' | 'listen'>;
  /** Called before a permission prompt; what it returns is called after. */
  readonly suspendLeaving: () => () => void;
  readonly onState: (state: CameraState, stream: MediaStream | null) => void;
};

export type Camera = {
  /** Asks the browser, once at a time; resolves when it is on, or known not to be. */
  readonly ask: () => Promise<void>;
  /** Pictures from now on; reports what became of the camera, also when it is asked for only later. */
  readonly run: () => void;
  /** Consent was not given: recorded like a denied camera. */
  readonly decline: () => void;
  readonly dispose: () => void;
};

/** The picture as small as the server takes it, or null while the camera shows none. */
export const takePicture = async (webcam: Pick<Webcam, 'capture'>): Promise<Blob | null> => {
  for (const side of smallerSides) {
    for (const quality of qualities) {
      const picture = await webcam.capture(side, quality);
      if (picture === null || picture.size <= atMostBytes) return picture;
    }
  }
  return null;
};

/** A picture at the start, then every 30 to 90 s at random. What the camera does never holds up the test. */
export const createCamera = ({ protocol, browser, suspendLeaving, onState }: Deps): Camera => {
  let webcam: Webcam | undefined;
  let asking: Promise<void> | undefined;
  let running = false;
  let disposed = false;
  let uploading = false;
  let reporting = false;
  let timer: number | undefined;
  let outcome: 'granted' | 'denied' | 'lost' | undefined;
  let reported: typeof outcome;
  const pictures: Blob[] = [];

  const report = async () => {
    if (!running || reporting) return;
    reporting = true;
    while (outcome !== undefined && outcome !== reported && !disposed) {
      const told = outcome;
      const result = await protocol.reportCamera(told);
      // Told with the next picture, or when the network is back.
      if (result.type === 'unreachable') break;
      reported = told;
    }
    reporting = false;
  };

  const upload = async () => {
    if (uploading || disposed) return;
    uploading = true;
    while (pictures[0] !== undefined && !disposed) {
      const picture = pictures[0];
      const result = await protocol.uploadImage(picture);
      if (result.type === 'unreachable') break;
      const at = pictures.indexOf(picture);
      if (at >= 0) pictures.splice(at, 1);
    }
    uploading = false;
  };

  const shoot = async (triesLeft: number): Promise<void> => {
    if (webcam === undefined || disposed) return;
    // A camera that is pulled while a picture is taken: `lost` follows.
    const picture = await takePicture(webcam).catch(() => null);
    if (disposed || webcam === undefined) return;
    if (picture !== null) pictures.push(picture);
    if (pictures.length > keptPictures) pictures.shift();
    void report();
    void upload();
    const soon = picture === null && triesLeft > 0;
    timer = browser.setTimeout(() => void shoot(soon ? triesLeft - 1 : 0), soon ? 500 : 30_000 + browser.random() * 60_000);
  };

  const conclude = (told: 'granted' | 'denied' | 'lost', state: CameraState) => {
    outcome = told;
    onState(state, webcam?.stream ?? null);
    void report();
  };

  const lose = () => {
    if (webcam === undefined || disposed) return;
    webcam.stop();
    webcam = undefined;
    browser.clearTimeout(timer);
    conclude('lost', 'lost');
  };

  const open = async () => {
    onState('asking', null);
    const resume = suspendLeaving();
    try {
      const opened = await browser.openWebcam(lose);
      if (disposed) return opened.stop();
      webcam = opened;
      conclude('granted', 'on');
      if (running) void shoot(firstPictureTries);
    } catch {
      // No camera, no permission, or held by another program: one and the same for the test, which goes on.
      if (!disposed) conclude('denied', 'denied');
    } finally {
      resume();
    }
  };

  const stopListening = browser.listen('online', () => {
    void report();
    if (running) void upload();
  });

  return {
    ask: async () => {
      if (webcam !== undefined || disposed) return;
      asking ??= open().finally(() => {
        asking = undefined;
      });
      await asking;
    },
    run: () => {
      if (running || disposed) return;
      running = true;
      void report();
      void shoot(firstPictureTries);
    },
    decline: () => {
      webcam?.stop();
      webcam = undefined;
      browser.clearTimeout(timer);
      conclude('denied', 'denied');
    },
    dispose: () => {
      disposed = true;
      stopListening();
      browser.clearTimeout(timer);
      webcam?.stop();
      webcam = undefined;
      onState('off', null);
    },
  };
};
