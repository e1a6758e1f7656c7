import type { MailContent } from './content.ts';
import { Action, Facts, ScorePanel, Sections, Words } from './MailParts.tsx';
import { sheet, styles } from './mail-styles.ts';

type Props = { readonly content: MailContent; readonly title: string };

/** The document of a mail: one column, as wide as a phone and at most 600 px. */
export const MailPage = ({ content, title }: Props) => (
  <html lang="en" dir="ltr">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
      <title>{title}</title>
      <style>{sheet}</style>
    </head>
    <body class="page" style={styles.page}>
      <div style={styles.hidden}>{content.preheader}</div>
      {/* Webmail removes html and body, so the language is repeated here. */}
      <table lang="en" role="presentation" class="page" style={{ ...styles.whole, background: styles.page.background }}>
        <tr>
          <td class="outer" style={styles.outer}>
            <table role="presentation" style={styles.column} cellpadding="0" cellspacing="0">
              <tr>
                <td class="soft" style={styles.masthead}>
                  <Words phrase={[content.organization]} />
                </td>
              </tr>
              <tr>
                <td class="card" style={styles.card}>
                  <h1 class="ink" style={styles.heading}>
                    <Words phrase={content.heading} />
                  </h1>
                  {content.paragraphs.map((paragraph, index) => (
                    <p key={index} class="ink" style={styles.paragraph}>
                      <Words phrase={paragraph} />
                    </p>
                  ))}
                  {content.score === null ? null : <ScorePanel score={content.score} />}
                  <Sections sections={content.sections} />
                  <Facts facts={content.facts} />
                  {content.action === null ? null : <Action action={content.action} />}
                  {content.notes.map((note, index) => (
                    <p key={index} class="soft" style={styles.small}>
                      <Words phrase={note} />
                    </p>
                  ))}
                </td>
              </tr>
            </table>
          </td>
        </tr>
      </table>
    </body>
  </html>
);
