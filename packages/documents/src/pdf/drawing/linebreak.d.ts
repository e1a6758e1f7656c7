declare module 'linebreak' {
  /** UAX #14: line break opportunities in order, as UTF-16 offsets; the last is the end of the text. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
