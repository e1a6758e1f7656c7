import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';

/** One command line program: everything of ours and of others in it, so that it starts without looking for modules. */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // Of our own rooms the sources are bundled: nothing has to be built before.
  resolve: {
    conditionNames: ['@assay/source', 'node', 'import', 'default'],
    // Ink's own version is an older one, and must not measure otherwise than we do.
    alias: { 'string-width': fileURLToPath(import.meta.resolve('string-width')) },
  },
  // Ink loads its inspector only where a developer asks for it.
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
