import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '@assay/testing';

const run = promisify(execFile);

/** Why there is no tmux, with what to do about it; undefined when there is one. */
export const noTmux: string | undefined =
  spawnSync('tmux', ['-V']).status === 0 ? undefined : 'no tmux on the PATH: install it (apt-get install tmux)';

/** `assay` as it was built. */
export const assayMain = fileURLToPath(new URL('../../../../cli/dist/main.js', import.meta.url));

type Options = { readonly url: string; readonly apiKey: string; readonly columns?: number; readonly rows?: number };

/** What stands on the terminal before the screens come: it must be there again after them. */
export const shellPrompt = 'before the screens';

/** Nothing of the outer settings, and UTF-8 whatever the machine speaks. Programs in `bin` come first. */
const environmentOf = (home: string): NodeJS.ProcessEnv => ({
  PATH: `${join(home, 'bin')}:${process.env.PATH}`,
  HOME: home,
  TMPDIR: join(home, 'tmp'),
  XDG_CONFIG_HOME: home,
  XDG_CACHE_HOME: home,
  LANG: 'C.UTF-8',
});

/** `assay` in a terminal of its own, by a tmux server of its own; it is logged in as the profile `acme`. */
export class Terminal {
  readonly home: string;

  private constructor(home: string) {
    this.home = home;
  }

  static async open({ url, apiKey, columns = 80, rows = 24 }: Options): Promise<Terminal> {
    const home = await mkdtemp(join(tmpdir(), 'assay-terminal-'));
    const terminal = new Terminal(home);
    for (const directory of ['assay', 'bin', 'tmp']) await mkdir(join(home, directory));
    const profiles = { current: 'acme', profiles: { acme: { url, apiKey } } };
    await writeFile(join(home, 'assay', 'profiles.json'), JSON.stringify(profiles), { mode: 0o600 });
    // The shell outlives the program: what it left of the terminal can be looked at.
    const shell = `echo '${shellPrompt}'; '${process.execPath}' '${assayMain}'; echo "exit $?"; stty -a; exec cat`;
    await terminal.#tmux('-f', '/dev/null', 'new-session', '-d', '-x', String(columns), '-y', String(rows), shell);
    return terminal;
  }

  async #tmux(...args: readonly string[]): Promise<string> {
    const { stdout } = await run('tmux', ['-u', '-S', join(this.home, 'tmux'), ...args], { env: environmentOf(this.home) });
    return stdout;
  }

  /** Keys by the names that tmux has for them: `Enter`, `Escape`, `C-s`, `x`. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.#tmux('send-keys', ...keys);
  }

  /** Characters as they are. */
  async type(text: string): Promise<void> {
    await this.#tmux('send-keys', '-l', text);
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.#tmux('resize-window', '-x', String(columns), '-y', String(rows));
  }

  /** Writes over the screen, as a program does that runs beside. */
  async scribble(text: string): Promise<void> {
    await writeFile((await this.#tmux('display-message', '-p', '#{pane_tty}')).trim(), text);
  }

  /** What a person sees now, a line each, without spaces at the end. */
  screen(): Promise<string> {
    return this.#tmux('capture-pane', '-p');
  }

  /** The same with its colours, as a terminal writes them. */
  coloured(): Promise<string> {
    return this.#tmux('capture-pane', '-p', '-e');
  }

  /** The screen once it shows all of `wanted`. */
  async shows(...wanted: readonly (string | RegExp)[]): Promise<string> {
    const lacks = (screen: string) => wanted.filter((one) => (typeof one === 'string' ? !screen.includes(one) : !one.test(screen)));
    try {
      return await until(`the screen to show ${wanted.join(' | ')}`, async () => {
        const screen = await this.screen();
        return lacks(screen).length === 0 ? screen : undefined;
      });
    } catch (error) {
      throw new Error(`${String(error)}\n${await this.screen()}`, { cause: error });
    }
  }

  /** Whether the terminal is as a shell needs it: its own screen, and a cursor that is seen. */
  async isRestored(): Promise<boolean> {
    const flags = await this.#tmux('display-message', '-p', '#{alternate_on} #{cursor_flag} #{keypad_cursor_flag}');
    return flags.trim() === '0 1 0';
  }

  /** Closes the window under the program. */
  async hangUp(): Promise<void> {
    await this.#tmux('kill-server');
  }

  async close(): Promise<void> {
    await this.hangUp().catch(() => undefined);
    await rm(this.home, { recursive: true, force: true });
  }
}
