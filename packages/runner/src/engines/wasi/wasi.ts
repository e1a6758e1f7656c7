import type { BoundedOutput } from '../bounded-output.ts';
import { errno } from './errno.ts';
import { FileCalls, fileTypes, type Memory } from './file-calls.ts';
import type { ReadOnlyFiles } from './file-tree.ts';
import { RunOver } from './run-over.ts';

/** Every run begins at this moment, and the clock moves when it is read, so that a run takes the same course again. */
const start = BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n;
const tick = 100_000n;
/** Bytes of the buffer for what a program writes to the channel: at first, and at most where it is kept for the next message. */
const smallestOutbox = 4096;
const largestKept = 65_536;
const page = 65_536;
const allRights = 0xffff_ffffn;

/**
 * By descriptor. The binary keeps a table of descriptors above these functions, and has its library in a file system of its own; there a
 * channel must have been opened in a folder. What follows these is of `file-calls.ts`.
 */
const streams = ['stdin', 'stdout', 'stderr', 'root', 'channel'] as const;
type Stream = (typeof streams)[number];

/** What is done with a descriptor is done by a file or by a stream. */
const either =
  <Given extends readonly unknown[]>(
    file: (descriptor: number, ...given: Given) => number,
    stream: (descriptor: number, ...given: Given) => number,
  ) =>
  (descriptor: number, ...given: Given): number =>
    (descriptor < streams.length ? stream : file)(descriptor, ...given);

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
 * The functions of WASI preview 1 that an interpreter gets: standard streams, a clock and random bytes that are the same in every run, a
 * channel to the engine, and files of its own (`file-tree.ts`). There is nothing else: no file of the host, socket, process or thread (the
 * library is inside the binary). Every function is synchronous, returns an errno, and reads and writes nothing else of the host.
 */
export class Wasi {
  readonly #args: readonly Uint8Array[];
  readonly #environment: readonly Uint8Array[];
  readonly #memory: Memory = { bytes: new Uint8Array(), view: new DataView(new ArrayBuffer(0)) };
  readonly #files: FileCalls;
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

  constructor(args: readonly string[], environment: Readonly<Record<string, string>>, files?: ReadOnlyFiles) {
    this.#files = new FileCalls(this.#memory, files, streams.indexOf('root'), streams.length);
    const text = (value: string): Uint8Array => Buffer.from(`${value}\0`);
    this.#args = args.map(text);
    this.#environment = Object.entries(environment).map(([name, value]) => text(`${name}=${value}`));
  }

  attach(memory: WebAssembly.Memory): void {
    this.#memory.bytes = new Uint8Array(memory.buffer);
    this.#memory.view = new DataView(memory.buffer);
  }

