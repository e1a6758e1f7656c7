import { program } from '../../scripts/program.ts';

export default program(import.meta.dirname, {
  input: { 'render-thread': '../../packages/operations/src/rendering/render-thread.ts' },
  runsPrograms: true,
});
