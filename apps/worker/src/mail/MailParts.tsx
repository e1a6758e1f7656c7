import { percentInWords, shareOf } from '@assay/domain';
import type { MailContent, Phrase, Score } from './content.ts';
import { styles } from './mail-styles.ts';

/** Our text and text from users; the latter has `dir="auto"`. */
export const Words = ({ phrase }: { readonly phrase: Phrase }) => (
  <>
    {phrase.map((part, index) =>
      typeof part === 'string' ? (
        part
      ) : (
        <span key={index} dir="auto">
          {part.chosen}
        </span>
      ),
    )}
  </>
);

/** The score as a share of the maximum. Hidden from screen readers, because the numbers beside it say the same. */
const Bar = ({ score }: { readonly score: Score }) => {
  const percent = Math.round(100 * shareOf(score.score, score.total));
  return (
    <table role="presentation" aria-hidden="true" style={styles.bar} cellpadding="0" cellspacing="0">
      <tr>
        {percent > 0 ? <td class="fill" width={`${percent}%`} style={{ ...styles.fill, width: `${percent}%` }} /> : null}
        {percent < 100 ? <td class="track" width={`${100 - percent}%`} style={{ ...styles.track, width: `${100 - percent}%` }} /> : null}
      </tr>
    </table>
  );
};

export const ScorePanel = ({ score }: { readonly score: Score }) => {
  const percent = percentInWords(score.score, score.total);
  return (
    <>
      <p class="ink" style={styles.score}>
        {score.score}
        <span class="soft" style={styles.scoreTotal}>
          {` of ${score.total}${percent === undefined ? '' : ` (${percent})`}`}
        </span>
      </p>
      <Bar score={score} />
    </>
  );
};

export const Sections = ({ sections }: Pick<MailContent, 'sections'>) =>
  sections.length === 0 ? null : (
    <table style={styles.table} aria-label="Score per section">
      {sections.map(({ name, ...score }, index) => (
        <tr key={index}>
          <td class="ink line" style={styles.sectionName}>
            <Words phrase={[name]} />
          </td>
          <td class="ink line" style={styles.sectionScore}>
            {`${score.score} of ${score.total}`}
            <Bar score={score} />
          </td>
        </tr>
      ))}
    </table>
  );

export const Facts = ({ facts }: Pick<MailContent, 'facts'>) => (
  <table style={styles.table}>
    {facts.map(({ label, value }) => (
      <tr key={label}>
        <th scope="row" class="soft line" style={styles.label}>
          {label}
        </th>
        <td class="ink line" style={styles.value}>
          <Words phrase={value} />
        </td>
      </tr>
    ))}
  </table>
);

/** The action as a button, and its address as text for programs that show no links. */
export const Action = ({ action: { label, url } }: { action: NonNullable<MailContent['action']> }) => (
  <>
    <table role="presentation" class="button" style={styles.button} cellpadding="0" cellspacing="0">
      <tr>
        <td style={styles.buttonCell}>
          <a href={url} style={styles.buttonLink}>
            {label}
          </a>
        </td>
      </tr>
    </table>
    <p class="soft" style={styles.small}>
      Or copy this address into a browser:
      <br />
      <a class="link" href={url} style={styles.plainLink}>
        {url}
      </a>
    </p>
  </>
);
