import { program } from '../../scripts/program.ts';

export default program(import.meta.dirname, {
  input: { 'runner-child': '../../packages/runner/src/child/main.ts' },
  copies: { 'runner-assets': '../../packages/runner/assets' },
});
