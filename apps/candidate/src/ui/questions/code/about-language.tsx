import type { Language } from '../../../core/server/languages.ts';
import type { MessageKey } from '../../../i18n/index.ts';
import { t } from '../../language.ts';
import { CodeText } from './code-prompt.tsx';

const Names = ({ title, names }: { readonly title: MessageKey; readonly names: readonly string[] }) =>
  names.length === 0 ? null : (
    <div>
      <dt>{t(title)}</dt>
      <dd>
        <ul class="language-names">
          {names.map((name) => (
            <li key={name}>
              <code dir="ltr">{name}</code>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );

type Props = {
  readonly of: Language;
  /** The program reads and writes, or is a query: it is not called. */
  readonly isWhole: boolean;
  /** Puts the starter into the editor; null while something stands there. */
  readonly onInsert: (() => void) | null;
};

/** What a candidate wants to know of a language before the first line: closed at first. */
export const AboutLanguage = ({ of, isWhole, onInsert }: Props) => (
  <details class="about-language">
    <summary>{t('language.about', { language: of.name })}</summary>
    <dl>
      <div>
        <dt>{t('language.version')}</dt>
        <dd dir="ltr">{of.version}</dd>
      </div>
      {isWhole && <Names title="code.input" names={of.reads} />}
      {isWhole && <Names title="language.output" names={of.writes} />}
      <Names title="language.libraries" names={of.libraries} />
      <Names title="language.missing" names={of.missing} />
    </dl>
    {isWhole && (
      <div class="language-starter">
        <h4>{t('language.starter')}</h4>
        <CodeText text={of.starter} label={t('language.starter')} />
        <p class="hint">{t(of.language === 'sql' ? 'language.unchanged.sql' : 'language.unchanged')}</p>
        <button type="button" class="button button-small" aria-disabled={onInsert === null} onClick={() => onInsert?.()}>
          {t('language.insert')}
        </button>
        {onInsert === null && <p class="hint">{t('language.full')}</p>}
      </div>
    )}
  </details>
);
