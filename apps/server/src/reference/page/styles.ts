import { styles as pageStyles } from '../../pages/styles.ts';

/** The look of the message pages, and what only the reference has. */
export const referenceStyles = `${pageStyles}
:root { --method-get: #1a6b3c; --method-other: #8a4b00; --string: #1a6b3c; --number: #8a4b00; }
@media (prefers-color-scheme: dark) { :root { --method-get: #85d3a2; --method-other: #f0b866; --string: #85d3a2; --number: #f0b866; } }
body { overflow-wrap: break-word; }
header { padding: 1rem; background: var(--card); border-bottom: 1px solid var(--line); }
header p { margin: 0 0 .5rem; }
header a { margin-right: .75rem; }
.brand { font-weight: 700; font-size: 1.25rem; }
.note, .bounds, .type { color: var(--soft); font-size: .9375rem; }
[hidden] { display: none !important; }
#key-form { margin: .75rem 0; }
main { max-width: none; min-width: 0; }
main > .prose, main > section > p { max-width: 52rem; }
h2 { font-size: 1.5rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 .5rem; }
h4 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
summary { cursor: pointer; min-height: 1.5rem; padding: .25rem 0; font-weight: 600; }
nav ul { list-style: none; margin: 0 0 .5rem; padding: 0; }
nav li a { display: block; padding: .25rem 0 .25rem .75rem; margin: 0; text-decoration: none; font-size: .9375rem; overflow-wrap: anywhere; }
nav li a:hover { text-decoration: underline; }
.group { margin: .75rem 0 .25rem; color: var(--soft); font-weight: 600; font-size: .875rem; }
.operation, .schema { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: clamp(1rem, 3vw, 1.5rem); margin: 1rem 0; scroll-margin-top: 1rem; min-width: 0; }
.words, .examples { min-width: 0; }
.route code, .field { overflow-wrap: anywhere; }
.method { display: inline-block; font: 700 .8125rem ui-monospace, "SF Mono", Consolas, monospace; color: var(--method-other); }
.method.get { color: var(--method-get); }
.deprecated { color: var(--bad); font-weight: 600; }
.required { color: var(--bad); font-size: .875rem; }
.fields { margin: 0; }
.fields dt { padding-top: .5rem; border-top: 1px solid var(--line); margin-top: .5rem; }
.fields dt:first-child { border-top: 0; padding-top: 0; margin-top: 0; }
.fields dd { margin: 0; }
.field { font-weight: 600; }
pre { margin: 0; font: .875rem/1.5 ui-monospace, "SF Mono", Consolas, monospace; }
.code { background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: .75rem; margin: 0 0 .75rem; overflow: auto; max-height: 28rem; }
pre code { font: inherit; background: none; padding: 0; }
.hljs-attr { color: var(--accent); } .hljs-string { color: var(--string); } .hljs-number, .hljs-literal { color: var(--number); }
.wide { overflow-x: auto; } table { border-collapse: collapse; min-width: 40rem; font-size: .9375rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem; border-bottom: 1px solid var(--line); }
td:first-child { white-space: nowrap; }
.outcome { margin-top: .75rem; }
textarea { font: .875rem/1.5 ui-monospace, "SF Mono", Consolas, monospace; width: 100%; color: var(--ink); background: var(--page); border: 1px solid var(--control); border-radius: 8px; padding: .5rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
  header { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--line); }
  main { padding-inline: 2rem; }
}
@media (min-width: 80rem) {
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2rem; }
  .examples > h4:first-child { margin-top: 0; }
}
@media print { header, .try { display: none; } body { display: block; } }
`;
