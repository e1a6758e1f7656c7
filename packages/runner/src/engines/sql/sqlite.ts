import type { Plain } from '../../program.ts';

/**
 * One instance of SQLite, bound to the exports of the package's binary. The package's own glue is not used: it is 500 kB that starts
 * asynchronously and gives SQLite a file system; here an instance has memory and a clock, and is thrown away after its run.
 */
type Exports = {
  readonly __indirect_function_table: WebAssembly.Table;
  __wasm_call_ctors(): void;
  malloc(size: number): number;
  free(at: number): void;
  sqlite3_initialize(): number;
  sqlite3_open_v2(file: number, outDatabase: number, flags: number, vfs: number): number;
  sqlite3_exec(database: number, sql: number, callback: number, context: number, outMessage: number): number;
  sqlite3_limit(database: number, id: number, value: number): number;
  sqlite3_set_authorizer(database: number, callback: number, context: number): number;
  sqlite3_prepare_v2(database: number, sql: number, length: number, outStatement: number, outTail: number): number;
  sqlite3_stmt_isexplain(statement: number): number;
  sqlite3_step(statement: number): number;
  sqlite3_column_count(statement: number): number;
  sqlite3_column_name(statement: number, index: number): number;
  sqlite3_column_type(statement: number, index: number): number;
  sqlite3_column_int64(statement: number, index: number): bigint;
  sqlite3_column_double(statement: number, index: number): number;
  sqlite3_column_text(statement: number, index: number): number;
  sqlite3_column_blob(statement: number, index: number): number;
  sqlite3_column_bytes(statement: number, index: number): number;
  sqlite3_errmsg(database: number): number;
  sqlite3_error_offset(database: number): number;
  sqlite3_status(operation: number, outCurrent: number, outHighest: number, reset: number): number;
};

/** An error of SQLite with its code. `offset` is the byte of the statement that it is about, or -1. */
export class SqliteError extends Error {
  readonly code: number;
  readonly offset: number;
  constructor(code: number, message: string, offset: number) {
    super(message);
    this.code = code;
    this.offset = offset;
  }
}

export const codes = { ok: 0, tooBig: 18, noMemory: 7, row: 100, done: 101 } as const;
/** Actions of `sqlite3_set_authorizer`. */
export const actions = { pragma: 19, read: 20, select: 21, attach: 24, detach: 25, function: 31, recursive: 33 } as const;
const limits = { length: 0, sqlLength: 1, column: 2, exprDepth: 3, compoundSelect: 4, vdbeOp: 5, functionArg: 6, attached: 7, pattern: 8 };

const page = 65_536;
const initialPages = 128;
/** What the library itself needs besides a run's limit. */
const ownPages = 64;
const start = 1_767_225_600_000;
const notSupported = 52;
const openFlags = 0x02 | 0x04 | 0x80;
const columnTypes = ['', 'integer', 'float', 'text', 'blob', 'null'] as const;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * A module that imports a function of six numbers and exports it again: only such a function can stand in SQLite's table of callbacks.
 * (Type section, import `e.f`, export `f`.)
 */
const sixNumbers = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 11, 1, 96, 6, 127, 127, 127, 127, 127, 127, 1, 127],
  ...[2, 7, 1, 1, 101, 1, 102, 0, 0],
  ...[7, 5, 1, 1, 102, 0, 0],
);
const sixNumbersModule = new WebAssembly.Module(sixNumbers);

export type Statement = {
  readonly columns: readonly string[];
  /** The next row with the bytes of its texts and blobs, or undefined after the last. */
  next(): { readonly row: readonly Plain[]; readonly size: number } | undefined;
};

export class Sqlite {
  readonly #exports: Exports;
  readonly #memory: WebAssembly.Memory;
  readonly #database: number;
  readonly #out: number;
  #allowed: (action: number, detail: string) => boolean = () => true;

