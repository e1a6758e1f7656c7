const written = /!\[([^\]]{0,1000})\]\(\s*<?data:image\/[^)>\s]*>?[^)]{0,1000}\)/giu;
const left = /data:image\/[^)>"'\s]+/giu;

/** A text of a test for where no pictures are shown: what the author calls them in place of their bytes, which may be megabytes. */
export const picturesInWords = (text: string): string =>
  text.replace(written, (_, words: string) => (words === '' ? '(picture)' : `(picture: ${words})`)).replace(left, '(picture)');
