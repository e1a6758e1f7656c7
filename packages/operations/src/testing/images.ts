import type { ImageStore } from '../support/context.ts';

type Size = { readonly width: number; readonly height: number } | undefined;

/** Keeps images in memory, and sees in every one of them what a test says. By itself it sees 640 × 480 pixels. */
export class FakeImages implements ImageStore {
  readonly files = new Map<string, Uint8Array>();
  #see: (bytes: Uint8Array) => Promise<Size> = async () => ({ width: 640, height: 480 });
  #before: () => Promise<void> = async () => undefined;

  /** What decoding finds from now on; undefined is no JPEG. */
  see(size: Size): void {
    this.#see = async () => size;
  }

  /** What happens before each file is written; a rejection leaves it unwritten. */
  beforePut(happen: () => Promise<void>): void {
    this.#before = happen;
  }

  /** Sees 640 × 480 again, and writes at once. Files stay. */
  forget(): void {
    this.see({ width: 640, height: 480 });
    this.#before = async () => undefined;
  }

  /** How many images were looked at. */
  looks = 0;

  readonly clean: ImageStore['clean'] = async (bytes) => {
    this.looks += 1;
    const size = await this.#see(bytes);
    return size === undefined ? undefined : { bytes, ...size };
  };

  /** The bytes themselves, unless decoding finds none. */
  readonly logo: ImageStore['logo'] = async (bytes) => ((await this.#see(bytes)) === undefined ? undefined : bytes);

  readonly put: ImageStore['put'] = async (key, bytes) => {
    await this.#before();
    this.files.set(key, bytes);
  };

  readonly get: ImageStore['get'] = async (key) => this.files.get(key);

  readonly remove: ImageStore['remove'] = async (key) => void this.files.delete(key);

  /** Every file was modified at the start of time. */
  list(folder: string): ReturnType<ImageStore['list']> {
    const keys = [...this.files.keys()].filter((key) => key.startsWith(folder));
    return (async function* () {
      for (const key of keys) yield { key, modifiedAt: async () => 0 };
    })();
  }
}
