import { errno } from './errno.ts';
import {
  type File,
  FileTree,
  type Folder,
  type Found,
  isError,
  longestPath,
  type Node,
  type Place,
  type ReadOnlyFiles,
} from './file-tree.ts';

/** Where an interpreter's memory is. */
export type Memory = { bytes: Uint8Array; view: DataView };

type Handle = { readonly node: Node; offset: number; readonly reads: boolean; readonly writes: boolean; readonly appends: boolean };

/** Bits of the arguments of `path_open`, of rights and of times to set. */
const wanted = { create: 1, directory: 2, exclusive: 4, truncate: 8, append: 1 } as const;
const rights = { read: 2n, write: 64n } as const;
const times = { accessed: 1, accessedNow: 2, modified: 4, modifiedNow: 8 } as const;
export const fileTypes = { device: 2, folder: 3, file: 4 } as const;
const mostOpen = 256;
/** Before the names in what `fd_readdir` writes. */
const entryHeader = 24;

/** The functions of WASI on files and folders. `root` is the descriptor of the root; those of open files begin at `first`. */
export class FileCalls {
  readonly tree: FileTree;
  readonly #memory: Memory;
  readonly #root: number;
  readonly #first: number;
  #now: () => bigint = () => 0n;
  #handles = new Map<number, Handle>();

  constructor(memory: Memory, given: ReadOnlyFiles | undefined, root: number, first: number) {
    this.tree = new FileTree(given);
    this.#memory = memory;
    this.#root = root;
    this.#first = first;
  }

  reset(now: () => bigint, left: () => number): void {
    this.#handles = new Map();
    this.#now = now;
    this.tree.reset(now, left);
  }

  #folder(descriptor: number): Found<Folder> {
    if (descriptor === this.#root) return this.tree.root;
    const node = this.#handles.get(descriptor)?.node;
    if (node === undefined) return errno.badFile;
    return node.kind === 'folder' ? node : errno.notDirectory;
  }

  /** Names are bytes, each of them a character here. */
  #place(descriptor: number, at: number, length: number): Found<Place> {
    const folder = this.#folder(descriptor);
    if (isError(folder)) return folder;
    if (length < 0 || length > longestPath) return errno.nameTooLong;
    return this.tree.place(folder, Buffer.from(this.#memory.bytes.subarray(at, at + length)).toString('latin1'));
  }

  #node(descriptor: number, at: number, length: number): Found<Node> {
    const place = this.#place(descriptor, at, length);
    return isError(place) ? place : (place.node ?? errno.noEntry);
  }

