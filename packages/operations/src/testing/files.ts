import type { FileStore } from '../support/context.ts';

/** Keeps files in the map of the images, as the service keeps both in one place, and takes each for what a test says: by itself for a PDF. */
export class FakeFiles implements FileStore {
  type: Awaited<ReturnType<FileStore['identify']>> = 'pdf';
  /** What each write fails with, if it does. */
  fault: Error | undefined;
  readonly #kept: Map<string, Uint8Array>;

  constructor({ files }: { readonly files: Map<string, Uint8Array> }) {
    this.#kept = files;
  }

  readonly identify: FileStore['identify'] = async () => this.type;

  readonly put: FileStore['put'] = async (key, bytes) => {
    if (this.fault !== undefined) throw this.fault;
    this.#kept.set(key, bytes);
  };

  readonly get: FileStore['get'] = async (key) => this.#kept.get(key);

  readonly remove: FileStore['remove'] = async (key) => void this.#kept.delete(key);
}
