import { useId } from 'preact/hooks';
import { languages } from '../i18n/index.ts';
import { language, switchLanguage, t } from './language.ts';

export const LanguageSwitch = () => {
  const id = useId();
  const choose = (code: string) => {
    const chosen = languages.find((one) => one.code === code);
    if (chosen !== undefined) void switchLanguage(chosen.code);
  };
  return (
    <div class="language">
      <label for={id}>{t('language')}</label>
      <select id={id} class="select" value={language()} onChange={(event) => choose(event.currentTarget.value)}>
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
};
