import type { Command } from 'commander';
import type { Context } from '../../support/context.ts';
import { commandsOf } from '../common/define.ts';
import { choiceArgument } from '../common/options.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export const addCompletionCommand = (program: Command, context: Context): void =>
  commandsOf(program, context).command('completion', 'Print a script that completes commands and options in your shell', {
    examples: [
      'assay completion bash > ~/.local/share/bash-completion/completions/assay',
      'assay completion zsh > ~/.zfunc/_assay   (a directory of your fpath)',
      'assay completion fish > ~/.config/fish/completions/assay.fish',
    ],
    args: [choiceArgument('<shell>', shells)],
    run: async () => {
      const [{ treeOf }, { bashScript }, { fishScript }, { zshScript }] = await Promise.all([
        import('./tree.ts'),
        import('./bash.ts'),
        import('./fish.ts'),
        import('./zsh.ts'),
      ]);
      return async ({ stdout }, shell) => void stdout.write({ bash: bashScript, zsh: zshScript, fish: fishScript }[shell](treeOf(program)));
    },
  });