  /** `megabytes`: what SQLite may allocate. */
  constructor(module: WebAssembly.Module, megabytes: number) {
    const memory = new WebAssembly.Memory({ initial: initialPages, maximum: initialPages + ownPages + megabytes * 16 });
    this.#memory = memory;
    const none = () => -notSupported;
    const files = Object.fromEntries(
      [
        ...['faccessat', 'fchmod', 'chmod', 'fchown32', 'fcntl64', 'openat', 'ioctl', 'fstat64', 'stat64', 'newfstatat', 'lstat64'],
        ...['ftruncate64', 'getcwd', 'mkdirat', 'readlinkat', 'rmdir', 'unlinkat', 'utimensat'],
      ].map((name) => [`__syscall_${name}`, none]),
    );
    const instance = new WebAssembly.Instance(module, {
      env: {
        ...files,
        memory,
        _mmap_js: none,
        _munmap_js: none,
        _tzset_js: () => undefined,
        _localtime_js: (seconds: bigint, at: number) => this.#writeTime(seconds, at),
        emscripten_date_now: () => start,
        emscripten_get_now: () => start,
        emscripten_get_heap_max: () => (initialPages + ownPages + megabytes * 16) * page,
        emscripten_resize_heap: (size: number) => this.#grow(size >>> 0),
      },
      wasi_snapshot_preview1: {
        fd_close: () => notSupported,
        fd_write: () => notSupported,
        fd_read: () => notSupported,
        fd_sync: () => notSupported,
        fd_seek: () => notSupported,
        fd_fdstat_get: () => notSupported,
        environ_get: () => 0,
        environ_sizes_get: (count: number, size: number) => {
          this.#view.setUint32(count, 0, true);
          this.#view.setUint32(size, 0, true);
          return 0;
        },
        clock_time_get: (_id: number, _precision: bigint, result: number) => {
          this.#view.setBigUint64(result, BigInt(start) * 1_000_000n, true);
          return 0;
        },
      },
    });
    this.#exports = instance.exports as unknown as Exports;
    this.#exports.__wasm_call_ctors();
    this.#exports.sqlite3_initialize();
    this.#out = this.#exports.malloc(8);
    const code = this.#exports.sqlite3_open_v2(this.#write(':memory:'), this.#out, openFlags, 0);
    if (code !== codes.ok) throw new Error(`SQLite did not open: ${code}`);
    this.#database = this.#view.getUint32(this.#out, true);
    const authorize = (_context: number, action: number, first: number, second: number): number => {
      const detail = this.#text(action === actions.function ? second : first);
      return this.#allowed(action, detail) ? 0 : 1;
    };
    const callback = new WebAssembly.Instance(sixNumbersModule, { e: { f: authorize } }).exports.f;
    const index = this.#exports.__indirect_function_table.grow(1);
    this.#exports.__indirect_function_table.set(index, callback);
    this.#exports.sqlite3_set_authorizer(this.#database, index, 0);
    this.execute(`PRAGMA hard_heap_limit = ${megabytes * 1024 * 1024}; PRAGMA temp_store = 2; PRAGMA trusted_schema = OFF;`);
  }

  /** Which actions statements may take that are prepared from now on. */
  allow(allowed: (action: number, detail: string) => boolean): void {
    this.#allowed = allowed;
  }

  /** For the candidate's statement: what no query of an exercise needs. */
  limit(sqlLength: number): void {
    const values: readonly [keyof typeof limits, number][] = [
      ['length', 10_000_000],
      ['sqlLength', sqlLength],
      ['column', 500],
      ['exprDepth', 200],
      ['compoundSelect', 100],
      ['vdbeOp', 250_000],
      ['functionArg', 100],
      ['attached', 0],
      ['pattern', 1_000],
    ];
    for (const [name, value] of values) this.#exports.sqlite3_limit(this.#database, limits[name], value);
  }

  execute(sql: string): void {
    const at = this.#write(sql);
    const code = this.#exports.sqlite3_exec(this.#database, at, 0, 0, 0);
    if (code !== codes.ok) throw this.#error(code);
    this.#exports.free(at);
  }

