import { Argument, type Command } from 'commander';
import { verb } from './support/verb.ts';
import type { World } from './support/world.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export const registerCompletion = (program: Command, world: World): void => {
  verb(program, 'completion', 'Print a script that completes commands and options in your shell', [
    'assay completion bash > ~/.local/share/bash-completion/completions/assay',
    'assay completion zsh > ~/.zfunc/_assay   (a directory of your fpath)',
    'assay completion fish > ~/.config/fish/completions/assay.fish',
  ])
    .addArgument(new Argument('<shell>').choices(shells))
    .action(async (shell: (typeof shells)[number]) => {
      const [{ treeOf }, { bashScript }, { fishScript }, { zshScript }] = await Promise.all([
        import('../completion/tree.ts'),
        import('../completion/bash.ts'),
        import('../completion/fish.ts'),
        import('../completion/zsh.ts'),
      ]);
      world.stdout.write({ bash: bashScript, zsh: zshScript, fish: fishScript }[shell](treeOf(program)));
    });
};
