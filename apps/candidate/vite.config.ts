import { preact } from '@preact/preset-vite';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';

// Vite percent-encodes some URLs in index.html, and the server looks for the bare placeholder.
const barePlaceholder = (): Plugin => ({
  name: 'assay-bare-placeholder',
  enforce: 'post',
  generateBundle: (_options, bundle) => {
    const page = bundle['index.html'];
    if (page?.type === 'asset') page.source = String(page.source).replaceAll('%25BASE%25', '%BASE%');
  },
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
    modulePreload: { polyfill: false },
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
