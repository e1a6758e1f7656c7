/** What we use of WebAssembly. TypeScript has its types only together with those of a browser. */
declare namespace WebAssembly {
  type ImportValue = ((...values: never[]) => unknown) | Memory;
  class Module {
    private readonly compiled: true;
    constructor(bytes: Uint8Array);
    static imports(module: Module): readonly { readonly module: string; readonly name: string }[];
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, ImportValue>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class Memory {
    constructor(size: { readonly initial: number; readonly maximum: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Table {
    readonly length: number;
    grow(by: number): number;
    get(index: number): unknown;
    set(index: number, value: unknown): void;
  }
  class Global {
    value: number;
  }
  class RuntimeError extends Error {}
  const compile: (bytes: Uint8Array) => Promise<Module>;
}