  /** The first statement of a text, undefined if there is none, and the text that follows it. */
  prepare(sql: string): { readonly statement: Statement | undefined; readonly isExplain: boolean; readonly tail: string } {
    const at = this.#write(sql);
    const code = this.#exports.sqlite3_prepare_v2(this.#database, at, -1, this.#out, this.#out + 4);
    if (code !== codes.ok) throw this.#error(code);
    const pointer = this.#view.getUint32(this.#out, true);
    const tail = this.#text(this.#view.getUint32(this.#out + 4, true));
    if (pointer === 0) return { statement: undefined, isExplain: false, tail };
    return { statement: this.#statement(pointer), isExplain: this.#exports.sqlite3_stmt_isexplain(pointer) !== 0, tail };
  }

  /** MiB that SQLite had allocated at most. */
  get memory(): number {
    this.#exports.sqlite3_status(0, this.#out, this.#out + 4, 0);
    return Math.ceil(this.#view.getUint32(this.#out + 4, true) / (1024 * 1024));
  }

  #statement(pointer: number): Statement {
    const exports = this.#exports;
    const count = exports.sqlite3_column_count(pointer);
    const indexes = Array.from({ length: count }, (_, index) => index);
    const columns = indexes.map((index) => this.#text(exports.sqlite3_column_name(pointer, index)));
    return {
      columns,
      next: () => {
        const code = exports.sqlite3_step(pointer);
        if (code === codes.done) return undefined;
        if (code !== codes.row) throw this.#error(code);
        const cells = indexes.map((index) => this.#cell(pointer, index));
        return { row: cells.map(([value]) => value), size: cells.reduce((sum, [, size]) => sum + size, 0) };
      },
    };
  }

  #cell(pointer: number, index: number): readonly [Plain, number] {
    const exports = this.#exports;
    switch (columnTypes[exports.sqlite3_column_type(pointer, index)]) {
      case 'integer': {
        const value = exports.sqlite3_column_int64(pointer, index);
        const number = Number(value);
        return [Number.isSafeInteger(number) ? number : { type: 'int', value: String(value) }, 8];
      }
      case 'float': {
        const value = exports.sqlite3_column_double(pointer, index);
        const fits = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
        return [fits ? value : { type: 'float', value: String(value) }, 8];
      }
      case 'text': {
        const bytes = this.#bytes(exports.sqlite3_column_text(pointer, index), exports.sqlite3_column_bytes(pointer, index));
        return [decoder.decode(bytes), bytes.length + 2];
      }
      case 'blob': {
        const bytes = this.#bytes(exports.sqlite3_column_blob(pointer, index), exports.sqlite3_column_bytes(pointer, index));
        return [{ type: 'bytes', value: Buffer.from(bytes).toString('base64') }, bytes.length + 2];
      }
      default:
        return [null, 4];
    }
  }

  #error(code: number): SqliteError {
    const message = this.#text(this.#exports.sqlite3_errmsg(this.#database));
    return new SqliteError(code & 0xff, message, this.#exports.sqlite3_error_offset(this.#database));
  }

  get #view(): DataView {
    return new DataView(this.#memory.buffer);
  }

  #bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, length);
  }

  #write(text: string): number {
    const bytes = encoder.encode(text);
    const at = this.#exports.malloc(bytes.length + 1);
    if (at === 0) throw new SqliteError(codes.noMemory, 'out of memory', -1);
    const memory = new Uint8Array(this.#memory.buffer);
    memory.set(bytes, at);
    memory[at + bytes.length] = 0;
    return at;
  }

  #text(at: number): string {
    if (at === 0) return '';
    const memory = new Uint8Array(this.#memory.buffer);
    return decoder.decode(memory.subarray(at, memory.indexOf(0, at)));
  }

  #grow(size: number): number {
    try {
      this.#memory.grow(Math.ceil((size - this.#memory.buffer.byteLength) / page));
      return 1;
    } catch {
      return 0;
    }
  }

  /** `struct tm`; local time is UTC. */
  #writeTime(seconds: bigint, at: number): void {
    const time = new Date(Number(seconds) * 1000);
    const year = time.getUTCFullYear();
    const day = Math.floor((time.getTime() - Date.UTC(year, 0, 1)) / 86_400_000);
    const fields = [time.getUTCSeconds(), time.getUTCMinutes(), time.getUTCHours(), time.getUTCDate(), time.getUTCMonth(), year - 1900];
    for (const [index, field] of [...fields, time.getUTCDay(), day, 0, 0].entries()) this.#view.setInt32(at + 4 * index, field, true);
  }
}
