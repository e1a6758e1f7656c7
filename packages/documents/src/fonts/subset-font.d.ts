declare module 'subset-font' {
  /** An instance of a variable font (WOFF2 or sfnt) at fixed axes, all its glyphs and features kept. Rejects on a font it cannot read. */
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
