import type { ComponentChildren } from 'preact';
import type { Site } from './site.ts';
import { stylesPath } from './styles.ts';

type Props = { site: Site; title: string; organization?: string; children?: ComponentChildren };

export const Layout = ({ site, title, organization, children }: Props) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex, nofollow" />
      <title>{organization ? `${title} · ${organization}` : title}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href={`${site.base}${stylesPath}`} />
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      {organization ? (
        <header class="masthead">
          <p dir="auto">{organization}</p>
        </header>
      ) : null}
      <main id="main" tabindex={-1}>
        {children}
      </main>
    </body>
  </html>
);
