/** What we use of WebAssembly. TypeScript has its types only together with those of a browser. */
export type Module = object;
export type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number };
export type Table = { get(index: number): unknown };
export type Global = { value: number };

type Imports = Readonly<Record<string, Readonly<Record<string, (...values: never[]) => unknown>>>>;

declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<Module>;
  readonly Instance: new (module: Module, imports: Imports) => { readonly exports: Readonly<Record<string, unknown>> };
  readonly Memory: new (size: { readonly initial: number }) => Memory;
  readonly Table: new (kind: { readonly element: 'anyfunc'; readonly initial: number }) => Table;
  readonly Global: new (kind: { readonly value: 'i32' }) => Global;
  readonly RuntimeError: new () => Error;
};

export const wasm = WebAssembly;
