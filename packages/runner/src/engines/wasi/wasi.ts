import type { BoundedOutput } from '../bounded-output.ts';
import { RunOver } from './run-over.ts';

/** Of WASI preview 1. */
const errno = { success: 0, badFile: 8, invalid: 28, noEntry: 44, noSystem: 52, notDirectory: 54, readOnly: 69, seekPipe: 70 } as const;

/** Every run begins at this moment, and the clock moves when it is read, so that a run takes the same course again. */
const start = BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n;
const tick = 100_000n;
/** Bytes of the buffer for what a program writes to the channel: at first, and at most where it is kept for the next message. */
const smallestOutbox = 4096;
const largestKept = 65_536;
const fileTypes = { device: 2, directory: 3 } as const;
const allRights = 0xffff_ffffn;

/**
 * By descriptor. The binary keeps a table of descriptors above these functions, and has its library in a file system of its own; there a
 * channel must have been opened in a directory. The directory is empty.
 */
const streams = ['stdin', 'stdout', 'stderr', 'root', 'channel'] as const;
type Stream = (typeof streams)[number];

/** What differs between calls of an interpreter. */
export type Conversation = {
  readonly stdin: Uint8Array;
  readonly output: BoundedOutput;
  /** What the program reads from the channel first. */
  readonly message: Uint8Array;
  /** Answers what the program wrote to the channel, before it reads from it again. */
  readonly ask?: ((message: Uint8Array) => Uint8Array) | undefined;
  /** Bytes that the program may write to the channel before somebody reads them. */
  readonly channelLimit: number;
};

/**
 * The functions of WASI preview 1 that an interpreter gets: standard streams, a clock and random bytes that are the same in every run, and
 * a channel to the engine. There is nothing else: no file, socket, process or thread (the library is inside the binary). Every function is
 * synchronous, returns an errno, and reads and writes nothing but the interpreter's memory.
 */
export class Wasi {
  readonly #args: readonly Uint8Array[];
  readonly #environment: readonly Uint8Array[];
  #bytes = new Uint8Array();
  #view = new DataView(this.#bytes.buffer);
  #open = new Set<Stream>();
  #conversation: Conversation | undefined;
  /** What is left to read. */
  #stdin = new Uint8Array();
  #inbox = new Uint8Array();
  /** One buffer: a program may write byte by byte. */
  #outbox = new Uint8Array(smallestOutbox);
  #outboxSize = 0;
  #now = 0n;
  #random = 0;
  /** Pages that the program has, and may have. The memory itself is as large as any program's may be (`machine.ts`). */
  pages = 0;
  maxPages = 0;
  /** The program asked for more pages in vain. */
  refused = false;
  /** Called when the clock is read: an interpreter that starts is stopped there. */
  onClock: (() => void) | undefined;

  constructor(args: readonly string[], environment: Readonly<Record<string, string>>) {
    const text = (value: string): Uint8Array => Buffer.from(`${value}\0`);
    this.#args = args.map(text);
    this.#environment = Object.entries(environment).map(([name, value]) => text(`${name}=${value}`));
  }

  attach(memory: WebAssembly.Memory): void {
    this.#bytes = new Uint8Array(memory.buffer);
    this.#view = new DataView(memory.buffer);
  }

  /** As every run finds it. */
  reset(pages: number, maxPages: number): void {
    this.#open = new Set(streams);
    this.#now = 0n;
    this.#random = 0x9e3779b9;
    this.pages = pages;
    this.maxPages = maxPages;
    this.refused = false;
  }

  converse(conversation: Conversation): void {
    this.#conversation = conversation;
    this.#stdin = new Uint8Array(conversation.stdin);
    this.#inbox = new Uint8Array(conversation.message);
    this.take();
  }

  /** What the program wrote to the channel since the last message. */
  take(): Uint8Array {
    const message = this.#outbox.slice(0, this.#outboxSize);
    this.#outboxSize = 0;
    if (this.#outbox.length > largestKept) this.#outbox = new Uint8Array(smallestOutbox);
    return message;
  }

  #stream(descriptor: number): Stream | undefined {
    const stream = streams[descriptor];
    return stream !== undefined && this.#open.has(stream) ? stream : undefined;
  }

