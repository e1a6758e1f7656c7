declare module 'subset-font' {
  /** An instance of a variable font (WOFF2 or sfnt) at fixed axes, with all glyphs and features. Rejects if it cannot read the font. */
  export default function subsetFont(
    font: Uint8Array,
    text: undefined,
    options: {
      readonly keepAllGlyphs: true;
      readonly targetFormat: 'truetype';
      readonly variationAxes: Readonly<Record<string, number>>;
    },
  ): Promise<Buffer>;
}
