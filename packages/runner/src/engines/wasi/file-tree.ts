import { errno } from './errno.ts';

/** Files that every run finds and none can change, by their paths from the root: parts of one buffer, which threads share. */
export type ReadOnlyFiles = {
  readonly bytes: Uint8Array;
  readonly parts: Readonly<Record<string, readonly [at: number, size: number]>>;
};

type Common = { readonly inode: number; readonly isWritable: boolean; accessed: bigint; modified: bigint };
export type File = Common & {
  readonly kind: 'file';
  /** Zeros behind `size`. */
  bytes: Uint8Array;
  size: number;
  /** Whether a folder has it, and by how many descriptors it is open: it is gone when neither holds it. */
  isLinked: boolean;
  handles: number;
};
export type Folder = Common & { readonly kind: 'folder'; readonly entries: Map<string, Node>; parent: Folder | undefined };
export type Node = File | Folder;
/** Files as threads share them. */
export const readOnlyFiles = (contents: Readonly<Record<string, Uint8Array>>): ReadOnlyFiles => {
  const parts: Record<string, readonly [number, number]> = {};
  let end = 0;
  for (const [path, { length }] of Object.entries(contents)) {
    parts[path] = [end, length];
    end += length;
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(end));
  for (const [path, content] of Object.entries(contents)) bytes.set(content, parts[path]?.[0]);
  return { bytes, parts };
};

/** The name is undefined where a path ends at the root or with `..`, and the node where nothing has that name. */
export type Place = { readonly folder: Folder; readonly name: string | undefined; readonly node: Node | undefined };
/** A number is an error of WASI. */
export type Found<Value> = Value | number;

export const isError = (found: unknown): found is number => typeof found === 'number';

/** Bytes that a file or folder counts besides its content: about what its entry takes of the host. */
const entrySize = 1024;
const leastCapacity = 4096;
/** Each takes some of the host's heap. */
const mostNodes = 10_000;
const longestName = 255;
export const longestPath = 4096;

/**
 * Files in the memory of the host: `/tmp`, which a program may write to until the run is over, and what is given to all runs. No name
 * leads to a file of the host. What is written counts as memory of the program.
 */
export class FileTree {
  readonly root: Folder;
  #now: () => bigint = () => 0n;
  #left: () => number = () => 0;
  #nodes = 0;
  #inode = 1;
  readonly #firstInode: number;
  /** Bytes that count. */
  used = 0;

  constructor(given: ReadOnlyFiles | undefined) {
    this.root = this.#folder(undefined, false);
    for (const [path, [at, size]] of Object.entries(given?.parts ?? {})) {
      const names = path.split('/');
      const name = names.pop() ?? '';
      let folder = this.root;
      for (const step of names) {
        const next = folder.entries.get(step) ?? this.#folder(folder, false);
        folder.entries.set(step, next);
        if (next.kind === 'folder') folder = next;
      }
      folder.entries.set(name, {
        ...this.#common(false),
        kind: 'file',
        bytes: given?.bytes.subarray(at, at + size) ?? new Uint8Array(),
        size,
        isLinked: true,
        handles: 0,
      });
    }
    this.#firstInode = this.#inode;
  }

