import { createHash } from 'node:crypto';
import type { FileTypeName } from '@assay/domain';
import type { FileStore } from '../support/context.ts';

/** Keeps files in the map of the images, as the service keeps both in one place, and takes each for what a test says: by itself for a PDF. */
export class FakeFiles implements FileStore {
  type: FileTypeName | undefined = 'pdf';
  /** What each write fails with, if it does. */
  fault: Error | undefined;
  /** Drafts that nobody has dropped. */
  drafts = 0;
  readonly #kept: Map<string, Uint8Array>;

  constructor({ files }: { readonly files: Map<string, Uint8Array> }) {
    this.#kept = files;
  }

  readonly receive: FileStore['receive'] = async (chunks, most) => {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > most) return undefined;
      parts.push(chunk);
    }
    const whole = Buffer.concat(parts);
    this.drafts += 1;
    return {
      bytes,
      sha256: createHash('sha256').update(whole).digest('hex'),
      identify: async () => this.type,
      putAs: (key) => this.put(key, whole),
      drop: async () => {
        this.drafts -= 1;
      },
    };
  };

  readonly put: FileStore['put'] = async (key, bytes) => {
    if (this.fault !== undefined) throw this.fault;
    this.#kept.set(key, bytes);
  };

  readonly get: FileStore['get'] = async (key) => this.#kept.get(key);

  readonly remove: FileStore['remove'] = async (key) => void this.#kept.delete(key);
}
