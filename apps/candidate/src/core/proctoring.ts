import type { AnswerStore } from './answer-store.ts';
import type { Browser } from './browser.ts';
import { type Camera, createCamera } from './camera.ts';
import type { Protocol } from './protocol.ts';
import type { Attempt, CameraState } from './types.ts';

type Deps = {
  readonly protocol: Protocol;
  readonly browser: Browser;
  readonly store: () => Promise<Pick<AnswerStore, 'cameraConsent' | 'setCameraConsent'>>;
  readonly suspendLeaving: () => () => void;
  readonly onState: (state: CameraState, stream: MediaStream | null) => void;
};

export type Proctoring = {
  /** Consent was given or not; asks for the camera when it was. */
  readonly decide: (consent: boolean) => Promise<void>;
  /** The attempt runs here: pictures, when it is proctored and consent was given, now or on this device before a reload. */
  readonly begin: (attempt: Attempt) => Promise<void>;
  readonly end: () => void;
};

/** The candidate's consent to the camera, and the camera while the attempt runs on this page. */
export const createProctoring = ({ protocol, browser, store, suspendLeaving, onState }: Deps): Proctoring => {
  let camera: Camera | undefined;
  let consent: boolean | undefined;
  let running = false;

  const cameraOf = (): Camera => {
    camera ??= createCamera({ protocol, browser, suspendLeaving, onState });
    return camera;
  };

  const apply = async () => {
    const kept = await store();
    const given = consent ?? ((await kept.cameraConsent()) || undefined);
    // On another device than the one consent was given on, nothing is asked: the page offers it.
    if (!running || given === undefined) return;
    cameraOf().run();
    if (!given) return cameraOf().decline();
    void kept.setCameraConsent();
    await cameraOf().ask();
  };

  return {
    decide: async (given) => {
      consent = given;
      if (running) await apply();
      else if (given) await cameraOf().ask();
    },
    begin: async ({ imageProctoring }) => {
      running = imageProctoring === 1;
      if (running) await apply();
    },
    end: () => {
      running = false;
      camera?.dispose();
      camera = undefined;
    },
  };
};
