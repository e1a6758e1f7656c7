import { fileURLToPath } from 'node:url';
import { program } from '../../scripts/program.ts';

export default program(import.meta.dirname, {
  resolve: {
    conditionNames: ['@assay/source', 'node', 'import', 'default'],
    // Ink depends on an older version, which measures some characters differently.
    alias: { 'string-width': fileURLToPath(import.meta.resolve('string-width')) },
  },
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  output: { minify: true, sourcemap: false },
});
