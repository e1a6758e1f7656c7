import { fileURLToPath } from 'node:url';
import { preact } from '@preact/preset-vite';
import { build, defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { messages as ar } from './src/i18n/ar.ts';
import { messages as de } from './src/i18n/de.ts';
import { en } from './src/i18n/en.ts';
import { messages as es } from './src/i18n/es.ts';
import { messages as fr } from './src/i18n/fr.ts';
import { messages as hi } from './src/i18n/hi.ts';
import { messages as ja } from './src/i18n/ja.ts';

// Vite percent-encodes some URLs in index.html, and the server looks for the bare placeholder.
const barePlaceholder = (): Plugin => ({
  name: 'assay-bare-placeholder',
  enforce: 'post',
  generateBundle: (_options, bundle) => {
    const page = bundle['index.html'];
    if (page?.type === 'asset') page.source = String(page.source).replaceAll('%25BASE%25', '%BASE%');
  },
});

/** A script that is no module, as one file. */
const scriptOf = async (source: string, target: string): Promise<string> => {
  const input = fileURLToPath(new URL(source, import.meta.url));
  const output = { format: 'iife' } as const;
  const built = await build({ configFile: false, logLevel: 'warn', build: { write: false, target, rolldownOptions: { input, output } } });
  const code = 'output' in built ? built.output[0].code : undefined;
  if (code === undefined) throw new Error(`${source} was not built`);
  return code;
};

/** The words for a page that does not run, in all languages: nothing can choose one without a script. */
const broken = Object.entries({ en, de, es, fr, hi, ar, ja })
  .map(
    ([lang, { 'broken.title': title, 'broken.body': body, 'broken.reload': reload }]) =>
      `<div lang="${lang}"${lang === 'ar' ? ' dir="rtl"' : ''}><h1>${title}</h1><p>${body}</p><p><a href="">${reload}</a></p></div>`,
  )
  .join('\n      ');

/**
 * Writes what stands in for a page that does not run: the words, before all other scripts the one that waits for the page, and the
 * service worker.
 */
const boot = (): Plugin => ({
  name: 'assay-boot',
  enforce: 'post',
  transformIndexHtml: (html) => html.replace('<!-- broken -->', `<div class="broken">\n      ${broken}\n    </div>`),
  async generateBundle(_options, bundle) {
    this.emitFile({ type: 'asset', fileName: 'offline.js', source: await scriptOf('src/offline-worker.ts', 'es2022') });
    // Syntax of 2015, as browsers without modules know it.
    const file = this.emitFile({ type: 'asset', name: 'boot.js', source: await scriptOf('src/boot.ts', 'es2015') });
    const page = bundle['index.html'];
    if (page?.type !== 'asset') throw new Error('the build has no index.html');
    page.source = String(page.source).replace('<title>', `<script src="%BASE%/${this.getFileName(file)}"></script>\n    <title>`);
  },
});

/** Vite wraps each import of a chunk in 1 KB that preloads what the chunk imports; here the chunks of the first load are all that is shared. */
const plainImports = (): Plugin => ({
  name: 'assay-plain-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
});

/**
 * The page is served under any path prefix: the server writes that prefix in place of `%BASE%` in index.html, and every file of the
 * build finds the others relative to itself.
 */
export default defineConfig({
  base: './',
  // The server sends what is compressed here, once for all.
  plugins: [
    preact({ devToolsEnabled: false }),
    barePlaceholder(),
    plainImports(),
    boot(),
    compression({
      include: /assets\/candidate\/.*\.(js|css|svg)$/,
      algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip')],
    }),
  ],
  resolve: { conditions: ['@assay/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    assetsDir: 'assets/candidate',
    // One style sheet and no inlined assets: the Content-Security-Policy allows neither inline styles nor data: fonts.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    manifest: true,
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/candidate/main-[hash].js',
        chunkFileNames: 'assets/candidate/[name]-[hash].js',
        assetFileNames: 'assets/candidate/[name]-[hash][extname]',
      },
    },
  },
  experimental: {
    renderBuiltUrl: (filename, { hostType }) => (hostType === 'html' ? `%BASE%/${filename}` : { relative: true }),
  },
});
