import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ContactLink } from './contact-link.tsx';
import { t } from './language.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { servedOrganization } from './screens/served-organization.ts';

/** The organization that gives the test, with its contacts. */
export type Organization = { readonly organization: string; readonly support: string | null; readonly privacy: string | null };

const Privacy = ({ privacy }: { readonly privacy: string }) => (
  <p>
    {/^https?:/i.test(privacy.trim()) ? (
      <ContactLink written={privacy} label={t('privacy')} />
    ) : (
      <>
        {t('privacy')}: <ContactLink written={privacy} />
      </>
    )}
  </p>
);

const Footer = ({ from }: { readonly from: Organization | null }) => (
  <footer class="footer">
    <div class="footer-notes">
      {from !== null && <p dir="auto">{t('footer.organization', { organization: from.organization })}</p>}
      {from?.support != null && (
        <p>
          {t('help')}: <ContactLink written={from.support} />
        </p>
      )}
      {from?.privacy != null && <Privacy privacy={from.privacy} />}
    </div>
    <LanguageSwitch />
  </footer>
);

type Props = {
  readonly organization: Organization | null;
  readonly children: ComponentChildren;
  readonly header?: ComponentChildren;
  readonly layout?: 'card' | 'test';
};

/** Skip link, header, main and footer of every screen. */
export const PageFrame = ({ organization, children, header, layout = 'card' }: Props) => (
  <div class={`frame frame-${layout}`}>
    <a class="skip" href="#main">
      {t('skip')}
    </a>
    {header}
    <main id="main" class="main" tabIndex={-1}>
      {children}
    </main>
    <Footer from={organization ?? servedOrganization()} />
  </div>
);

/** Moves the focus to the content when the focused element disappears: on the body, Tab would start at the top again. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });

let isShown = false;

/** A first screen is shown: from now on the heading of a new screen takes the focus. */
export const markShown = (): void => {
  isShown = true;
};

/** The first heading of a screen. It takes the focus when the screen replaces another, so that screen readers announce the change. */
export const ScreenTitle = ({ children }: { readonly children: ComponentChildren }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isShown) heading.current?.focus();
    markShown();
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto">
      {children}
    </h1>
  );
};
