import { useEffect, useRef } from 'preact/hooks';
import { t } from '../language.ts';

export const CameraPreview = ({ stream }: { readonly stream: MediaStream }) => {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream;
  }, [stream]);
  return <video ref={video} class="camera-preview" autoplay muted playsInline aria-label={t('camera.preview')} />;
};
