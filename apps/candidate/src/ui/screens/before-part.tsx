import { useEffect, useState } from 'preact/hooks';
import type { AttemptController } from '../../core/session/attempt-controller.ts';
import { useLatency } from '../running/use-latency.ts';
import { BeforeScreen } from './before-screen.tsx';
import { loadLater } from './later-chunk.ts';

/** The screen before the start. The clock starts only once the code of the test is loaded. */
export const BeforePart = ({ controller }: { readonly controller: AttemptController }) => {
  const screen = controller.screen.value;
  const latency = useLatency();
  const [failed, setFailed] = useState(false);
  useEffect(() => void loadLater(), []);
  if (screen.screen !== 'before') return null;
  const { attempt, starting, problem } = screen;
  const onAsk = () => controller.dispatch({ type: 'camera-pressed' });
  const camera = attempt.imageProctoring === 1 ? { state: controller.camera.value, stream: controller.cameraStream.value, onAsk } : null;
  const check = {
    online: controller.online.value,
    latency,
    clockOffset: controller.clockOffset.value,
    persistent: controller.persistent.value,
    camera,
  };
  const start = async (choice: { readonly camera: boolean }) => {
    const ready = await loadLater();
    setFailed(!ready);
    if (ready) controller.dispatch({ type: 'start-pressed', ...choice });
  };
  return (
    <BeforeScreen
      attempt={attempt}
      starting={starting}
      problem={failed ? 'unreachable' : problem}
      check={check}
      onStart={(choice) => void start(choice)}
    />
  );
};
