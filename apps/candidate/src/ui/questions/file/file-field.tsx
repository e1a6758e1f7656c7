import { type FileTypeName, fileTypes, isFileAnswer, type TakeFile } from '@assay/domain/take';
import { useRef } from 'preact/hooks';
import type { Upload } from '../../../core/server/upload.ts';
import { sizeText } from '../../format.ts';
import { Icon } from '../../icons.tsx';
import { locale, t } from '../../language.ts';
import type { FieldProps } from '../kind.ts';
import { keepAnswer, stopUpload, tryAgain, upload, uploads } from './uploads.ts';

type Accepted = TakeFile['file'];

const typesOf = ({ accept }: Accepted) =>
  accept.flatMap((name) => (Object.hasOwn(fileTypes, name) ? [fileTypes[name as FileTypeName]] : []));

const Sending = ({ name, size, sent }: Upload & { state: 'sending' }) => {
  const label = t('file.uploading', { name });
  return (
    <>
      <p>
        {label}{' '}
        <span class="file-share" aria-hidden="true">
          {new Intl.NumberFormat(locale(), { style: 'percent' }).format(size === 0 ? 0 : Math.min(1, sent / size))}
        </span>
      </p>
      <progress class="file-progress" aria-label={label} max={size} value={Math.min(sent, size)} />
    </>
  );
};

const faultText = ({ name, size, fault }: Upload & { state: 'refused' }, { maxBytes }: Accepted): string => {
  if (fault === 'large') return t('file.large', { name, size: sizeText(size, locale()), limit: sizeText(maxBytes, locale()) });
  return t(`file.${fault}`, { name });
};

/** A file as an answer. It is uploaded when it is chosen, also while another question is shown, and counts once it is stored. */
export const FileField = ({ question: { questionId, file }, controller, headingId }: FieldProps<TakeFile>) => {
  const input = useRef<HTMLInputElement>(null);
  const { answer = null, typed } = controller.answers.value.get(questionId) ?? {};
  const now = uploads.value.get(questionId);
  const id = `file-${questionId}`;
  const types = typesOf(file);
  const isOnItsWay = now?.state === 'sending' || now?.state === 'waiting';
  const interrupted = now === undefined && typed?.counts === false ? typed.text : undefined;
  const stored = isFileAnswer(answer) ? answer : undefined;
  const choose = () => {
    const [chosen] = input.current?.files ?? [];
    // Emptied, so that the same file can be chosen again.
    if (chosen !== undefined) upload(controller, { questionId, maxBytes: file.maxBytes }, chosen);
    if (input.current !== null) input.current.value = '';
  };
  const focusInput = () => input.current?.focus();
  const remove = () => {
    stopUpload(questionId);
    controller.dispatch({ type: 'answer-edited', questionId, answer: null });
    focusInput();
  };
  const cancel = () => {
    stopUpload(questionId);
    keepAnswer(controller, questionId);
    focusInput();
  };
  return (
    <div class="field">
      <p class="field-legend" id={`${id}-label`}>
        {t('file.label')}
      </p>
      {stored !== undefined && (
        <p class="file-stored">
          <Icon name="check" />
          <bdi class="file-name">{stored.name}</bdi> <span class="hint">{sizeText(stored.bytes, locale())}</span>
        </p>
      )}
      <div role="status" class="file-status">
        {now?.state === 'sending' && <Sending {...now} />}
        {now?.state === 'waiting' && <p>{t(`file.${now.reason}`, { name: now.name })}</p>}
        {now === undefined && stored !== undefined && interrupted === undefined && (
          <p class="sr-only">{t('file.uploaded', { name: stored.name })}</p>
        )}
      </div>
      <div id={`${id}-fault`} role="alert">
        {now?.state === 'refused' && <p class="field-error">{faultText(now, file)}</p>}
        {interrupted !== undefined && <p class="field-error">{t('file.interrupted', { name: interrupted })}</p>}
      </div>
      <div class="file-buttons">
        <label class="button file-choose">
          <input
            ref={input}
            type="file"
            class="sr-only"
            accept={types.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`)).join(',')}
            aria-labelledby={`${headingId} ${id}-label ${id}-choose`}
            aria-describedby={`${id}-note ${id}-fault`}
            onChange={choose}
          />
          <span id={`${id}-choose`}>{t(stored === undefined && !isOnItsWay ? 'file.choose' : 'file.replace')}</span>
        </label>
        {now?.state === 'waiting' && (
          <button type="button" class="button" onClick={() => tryAgain(questionId)}>
            {t('file.again')}
          </button>
        )}
        {(isOnItsWay || interrupted !== undefined) && (
          <button type="button" class="button button-quiet" onClick={cancel}>
            {t('file.cancel')}
          </button>
        )}
        {stored !== undefined && !isOnItsWay && interrupted === undefined && (
          <button type="button" class="button button-quiet" onClick={remove}>
            {t('file.remove')}
          </button>
        )}
      </div>
      <p id={`${id}-note`} class="field-note">
        {t('file.accepts', { types: types.map(({ words }) => words).join(', '), size: sizeText(file.maxBytes, locale()) })}
      </p>
    </div>
  );
};
