/**
 * Runs before the code of the page, as a script of its own without modules: it sees when that code does not load, cannot be read by an
 * old browser, or fails before anything is shown. A browser that cannot read even this shows the words in index.html, which it hides.
 */
const root = document.documentElement;
const retryItem = 'assay.reloaded';

/** Long for a slow network, and short for somebody who looks at a spinner. What loads later is shown all the same. */
const patienceMs = 20_000;

const stored = (read: () => string | null): string | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

/** The class is removed with the first render. */
const isWaiting = (): boolean => {
  const page = document.getElementById('page');
  return page === null || page.className !== '';
};

/** The words, in the first language of the browser that they are in. */
const show = (): void => {
  const remembered = stored(() => localStorage.getItem('assay-language'));
  const preferred = (remembered === null ? [] : [remembered]).concat(navigator.languages || [navigator.language]);
  const all = Array.prototype.slice.call(document.querySelectorAll<HTMLElement>('.broken > [lang]'));
  const texts: readonly HTMLElement[] = all;
  const inLanguage = (tag: string) => texts.filter(({ lang }) => lang === tag.toLowerCase().split('-')[0])[0];
  const chosen = preferred.map(inLanguage).filter((text) => text !== undefined)[0] || inLanguage('en');
  for (const text of texts) text.hidden = text !== chosen;
  root.className = 'failed';
};

const showWhenRead = (): void => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
  else show();
};

/** True once a minute. Where nothing can be stored, never: the page would reload for ever. */
const mayReload = (): boolean =>
  stored(() => {
    const last = Number(sessionStorage.getItem(retryItem));
    sessionStorage.setItem(retryItem, String(Date.now()));
    return Date.now() - last > 60_000 ? 'yes' : null;
  }) !== null;

const fail = (): void => {
  if (!isWaiting()) return;
  if (mayReload()) location.reload();
  else showWhenRead();
};

root.className = 'booted';
if ('noModule' in HTMLScriptElement.prototype) {
  // Capturing: the error of a script that does not load does not bubble.
  addEventListener('error', fail, true);
  addEventListener('unhandledrejection', fail);
  setTimeout(() => isWaiting() && show(), patienceMs);
} else showWhenRead();