  /** The buffers of a list of vectors. */
  *#vectors(at: number, count: number): Generator<Uint8Array> {
    for (let index = 0; index < count; index++) {
      const from = this.#view.getUint32(at + index * 8, true);
      yield this.#bytes.subarray(from, from + this.#view.getUint32(at + index * 8 + 4, true));
    }
  }

  #read(descriptor: number, vectors: number, count: number, result: number): number {
    const stream = this.#stream(descriptor);
    if (stream !== 'stdin' && stream !== 'channel') return errno.badFile;
    if (stream === 'channel' && this.#outboxSize > 0) {
      this.#inbox = new Uint8Array(this.#conversation?.ask?.(this.take()) ?? []);
    }
    let rest = stream === 'stdin' ? this.#stdin : this.#inbox;
    let size = 0;
    for (const target of this.#vectors(vectors, count)) {
      const part = rest.subarray(0, target.length);
      target.set(part);
      rest = rest.subarray(part.length);
      size += part.length;
    }
    if (stream === 'stdin') this.#stdin = rest;
    else this.#inbox = rest;
    this.#view.setUint32(result, size, true);
    return errno.success;
  }

  #write(descriptor: number, vectors: number, count: number, result: number): number {
    const stream = this.#stream(descriptor);
    if (stream === undefined || stream === 'stdin' || stream === 'root') return errno.badFile;
    let size = 0;
    for (const bytes of this.#vectors(vectors, count)) {
      if (stream === 'channel') this.#send(bytes);
      else if (this.#conversation?.output.write(stream === 'stdout' ? 1 : 2, bytes) === false) throw new RunOver('output');
      size += bytes.length;
    }
    this.#view.setUint32(result, size, true);
    return errno.success;
  }

  #send(bytes: Uint8Array): void {
    const limit = this.#conversation?.channelLimit ?? 0;
    const size = this.#outboxSize + bytes.length;
    if (size > limit) throw new RunOver('channel');
    if (size > this.#outbox.length) {
      const larger = new Uint8Array(Math.min(limit, Math.max(size, this.#outbox.length * 2)));
      larger.set(this.#outbox.subarray(0, this.#outboxSize));
      this.#outbox = larger;
    }
    this.#outbox.set(bytes, this.#outboxSize);
    this.#outboxSize = size;
  }

  #strings(list: readonly Uint8Array[], pointers: number, at: number): number {
    let to = at;
    for (const [index, text] of list.entries()) {
      this.#view.setUint32(pointers + index * 4, to, true);
      this.#bytes.set(text, to);
      to += text.length;
    }
    return errno.success;
  }

  #sizes(list: readonly Uint8Array[], count: number, size: number): number {
    this.#view.setUint32(count, list.length, true);
    this.#view.setUint32(size, Buffer.concat(list).length, true);
    return errno.success;
  }

  #clock(id: number, result: number): number {
    this.onClock?.();
    if (id > 3) return errno.invalid;
    this.#now += tick;
    this.#view.setBigUint64(result, BigInt.asUintN(64, id === 0 ? start + this.#now : this.#now), true);
    return errno.success;
  }

  #fillRandom(at: number, length: number): number {
    for (let index = 0; index < length; index++) {
      this.#random ^= this.#random << 13;
      this.#random ^= this.#random >>> 17;
      this.#random ^= this.#random << 5;
      this.#bytes[at + index] = this.#random & 0xff;
    }
    return errno.success;
  }

  /** In place of `memory.grow`. */
  grow(by: number): number {
    if (by < 0 || this.pages + by > this.maxPages) {
      this.refused = true;
      return -1;
    }
    this.pages += by;
    return this.pages - by;
  }

  #describe(descriptor: number, at: number, size: number, typeAt: number, rightsAt: readonly number[]): number {
    const stream = this.#stream(descriptor);
    if (stream === undefined) return errno.badFile;
    this.#bytes.fill(0, at, at + size);
    this.#view.setUint8(at + typeAt, stream === 'root' ? fileTypes.directory : fileTypes.device);
    for (const offset of rightsAt) this.#view.setBigUint64(at + offset, allRights, true);
    return errno.success;
  }

  readonly #descriptorError = (descriptor: number): number => (this.#stream(descriptor) === undefined ? errno.badFile : errno.notDirectory);

  readonly imports = {
    args_get: (pointers: number, at: number) => this.#strings(this.#args, pointers, at),
    args_sizes_get: (count: number, size: number) => this.#sizes(this.#args, count, size),
    environ_get: (pointers: number, at: number) => this.#strings(this.#environment, pointers, at),
    environ_sizes_get: (count: number, size: number) => this.#sizes(this.#environment, count, size),
    clock_res_get: (_id: number, result: number) => {
      this.#view.setBigUint64(result, tick, true);
      return errno.success;
    },
    clock_time_get: (id: number, _precision: bigint, result: number) => this.#clock(id, result),
    fd_advise: this.#descriptorError,
    fd_allocate: this.#descriptorError,
    fd_close: (descriptor: number) => {
      const stream = this.#stream(descriptor);
      return stream !== undefined && this.#open.delete(stream) ? errno.success : errno.badFile;
    },
    // The binary calls these two where it was compiled with memory.grow and memory.size (scripts/make-python-assets.ts).
    fd_datasync: (by: number) => this.grow(by),
    sched_yield: () => this.pages,
    // A device with all rights, which include seeking, is no terminal: Python buffers what it writes.
    fd_fdstat_get: (descriptor: number, at: number) => this.#describe(descriptor, at, 24, 0, [8, 16]),
    fd_fdstat_set_flags: this.#descriptorError,
    fd_filestat_get: (descriptor: number, at: number) => this.#describe(descriptor, at, 64, 16, []),
    fd_filestat_set_size: this.#descriptorError,
    fd_filestat_set_times: this.#descriptorError,
    /** Of the channel: how boot.py sleeps. It moves the clock, and takes no time. */
    fd_pread: (descriptor: number, _vectors: number, _count: number, offset: bigint, result: number) => {
      if (this.#stream(descriptor) !== 'channel') return errno.seekPipe;
      this.#now += offset;
      this.#view.setUint32(result, 0, true);
      return errno.success;
    },
    fd_prestat_get: (descriptor: number, at: number) => {
      if (this.#stream(descriptor) !== 'root') return errno.badFile;
      this.#view.setUint32(at, 0, true);
      this.#view.setUint32(at + 4, 1, true);
      return errno.success;
    },
    fd_prestat_dir_name: (_descriptor: number, at: number) => {
      this.#bytes[at] = '/'.charCodeAt(0);
      return errno.success;
    },
    fd_pwrite: () => errno.seekPipe,
    fd_read: (descriptor: number, vectors: number, count: number, result: number) => this.#read(descriptor, vectors, count, result),
    fd_readdir: (descriptor: number, _at: number, _length: number, _cookie: bigint, result: number) => {
      if (this.#stream(descriptor) !== 'root') return this.#descriptorError(descriptor);
      this.#view.setUint32(result, 0, true);
      return errno.success;
    },
    fd_renumber: () => errno.noSystem,
    fd_seek: (descriptor: number) => (this.#stream(descriptor) === undefined ? errno.badFile : errno.seekPipe),
    fd_sync: this.#descriptorError,
    fd_tell: (descriptor: number) => (this.#stream(descriptor) === undefined ? errno.badFile : errno.seekPipe),
    fd_write: (descriptor: number, vectors: number, count: number, result: number) => this.#write(descriptor, vectors, count, result),
    path_create_directory: () => errno.readOnly,
    path_filestat_get: () => errno.noEntry,
    path_filestat_set_times: () => errno.readOnly,
    path_link: () => errno.readOnly,
    path_open: (
      _folder: number,
      _lookup: number,
      at: number,
      length: number,
      flags: number,
      _rights: bigint,
      _inheriting: bigint,
      _descriptorFlags: number,
      result: number,
    ) => {
      if (Buffer.from(this.#bytes.subarray(at, at + length)).toString() !== 'channel')
        return (flags & 1) === 0 ? errno.noEntry : errno.readOnly;
      this.#open.add('channel');
      this.#view.setUint32(result, streams.indexOf('channel'), true);
      return errno.success;
    },
    path_readlink: () => errno.noEntry,
    path_remove_directory: () => errno.readOnly,
    path_rename: () => errno.readOnly,
    path_symlink: () => errno.readOnly,
    path_unlink_file: () => errno.readOnly,
    poll_oneoff: () => errno.noSystem,
    proc_exit: (code: number) => {
      throw new RunOver('exit', code);
    },
    random_get: (at: number, length: number) => this.#fillRandom(at, length),
    sock_accept: () => errno.noSystem,
    sock_recv: () => errno.noSystem,
    sock_send: () => errno.noSystem,
    sock_shutdown: () => errno.noSystem,
  };
}
