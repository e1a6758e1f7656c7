import type { ComponentChildren } from 'preact';
import { accentPath, stylesPath } from './styles.ts';

type Props = {
  /** Path prefix of the public URL. */
  readonly base: string;
  readonly title: string;
  /** `#rrggbb`, instead of the usual one. */
  readonly accent?: string | undefined;
  readonly children: ComponentChildren;
};

/** The document around a page that the server itself writes. */
export const MessagePage = ({ base, title, accent, children }: Props) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex, nofollow" />
      <title>{title}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href={`${base}${stylesPath}`} />
      {accent === undefined ? null : <link rel="stylesheet" href={`${base}${accentPath(accent)}`} />}
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <main id="main" tabindex={-1}>
        {children}
      </main>
    </body>
  </html>
);
