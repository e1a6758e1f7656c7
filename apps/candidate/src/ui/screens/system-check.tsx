import type { ComponentChildren } from 'preact';
import type { CameraState } from '../../core/session/attempt-state.ts';
import { minutesText } from '../format.ts';
import { Icon, type IconName } from '../icons.tsx';
import { locale, t } from '../language.ts';
import { CameraPreview } from './camera-preview.tsx';

type CheckResult = 'ok' | 'note' | 'problem' | 'waiting';
const icons: Readonly<Record<CheckResult, IconName>> = { ok: 'check', note: 'info', problem: 'warning', waiting: 'clock' };

type RowProps = { readonly name: string; readonly result: CheckResult; readonly children: ComponentChildren };

const Row = ({ name, result, children }: RowProps) => (
  <div class={`check check-${result}`}>
    <dt>
      <Icon name={icons[result]} />
      {name}
      <span class="sr-only">, {t(`check.${result}`)}</span>
    </dt>
    <dd>{children}</dd>
  </div>
);

/** Ms above which the candidate notices each save: the page says so, and that it works all the same. */
const slowAbove = 800;

const Connection = ({ online, latency }: { readonly online: boolean; readonly latency: number | null }) => {
  const name = t('check.connection');
  if (!online)
    return (
      <Row name={name} result="problem">
        {t('check.connection.none')}
      </Row>
    );
  if (latency === null)
    return (
      <Row name={name} result="waiting">
        {t('check.waiting')}
      </Row>
    );
  const isSlow = latency > slowAbove;
  return (
    <Row name={name} result={isSlow ? 'note' : 'ok'}>
      {t(isSlow ? 'check.connection.slow' : 'check.connection.good', { milliseconds: Math.max(1, Math.round(latency)) })}
    </Row>
  );
};

const Clock = ({ offset }: { readonly offset: number | null }) => {
  const minutes = Math.round(Math.abs(offset ?? 0) / 60_000);
  return (
    <Row name={t('check.time')} result={offset === null ? 'waiting' : minutes === 0 ? 'ok' : 'note'}>
      {offset === null
        ? t('check.waiting')
        : minutes === 0
          ? t('check.time.good')
          : t('check.time.off', { time: minutesText(minutes, locale()) })}
    </Row>
  );
};

type CameraCheck = { readonly state: CameraState; readonly stream: MediaStream | null; readonly onAsk: () => void };

const Camera = ({ camera, organization }: { readonly camera: CameraCheck; readonly organization: string }) => {
  const { state, stream, onAsk } = camera;
  const name = t('check.camera');
  if (state === 'on')
    return (
      <Row name={name} result="ok">
        {t('check.camera.good')}
        {stream !== null && <CameraPreview stream={stream} />}
      </Row>
    );
  const failed = state === 'denied' || state === 'lost';
  return (
    <Row name={name} result={failed ? 'note' : 'waiting'}>
      {failed ? t('check.camera.denied', { organization }) : t('check.camera.ask')}
      <button type="button" class="button button-small" aria-disabled={state === 'asking'} onClick={onAsk}>
        {t('check.camera.button')}
      </button>
    </Row>
  );
};

export type SystemCheckProps = {
  readonly online: boolean;
  /** Round trip to the server, ms; null while unknown. */
  readonly latency: number | null;
  /** The device's clock minus the server's, ms; null while unknown. */
  readonly clockOffset: number | null;
  readonly persistent: boolean;
  /** Null if the test uses no camera. */
  readonly camera: CameraCheck | null;
  readonly organization: string;
};

/** Connection, clock, storage and camera, each with its result in words. None of them prevents the start. */
export const SystemCheck = ({ online, latency, clockOffset, persistent, camera, organization }: SystemCheckProps) => (
  <section>
    <h2>{t('before.check')}</h2>
    <dl class="checks">
      <Connection online={online} latency={latency} />
      <Clock offset={clockOffset} />
      <Row name={t('check.storage')} result={persistent ? 'ok' : 'note'}>
        {t(persistent ? 'check.storage.good' : 'check.storage.none')}
      </Row>
      {camera !== null && <Camera camera={camera} organization={organization} />}
    </dl>
  </section>
);