  /** As every run finds it. */
  reset(pages: number, maxPages: number): void {
    this.#open = new Set(streams);
    this.#now = 0n;
    this.#random = 0x9e3779b9;
    this.pages = pages;
    this.maxPages = maxPages;
    this.refused = false;
    this.#files.reset(
      () => start + this.#now,
      () => (this.maxPages - this.pages) * page - this.#files.tree.used,
    );
  }

  /** Pages that the program's files would fill. */
  get filePages(): number {
    return Math.ceil(this.#files.tree.used / page);
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
      const from = this.#memory.view.getUint32(at + index * 8, true);
      yield this.#memory.bytes.subarray(from, from + this.#memory.view.getUint32(at + index * 8 + 4, true));
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
    this.#memory.view.setUint32(result, size, true);
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
    this.#memory.view.setUint32(result, size, true);
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
      this.#memory.view.setUint32(pointers + index * 4, to, true);
      this.#memory.bytes.set(text, to);
      to += text.length;
    }
    return errno.success;
  }

  #sizes(list: readonly Uint8Array[], count: number, size: number): number {
    this.#memory.view.setUint32(count, list.length, true);
    this.#memory.view.setUint32(size, Buffer.concat(list).length, true);
    return errno.success;
  }

  #clock(id: number, result: number): number {
    this.onClock?.();
    if (id > 3) return errno.invalid;
    this.#now += tick;
    this.#memory.view.setBigUint64(result, BigInt.asUintN(64, id === 0 ? start + this.#now : this.#now), true);
    return errno.success;
  }

  #fillRandom(at: number, length: number): number {
    for (let index = 0; index < length; index++) {
      this.#random ^= this.#random << 13;
      this.#random ^= this.#random >>> 17;
      this.#random ^= this.#random << 5;
      this.#memory.bytes[at + index] = this.#random & 0xff;
    }
    return errno.success;
  }

  /** In place of `memory.grow`. */
  grow(by: number): number {
    if (by < 0 || this.pages + by + this.filePages > this.maxPages) {
      this.refused = true;
      return -1;
    }
    this.pages += by;
    return this.pages - by;
  }

  #describe(descriptor: number, at: number, size: number, typeAt: number, rightsAt: readonly number[]): number {
    const stream = this.#stream(descriptor);
    if (stream === undefined) return errno.badFile;
    this.#memory.bytes.fill(0, at, at + size);
    this.#memory.view.setUint8(at + typeAt, stream === 'root' ? fileTypes.folder : fileTypes.device);
    for (const offset of rightsAt) this.#memory.view.setBigUint64(at + offset, allRights, true);
    return errno.success;
  }

  #isChannel(at: number, length: number): boolean {
    return length === 'channel'.length && Buffer.from(this.#memory.bytes.subarray(at, at + length)).toString() === 'channel';
  }

  readonly #descriptorError = (descriptor: number): number => (this.#stream(descriptor) === undefined ? errno.badFile : errno.notDirectory);

  /** Of the streams, which know no position and no size. */
  readonly #ofStream = {
    fd_advise: this.#descriptorError,
    fd_allocate: this.#descriptorError,
    fd_close: (descriptor: number) => {
      const stream = this.#stream(descriptor);
      return stream !== undefined && this.#open.delete(stream) ? errno.success : errno.badFile;
    },
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
      this.#memory.view.setUint32(result, 0, true);
      return errno.success;
    },
    fd_pwrite: () => errno.seekPipe,
    fd_read: (descriptor: number, vectors: number, count: number, result: number) => this.#read(descriptor, vectors, count, result),
    fd_seek: (descriptor: number) => (this.#stream(descriptor) === undefined ? errno.badFile : errno.seekPipe),
    fd_sync: this.#descriptorError,
    fd_tell: (descriptor: number) => (this.#stream(descriptor) === undefined ? errno.badFile : errno.seekPipe),
    fd_write: (descriptor: number, vectors: number, count: number, result: number) => this.#write(descriptor, vectors, count, result),
  };

  get imports() {
    const { ofDescriptor, ofPath } = this.#files;
    const ofStream = this.#ofStream;
    return {
      args_get: (pointers: number, at: number) => this.#strings(this.#args, pointers, at),
      args_sizes_get: (count: number, size: number) => this.#sizes(this.#args, count, size),
      environ_get: (pointers: number, at: number) => this.#strings(this.#environment, pointers, at),
      environ_sizes_get: (count: number, size: number) => this.#sizes(this.#environment, count, size),
      clock_res_get: (_id: number, result: number) => {
        this.#memory.view.setBigUint64(result, tick, true);
        return errno.success;
      },
      clock_time_get: (id: number, _precision: bigint, result: number) => this.#clock(id, result),
      fd_advise: either(ofDescriptor.fd_advise, ofStream.fd_advise),
      fd_allocate: either(ofDescriptor.fd_allocate, ofStream.fd_allocate),
      fd_close: either(ofDescriptor.fd_close, ofStream.fd_close),
      // The binary calls these two where it was compiled with memory.grow and memory.size (scripts/make-python-assets.ts).
      fd_datasync: (by: number) => this.grow(by),
      sched_yield: () => this.pages,
      fd_fdstat_get: either(ofDescriptor.fd_fdstat_get, ofStream.fd_fdstat_get),
      fd_fdstat_set_flags: either(ofDescriptor.fd_fdstat_set_flags, ofStream.fd_fdstat_set_flags),
      fd_filestat_get: either(ofDescriptor.fd_filestat_get, ofStream.fd_filestat_get),
      fd_filestat_set_size: either(ofDescriptor.fd_filestat_set_size, ofStream.fd_filestat_set_size),
      fd_filestat_set_times: either(ofDescriptor.fd_filestat_set_times, ofStream.fd_filestat_set_times),
      fd_pread: either(ofDescriptor.fd_pread, ofStream.fd_pread),
      fd_prestat_get: (descriptor: number, at: number) => {
        if (this.#stream(descriptor) !== 'root') return errno.badFile;
        this.#memory.view.setUint32(at, 0, true);
        this.#memory.view.setUint32(at + 4, 1, true);
        return errno.success;
      },
      fd_prestat_dir_name: (_descriptor: number, at: number) => {
        this.#memory.bytes[at] = '/'.charCodeAt(0);
        return errno.success;
      },
      fd_pwrite: either(ofDescriptor.fd_pwrite, ofStream.fd_pwrite),
      fd_read: either(ofDescriptor.fd_read, ofStream.fd_read),
      fd_readdir: ofDescriptor.fd_readdir,
      fd_renumber: () => errno.noSystem,
      fd_seek: either(ofDescriptor.fd_seek, ofStream.fd_seek),
      fd_sync: either(ofDescriptor.fd_sync, ofStream.fd_sync),
      fd_tell: either(ofDescriptor.fd_tell, ofStream.fd_tell),
      fd_write: either(ofDescriptor.fd_write, ofStream.fd_write),
      ...ofPath,
      path_open: (...given: Parameters<typeof ofPath.path_open>) => {
        const [folder, , at, length] = given;
        if (this.#stream(folder) !== 'root' || !this.#isChannel(at, length)) return ofPath.path_open(...given);
        this.#open.add('channel');
        this.#memory.view.setUint32(given[8], streams.indexOf('channel'), true);
        return errno.success;
      },
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
}
