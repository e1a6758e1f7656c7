import type { CSSProperties } from 'preact';

// Most mail programs ignore style sheets, so the light theme is inline. The sheet below adds the dark theme and larger touch targets in
// programs that support it.

type Style = CSSProperties;

const ink = '#1c2430';
const soft = '#5a6472';
const line = '#d5dae1';
const accent = '#1f5fbf';
const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif";

export const sheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .card { padding: 20px 16px !important; } .outer { padding: 12px 8px !important; } .button a { display: block !important; } .button { width: 100% !important; } }
@media (prefers-color-scheme: dark) {
  .page { background: #12161c !important; }
  .card { background: #1b212a !important; border-color: #333c48 !important; }
  .ink { color: #e6e9ee !important; }
  .soft { color: #a3adba !important; }
  .line { border-color: #333c48 !important; }
  .track { background: #333c48 !important; }
  .fill, .button td { background: #8ab6f9 !important; }
  .button a { color: #0d1b30 !important; }
  .link { color: #8ab6f9 !important; }
}
`;

const cell: Style = { padding: '8px 0', borderTop: `1px solid ${line}`, verticalAlign: 'top', fontSize: '15px', lineHeight: '22px' };

export const styles = {
  page: { margin: '0', padding: '0', background: '#f4f5f7', fontFamily, color: ink, wordBreak: 'break-word' },
  hidden: { display: 'none', fontSize: '1px', lineHeight: '1px', maxHeight: '0', maxWidth: '0', opacity: '0', overflow: 'hidden' },
  whole: { width: '100%', borderCollapse: 'collapse' },
  outer: { padding: '24px 16px' },
  column: { width: '100%', maxWidth: '600px', margin: '0 auto', borderCollapse: 'separate' },
  masthead: { padding: '0 4px 12px', fontSize: '15px', lineHeight: '22px', fontWeight: '600', color: soft },
  card: { padding: '32px', background: '#ffffff', border: `1px solid ${line}`, borderRadius: '12px' },
  heading: { margin: '0 0 16px', fontSize: '24px', lineHeight: '31px', fontWeight: '700', color: ink },
  paragraph: { margin: '0 0 12px', fontSize: '16px', lineHeight: '25px', color: ink },
  score: { margin: '0', fontSize: '36px', lineHeight: '44px', fontWeight: '700', color: ink },
  scoreTotal: { fontSize: '18px', fontWeight: '400', color: soft },
  bar: { width: '100%', margin: '6px 0 2px', borderCollapse: 'separate' },
  fill: { height: '8px', padding: '0', fontSize: '0', lineHeight: '0', background: accent, borderRadius: '4px' },
  track: { height: '8px', padding: '0', fontSize: '0', lineHeight: '0', background: '#e3e7ec', borderRadius: '4px' },
  table: { width: '100%', margin: '16px 0', borderCollapse: 'collapse' },
  label: { ...cell, width: '30%', paddingRight: '16px', textAlign: 'left', fontWeight: '400', whiteSpace: 'nowrap', color: soft },
  value: { ...cell, color: ink },
  sectionName: { ...cell, paddingRight: '16px', color: ink },
  sectionScore: { ...cell, width: '34%', color: ink },
  button: { margin: '24px 0', borderCollapse: 'separate' },
  buttonCell: { background: accent, borderRadius: '8px', textAlign: 'center' },
  buttonLink: {
    display: 'inline-block',
    padding: '13px 28px',
    fontSize: '16px',
    lineHeight: '22px',
    fontWeight: '600',
    color: '#ffffff',
    textDecoration: 'none',
  },
  small: { margin: '0 0 8px', fontSize: '14px', lineHeight: '21px', color: soft },
  plainLink: { color: accent, textDecoration: 'underline', wordBreak: 'break-all' },
} as const satisfies Record<string, Style>;