  /** As every run finds it. `left`: bytes of memory that the program may still take. */
  reset(now: () => bigint, left: () => number): void {
    this.#now = now;
    this.#left = left;
    this.#nodes = 0;
    this.#inode = this.#firstInode;
    this.used = 0;
    this.root.entries.set('tmp', this.#folder(this.root, true));
  }

  #common(isWritable: boolean): Common {
    return { inode: this.#inode++, isWritable, accessed: this.#now(), modified: this.#now() };
  }

  #folder(parent: Folder | undefined, isWritable: boolean): Folder {
    return { ...this.#common(isWritable), kind: 'folder', entries: new Map(), parent };
  }

  #take(bytes: number): boolean {
    if (bytes > this.#left()) return false;
    this.used += bytes;
    return true;
  }

  /** Where a path leads, though nothing may be there. */
  place(from: Folder, path: string): Found<Place> {
    let node: Node = path.startsWith('/') ? this.root : from;
    const names = path.split('/').filter((name) => name !== '' && name !== '.');
    for (const [index, name] of names.entries()) {
      if (name.length > longestName) return errno.nameTooLong;
      if (node.kind === 'file') return errno.notDirectory;
      const next: Node | undefined = name === '..' ? (node.parent ?? node) : node.entries.get(name);
      if (index === names.length - 1 && name !== '..') {
        return next?.kind === 'file' && path.endsWith('/') ? errno.notDirectory : { folder: node, name, node: next };
      }
      if (next === undefined) return errno.noEntry;
      node = next;
    }
    return node.kind === 'file' ? errno.notDirectory : { folder: node, name: undefined, node };
  }

  create({ folder, name }: Place, kind: Node['kind']): Found<Node> {
    if (name === undefined || !folder.isWritable) return errno.readOnly;
    if (this.#nodes >= mostNodes || !this.#take(entrySize)) return errno.noSpace;
    this.#nodes += 1;
    const made: Node =
      kind === 'folder'
        ? this.#folder(folder, true)
        : { ...this.#common(true), kind, bytes: new Uint8Array(), size: 0, isLinked: true, handles: 0 };
    folder.entries.set(name, made);
    folder.modified = this.#now();
    return made;
  }

  /** Takes an entry away. */
  remove({ folder, name, node }: Place): number {
    if (node === undefined) return errno.noEntry;
    if (name === undefined || !folder.isWritable) return errno.readOnly;
    if (node.kind === 'folder' && node.entries.size > 0) return errno.notEmpty;
    folder.entries.delete(name);
    folder.modified = this.#now();
    if (node.kind === 'folder') this.#forget(0);
    else {
      node.isLinked = false;
      this.release(node);
    }
    return errno.success;
  }

  /** Its memory is free when nothing holds it any more. */
  release(file: File): void {
    if (!file.isWritable || file.isLinked || file.handles > 0) return;
    this.#forget(file.bytes.length);
    file.bytes = new Uint8Array();
    file.size = 0;
  }

  #forget(bytes: number): void {
    this.#nodes -= 1;
    this.used -= entrySize + bytes;
  }

  move(from: Place, to: Place): number {
    const { node } = from;
    if (node === undefined) return errno.noEntry;
    if (from.name === undefined || to.name === undefined || !from.folder.isWritable || !to.folder.isWritable) return errno.readOnly;
    if (to.node === node) return errno.success;
    for (let folder: Folder | undefined = to.folder; folder !== undefined; folder = folder.parent) {
      if (folder === node) return errno.invalid;
    }
    if (to.node !== undefined) {
      if (to.node.kind !== node.kind) return to.node.kind === 'folder' ? errno.isDirectory : errno.notDirectory;
      const removed = this.remove(to);
      if (removed !== errno.success) return removed;
    }
    from.folder.entries.delete(from.name);
    to.folder.entries.set(to.name, node);
    if (node.kind === 'folder') node.parent = to.folder;
    from.folder.modified = this.#now();
    to.folder.modified = this.#now();
    return errno.success;
  }

  /** What is new in a file is zero. It grows by as large a step as there is memory for, since each step copies the file. */
  resize(file: File, size: number): number {
    if (size > file.bytes.length) {
      const { length } = file.bytes;
      const steps = [Math.max(length, leastCapacity), length / 4, length / 16, 65_536, 0];
      const capacity = steps.map((step) => Math.max(size, length + Math.floor(step))).find((all) => all - length <= this.#left());
      if (capacity === undefined || !this.#take(capacity - length)) return errno.noSpace;
      const larger = new Uint8Array(capacity);
      larger.set(file.bytes.subarray(0, file.size));
      file.bytes = larger;
    } else if (size === 0) {
      this.used -= file.bytes.length;
      file.bytes = new Uint8Array();
    } else {
      file.bytes.fill(0, size, file.size);
    }
    file.size = size;
    file.modified = this.#now();
    return errno.success;
  }
}
