import { defineConfig } from 'rolldown';

/** One program of our packages and of others', so that a start reads a few files and not two thousand. */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // The sources of our packages are bundled: none of them has to be built before.
  resolve: { conditionNames: ['@assay/source', 'node'] },
  // Native libraries, and packages that read files of their own, are found as installed packages.
  external: ['better-sqlite3', 'sharp', 'pdfkit', 'fontkit', 'subset-font', '@fastify/swagger-ui'],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
  },
});
