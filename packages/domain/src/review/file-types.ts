/** What a file may be, by what is in it and not by its name. The first extension is the usual one. */
export const fileTypes = {
  pdf: { words: 'PDF', extensions: ['pdf'] },
  png: { words: 'PNG', extensions: ['png'] },
  jpeg: { words: 'JPEG', extensions: ['jpg', 'jpeg'] },
  webp: { words: 'WebP', extensions: ['webp'] },
  /** UTF-8 without HTML or SVG. Nothing in a text tells a table or Markdown from other texts. */
  text: { words: 'TXT, CSV, Markdown', extensions: ['txt', 'csv', 'tsv', 'md'] },
  zip: { words: 'ZIP', extensions: ['zip'] },
  docx: { words: 'DOCX', extensions: ['docx'] },
  xlsx: { words: 'XLSX', extensions: ['xlsx'] },
  pptx: { words: 'PPTX', extensions: ['pptx'] },
  odt: { words: 'ODT', extensions: ['odt'] },
  ods: { words: 'ODS', extensions: ['ods'] },
  odp: { words: 'ODP', extensions: ['odp'] },
} as const;
export type FileTypeName = keyof typeof fileTypes;

// The keys of a literal are its type's.
export const fileTypeNames = Object.keys(fileTypes) as [FileTypeName, ...FileTypeName[]];

/** Bytes of one file, characters of its name. `questions`: of a test. */
export const fileBounds = { bytes: 10 * 1024 * 1024, name: 120, sentName: 255, questions: 20 } as const;
