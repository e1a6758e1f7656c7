import { program } from '../../scripts/program.ts';

export default program(import.meta.dirname, {
  input: {
    'large-body-thread': 'src/large-bodies/thread.ts',
    'clean-thread': '../../packages/runtime/src/clean/thread.ts',
    'render-thread': '../../packages/operations/src/rendering/render-thread.ts',
    'tally-thread': '../../packages/operations/src/statistics/tally-thread.ts',
  },
  copies: { candidate: '../candidate/dist', samples: '../../samples' },
  runsPrograms: true,
});
