import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

/** One bundle with our packages and the libraries, so that the program starts without resolving modules. */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // Our packages are bundled from source: none has to be built before.
  resolve: {
    conditionNames: ['@assay/source', 'node', 'import', 'default'],
    // Ink depends on an older version, which measures some characters differently.
    alias: { 'string-width': fileURLToPath(import.meta.resolve('string-width')) },
  },
  // Ink loads its inspector only with DEV=true.
  external: ['react-devtools-core'],
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    minify: true,
    sourcemap: false,
  },
});
