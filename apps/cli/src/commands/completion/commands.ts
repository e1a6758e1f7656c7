import { Argument, type Command } from 'commander';
import type { Context } from '../../support/context.ts';
import { defineCommand } from '../common/define.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export const addCompletionCommand = (program: Command, context: Context): void => {
  defineCommand(program, 'completion', 'Print a script that completes commands and options in your shell', [
    'assay completion bash > ~/.local/share/bash-completion/completions/assay',
    'assay completion zsh > ~/.zfunc/_assay   (a directory of your fpath)',
    'assay completion fish > ~/.config/fish/completions/assay.fish',
  ])
    .addArgument(new Argument('<shell>').choices(shells))
    .action(async (shell: (typeof shells)[number]) => {
      const [{ treeOf }, { bashScript }, { fishScript }, { zshScript }] = await Promise.all([
        import('./tree.ts'),
        import('./bash.ts'),
        import('./fish.ts'),
        import('./zsh.ts'),
      ]);
      context.stdout.write({ bash: bashScript, zsh: zshScript, fish: fishScript }[shell](treeOf(program)));
    });
};
