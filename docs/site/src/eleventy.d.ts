/** The part of Eleventy that the build uses: the package has no types. */
declare module '@11ty/eleventy' {
  export type Config = {
    setIncludesDirectory(directory: string): void;
    setTemplateFormats(formats: readonly string[]): void;
    setLibrary(engine: string, library: unknown): void;
    addTemplate(path: string, content: string, data: Readonly<Record<string, unknown>>): void;
  };
  export default class Eleventy {
    constructor(input: string, output: string, options: { readonly quietMode?: boolean; readonly config: (config: Config) => void });
    write(): Promise<unknown>;
  }
}
