import { defineConfig } from 'rolldown';

/** Bundles our packages and their dependencies, so that a start reads a few files instead of two thousand. */
export default defineConfig({
  input: {
    main: 'src/main.ts',
    'large-body-thread': 'src/large-bodies/thread.ts',
    'runner-child': '../../packages/runner/src/child/main.ts',
  },
  platform: 'node',
  // Our packages are bundled from source, so none of them needs a build.
  resolve: { conditionNames: ['@assay/source', 'node'] },
  // Native libraries and packages that read their own files cannot be bundled.
  external: [
    'better-sqlite3',
    'sharp',
    'pdfkit',
    'fontkit',
    'subset-font',
    '@fastify/swagger-ui',
    'quickjs-wasi',
    '@sqlite.org/sqlite-wasm',
  ],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
  },
});