  /** An open file, for reading or writing. */
  #file(descriptor: number, how: 'reads' | 'writes'): Found<{ readonly handle: Handle; readonly file: File }> {
    const handle = this.#handles.get(descriptor);
    if (handle === undefined) return errno.badFile;
    if (handle.node.kind === 'folder') return errno.isDirectory;
    return handle[how] ? { handle, file: handle.node } : errno.badFile;
  }

  *#vectors(at: number, count: number): Generator<Uint8Array> {
    const { bytes, view } = this.#memory;
    for (let index = 0; index < count; index++) {
      const from = view.getUint32(at + index * 8, true);
      yield bytes.subarray(from, from + view.getUint32(at + index * 8 + 4, true));
    }
  }

  #read(file: File, from: number, vectors: number, count: number, result: number): number {
    let at = from;
    for (const target of this.#vectors(vectors, count)) {
      const part = file.bytes.subarray(Math.min(at, file.size), Math.min(at + target.length, file.size));
      target.set(part);
      at += part.length;
    }
    if (file.isWritable) file.accessed = this.#now();
    this.#memory.view.setUint32(result, at - from, true);
    return errno.success;
  }

  #write(file: File, from: number, vectors: number, count: number, result: number): number {
    let at = from;
    for (const bytes of this.#vectors(vectors, count)) {
      if (at + bytes.length > file.size) {
        const resized = this.tree.resize(file, at + bytes.length);
        if (resized !== errno.success) return resized;
      }
      file.bytes.set(bytes, at);
      at += bytes.length;
    }
    file.modified = this.#now();
    this.#memory.view.setUint32(result, at - from, true);
    return errno.success;
  }

  #stat(found: Found<Node>, at: number): number {
    if (isError(found)) return found;
    const { bytes, view } = this.#memory;
    bytes.fill(0, at, at + 64);
    view.setBigUint64(at + 8, BigInt(found.inode), true);
    view.setUint8(at + 16, fileTypes[found.kind]);
    view.setBigUint64(at + 24, found.kind === 'folder' || found.isLinked ? 1n : 0n, true);
    view.setBigUint64(at + 32, BigInt(found.kind === 'folder' ? 0 : found.size), true);
    view.setBigUint64(at + 40, found.accessed, true);
    view.setBigUint64(at + 48, found.modified, true);
    view.setBigUint64(at + 56, found.modified, true);
    return errno.success;
  }

  #setTimes(found: Found<Node>, accessed: bigint, modified: bigint, what: number): number {
    if (isError(found)) return found;
    if (!found.isWritable) return errno.readOnly;
    if ((what & times.accessed) !== 0) found.accessed = BigInt.asUintN(64, accessed);
    if ((what & times.accessedNow) !== 0) found.accessed = this.#now();
    if ((what & times.modified) !== 0) found.modified = BigInt.asUintN(64, modified);
    if ((what & times.modifiedNow) !== 0) found.modified = this.#now();
    return errno.success;
  }

  #open(found: Node, handle: Omit<Handle, 'node' | 'offset'>, result: number): number {
    let descriptor = this.#first;
    while (this.#handles.has(descriptor)) descriptor += 1;
    this.#handles.set(descriptor, { node: found, offset: 0, ...handle });
    if (found.kind === 'file') found.handles += 1;
    this.#memory.view.setUint32(result, descriptor, true);
    return errno.success;
  }

  /** What to open, which may have to be made. */
  #opened(place: Place, flags: number, writes: boolean): Found<Node> {
    const there = place.node;
    if (there === undefined) return (flags & wanted.create) === 0 ? errno.noEntry : this.tree.create(place, 'file');
    if ((flags & wanted.create) !== 0 && (flags & wanted.exclusive) !== 0) return errno.exists;
    if (there.kind === 'folder') return writes ? errno.isDirectory : there;
    if ((flags & wanted.directory) !== 0) return errno.notDirectory;
    const truncates = (flags & wanted.truncate) !== 0;
    if ((writes || truncates) && !there.isWritable) return errno.readOnly;
    const resized = truncates ? this.tree.resize(there, 0) : errno.success;
    return resized === errno.success ? there : resized;
  }

  /** Those of a descriptor, which is none of the streams. */
  readonly ofDescriptor = {
    fd_advise: (descriptor: number): number => (this.#handles.has(descriptor) ? errno.success : errno.badFile),
    fd_allocate: (descriptor: number, offset: bigint, size: bigint): number => {
      const found = this.#file(descriptor, 'writes');
      if (isError(found)) return found;
      const end = Number(offset + size);
      return end > found.file.size ? this.tree.resize(found.file, end) : errno.success;
    },
    fd_close: (descriptor: number): number => {
      const node = this.#handles.get(descriptor)?.node;
      if (node === undefined) return errno.badFile;
      this.#handles.delete(descriptor);
      if (node.kind === 'file') {
        node.handles -= 1;
        this.tree.release(node);
      }
      return errno.success;
    },
    fd_fdstat_get: (descriptor: number, at: number): number => {
      const handle = this.#handles.get(descriptor);
      if (handle === undefined) return errno.badFile;
      const { bytes, view } = this.#memory;
      bytes.fill(0, at, at + 24);
      view.setUint8(at, fileTypes[handle.node.kind]);
      view.setUint16(at + 2, handle.appends ? wanted.append : 0, true);
      for (const offset of [8, 16]) view.setBigUint64(at + offset, 0xffff_ffffn, true);
      return errno.success;
    },
    fd_fdstat_set_flags: (descriptor: number, flags: number): number => {
      const handle = this.#handles.get(descriptor);
      if (handle === undefined) return errno.badFile;
      this.#handles.set(descriptor, { ...handle, appends: (flags & wanted.append) !== 0 });
      return errno.success;
    },
    fd_filestat_get: (descriptor: number, at: number): number => this.#stat(this.#handles.get(descriptor)?.node ?? errno.badFile, at),
    fd_filestat_set_size: (descriptor: number, size: bigint): number => {
      const found = this.#file(descriptor, 'writes');
      if (isError(found)) return found;
      return size < 0n ? errno.invalid : this.tree.resize(found.file, Number(size));
    },
    fd_filestat_set_times: (descriptor: number, accessed: bigint, modified: bigint, what: number): number =>
      this.#setTimes(this.#handles.get(descriptor)?.node ?? errno.badFile, accessed, modified, what),
    fd_pread: (descriptor: number, vectors: number, count: number, offset: bigint, result: number): number => {
      const found = this.#file(descriptor, 'reads');
      if (isError(found)) return found;
      return offset < 0n ? errno.invalid : this.#read(found.file, Number(offset), vectors, count, result);
    },
    fd_pwrite: (descriptor: number, vectors: number, count: number, offset: bigint, result: number): number => {
      const found = this.#file(descriptor, 'writes');
      if (isError(found)) return found;
      return offset < 0n ? errno.invalid : this.#write(found.file, Number(offset), vectors, count, result);
    },
    fd_read: (descriptor: number, vectors: number, count: number, result: number): number => {
      const found = this.#file(descriptor, 'reads');
      if (isError(found)) return found;
      const read = this.#read(found.file, found.handle.offset, vectors, count, result);
      found.handle.offset += this.#memory.view.getUint32(result, true);
      return read;
    },
    fd_write: (descriptor: number, vectors: number, count: number, result: number): number => {
      const found = this.#file(descriptor, 'writes');
      if (isError(found)) return found;
      const { handle, file } = found;
      if (handle.appends) handle.offset = file.size;
      const written = this.#write(file, handle.offset, vectors, count, result);
      if (written === errno.success) handle.offset += this.#memory.view.getUint32(result, true);
      return written;
    },
    fd_readdir: (descriptor: number, at: number, length: number, cookie: bigint, result: number): number => {
      const folder = this.#folder(descriptor);
      if (isError(folder)) return folder;
      const { bytes, view } = this.#memory;
      const all: (readonly [string, Node])[] = [['.', folder], ['..', folder.parent ?? folder], ...folder.entries];
      const target = bytes.subarray(at, at + length);
      let size = 0;
      for (const [offset, [name, node]] of all.slice(Math.max(0, Number(cookie))).entries()) {
        const entry = Buffer.alloc(entryHeader + name.length);
        entry.writeBigUInt64LE(cookie + BigInt(offset + 1), 0);
        entry.writeBigUInt64LE(BigInt(node.inode), 8);
        entry.writeUInt32LE(name.length, 16);
        entry.writeUInt8(fileTypes[node.kind], 20);
        entry.write(name, entryHeader, 'latin1');
        const part = entry.subarray(0, target.length - size);
        target.set(part, size);
        size += part.length;
        if (size === target.length) break;
      }
      view.setUint32(result, size, true);
      return errno.success;
    },
    fd_seek: (descriptor: number, by: bigint, whence: number, result: number): number => {
      const handle = this.#handles.get(descriptor);
      if (handle === undefined) return errno.badFile;
      const end = handle.node.kind === 'file' ? handle.node.size : 0;
      const to = Number(by) + (whence === 0 ? 0 : whence === 1 ? handle.offset : end);
      if (to < 0 || !Number.isSafeInteger(to)) return errno.invalid;
      handle.offset = to;
      this.#memory.view.setBigUint64(result, BigInt(to), true);
      return errno.success;
    },
    fd_sync: (descriptor: number): number => (this.#handles.has(descriptor) ? errno.success : errno.badFile),
    fd_tell: (descriptor: number, result: number): number => this.ofDescriptor.fd_seek(descriptor, 0n, 1, result),
  };

  readonly ofPath = {
    path_create_directory: (descriptor: number, at: number, length: number): number => {
      const place = this.#place(descriptor, at, length);
      if (isError(place)) return place;
      if (place.node !== undefined) return errno.exists;
      const made = this.tree.create(place, 'folder');
      return isError(made) ? made : errno.success;
    },
    path_filestat_get: (descriptor: number, _lookup: number, at: number, length: number, result: number): number =>
      this.#stat(this.#node(descriptor, at, length), result),
    path_filestat_set_times: (
      ...[descriptor, _lookup, at, length, accessed, modified, what]: [number, number, number, number, bigint, bigint, number]
    ): number => this.#setTimes(this.#node(descriptor, at, length), accessed, modified, what),
    path_link: (): number => errno.notPermitted,
    path_open: (
      ...[descriptor, _lookup, at, length, flags, base, _inheriting, descriptorFlags, result]: [
        ...[number, number, number, number, number],
        ...[bigint, bigint, number, number],
      ]
    ): number => {
      if (this.#handles.size >= mostOpen) return errno.tooManyOpen;
      const place = this.#place(descriptor, at, length);
      if (isError(place)) return place;
      const writes = (base & rights.write) !== 0n;
      const found = this.#opened(place, flags, writes);
      if (isError(found)) return found;
      const handle = { reads: (base & rights.read) !== 0n, writes, appends: (descriptorFlags & wanted.append) !== 0 };
      return this.#open(found, handle, result);
    },
    path_readlink: (descriptor: number, at: number, length: number): number => {
      const found = this.#node(descriptor, at, length);
      return isError(found) ? found : errno.invalid;
    },
    path_remove_directory: (descriptor: number, at: number, length: number): number => {
      const place = this.#place(descriptor, at, length);
      if (isError(place)) return place;
      return place.node?.kind === 'file' ? errno.notDirectory : this.tree.remove(place);
    },
    path_rename: (...[from, at, length, to, newAt, newLength]: [number, number, number, number, number, number]): number => {
      const old = this.#place(from, at, length);
      if (isError(old)) return old;
      const place = this.#place(to, newAt, newLength);
      return isError(place) ? place : this.tree.move(old, place);
    },
    path_symlink: (): number => errno.notPermitted,
    path_unlink_file: (descriptor: number, at: number, length: number): number => {
      const place = this.#place(descriptor, at, length);
      if (isError(place)) return place;
      return place.node?.kind === 'folder' ? errno.isDirectory : this.tree.remove(place);
    },
  };
}
