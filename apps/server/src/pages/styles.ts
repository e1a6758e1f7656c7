import { createHash } from 'node:crypto';

/** The style sheet of the plain pages: light and dark, from 320 px, no fonts or images from elsewhere. */
export const styles = `
:root {
  color-scheme: light dark;
  --page: #f4f5f7; --card: #ffffff; --ink: #1c2430; --soft: #5a6472; --line: #d5dae1; --control: #868f9c;
  --accent: #1f5fbf; --accent-ink: #ffffff; --accent-soft: #eaf1fb;
  --good: #1a6b3c; --good-soft: #e8f5ed; --bad: #a5261f; --bad-soft: #fcecea; --code: #f1f3f6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12161c; --card: #1b212a; --ink: #e6e9ee; --soft: #a3adba; --line: #333c48; --control: #7b8796;
    --accent: #8ab6f9; --accent-ink: #0d1b30; --accent-soft: #202f47;
    --good: #85d3a2; --good-soft: #173123; --bad: #f5a19a; --bad-soft: #3a1f1e; --code: #12161c;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding: 1rem 0 8rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
main, .masthead p { max-width: 46rem; margin: 0 auto; padding: 0 1rem; }
main { padding-block: 1.5rem 3rem; }
main:focus { outline: none; }
.masthead { background: var(--card); border-bottom: 1px solid var(--line); }
.masthead p { padding-block: .75rem; font-weight: 600; color: var(--soft); }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.5rem, 1.2rem + 1.5vw, 2rem); margin: 0 0 .75rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1.0625rem; margin: 0; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: 1rem; top: -6rem; z-index: 2; padding: .5rem 1rem; background: var(--card); border-radius: 0 0 8px 8px; }
.skip:focus { top: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: clamp(1rem, 4vw, 2rem); }
.card > :last-child { margin-bottom: 0; }
.lead { font-size: 1.125rem; }
.hint { color: var(--soft); font-size: .9375rem; }
.facts { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; margin: 0 0 1.25rem; padding: 0; }
.facts li { padding: .2rem .75rem; border: 1px solid var(--line); border-radius: 99px; font-size: .9375rem; }
.facts strong { font-weight: 500; }
.sections { margin: 0 0 1rem; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.sections li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
.sections li > :first-child { min-width: 0; }
.rules { margin: 0 0 1rem; padding-inline-start: 1.25rem; }
.rules li { margin-bottom: .4rem; }
.notice { margin: 0 0 1.25rem; padding: .75rem 1rem; border: 1px solid var(--line); border-inline-start: 4px solid var(--accent); border-radius: 8px; background: var(--accent-soft); }
.notice.good { border-inline-start-color: var(--good); background: var(--good-soft); }
.notice.bad { border-inline-start-color: var(--bad); background: var(--bad-soft); }
.notice p, .notice ul { margin: 0 0 .25rem; }
.notice > :last-child { margin-bottom: 0; }
.notice ul { padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 0 1rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0; }
button, .button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border: 1px solid var(--accent); border-radius: 8px; background: var(--card); color: var(--accent); text-decoration: none; text-align: center; cursor: pointer; }
button:hover, .button:hover { background: var(--accent-soft); }
.primary, .primary:hover { background: var(--accent); color: var(--accent-ink); }
.primary:hover { filter: brightness(1.08); }
section > .hint { margin-bottom: 1rem; }
section > h2 { margin-bottom: 0; }
fieldset { min-width: 0; margin: 0 0 1.25rem; }
.question legend { float: left; width: 100%; padding: 0; margin-bottom: .75rem; display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem; }
.question legend + * { clear: both; }
.question:target { border-color: var(--accent); }
.prompt > :last-child { margin-bottom: 1rem; }
.prompt :is(h4, h5, h6) { margin: 1rem 0 .5rem; font-size: 1rem; }
.prompt img, .text img { max-width: 100%; height: auto; background: #fff; border-radius: 4px; }
.prompt blockquote { margin: 0 0 .75rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); }
code { font: .9em/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; background: var(--code); padding: .1em .3em; border-radius: 4px; }
pre { max-width: 100%; overflow-x: auto; margin: 0 0 .75rem; padding: .75rem 1rem; background: var(--code); border: 1px solid var(--line); border-radius: 8px; direction: ltr; text-align: left; tab-size: 4; overflow-wrap: normal; }
pre code { padding: 0; background: none; }
.wide { max-width: 100%; overflow-x: auto; margin-bottom: .75rem; overflow-wrap: normal; }
table { border-collapse: collapse; }
th, td { padding: .3rem .75rem; border: 1px solid var(--line); text-align: start; }
.options { display: grid; gap: .5rem; }
.options > .hint { margin: 0; }
.option { display: flex; gap: .75rem; align-items: flex-start; min-width: 0; padding: .6rem .85rem; border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
.option:hover { border-color: var(--control); }
.option:has(:checked) { border-color: var(--accent); background: var(--accent-soft); }
.option:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 1px; }
.option :focus-visible:is(input) { outline: none; }
.option input { flex: none; width: 1.15rem; height: 1.15rem; margin: .22rem 0 0; accent-color: var(--accent); }
.option .text { min-width: 0; flex: 1; }
.option .text > :last-child { margin-bottom: 0; }
.option.none, .option.none:has(:checked) { border-color: transparent; background: none; color: var(--soft); padding-block: .25rem; }
.field { margin-bottom: 1rem; }
.question .field { margin-bottom: 0; }
.field label { display: block; margin-bottom: .25rem; font-weight: 600; }
.field input, textarea { font: inherit; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--control); border-radius: 8px; background: var(--card); color: inherit; }
.field input.number { max-width: 16rem; }
textarea { resize: vertical; field-sizing: content; min-height: 5.5rem; max-height: 30rem; }
[aria-invalid="true"] { border-color: var(--bad) !important; border-width: 2px !important; }
.fault { margin: .25rem 0 .5rem; color: var(--bad); font-weight: 600; }
.yours { margin-top: 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-inline-start: 4px solid var(--bad); border-radius: 8px; background: var(--bad-soft); }
.yours > :last-child { margin-bottom: 0; }
.yours pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--card); }
.numbers { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; margin: .5rem 0 1.25rem; padding: 0; }
.numbers a { display: block; min-width: 2.75rem; padding: .35rem .5rem; border: 1px solid var(--control); border-radius: 8px; text-align: center; text-decoration: none; }
.numbers a:hover { background: var(--accent-soft); }
.bar { position: sticky; bottom: 0; display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem 1rem; margin-top: 1.5rem; padding: .75rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px 12px 0 0; box-shadow: 0 -4px 16px rgb(0 0 0 / .08); }
.bar p { flex: 1 1 12rem; margin: 0; line-height: 1.4; }
.bar .hint { display: block; }
.bar .buttons { margin: 0; }
@media (max-width: 30rem) {
  .bar { margin-inline: -1rem; border-radius: 0; border-inline: 0; padding: .5rem 1rem; }
  .bar .buttons { width: 100%; flex-wrap: nowrap; gap: .5rem; }
  .bar button { flex: 1; padding-inline: .5rem; }
}
/* A low window (a phone on its side, 400 % zoom) has no room for a bar that stays. */
@media (max-height: 26rem) { .bar { position: static; } }
@media print { .bar, .skip { display: none; } }
`;

export const stylesTag = createHash('sha256').update(styles).digest('base64url').slice(0, 16);

export const stylesRoute = '/assets/take.css';

/** The tag makes each version its own address, so that browsers may keep it for good. */
export const stylesPath = `${stylesRoute}?v=${stylesTag}`;
