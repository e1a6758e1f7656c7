const extended = /;\s*filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^;\s]+)/i;
const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
const bare = /;\s*filename\s*=\s*([^;"\s]+)/i;

const decodeExtended = (charset: string, text: string): string | undefined => {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (charset.toLowerCase() !== 'utf-8') return bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
};

// The server's name must not lead out of the folder that the file is saved in.
const safe = (name: string | undefined): string | null => {
  const last =
    (name ?? '')
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\p{Cc}/gu, '')
      .trim() ?? '';
  return last === '' || last === '.' || last === '..' ? null : last;
};

/** The file name in a `Content-Disposition` header (RFC 6266), without folders; null if there is none. `filename*` (RFC 5987) takes precedence. */
export const fileNameOf = (header: string | null): string | null => {
  const text = `;${header ?? ''}`;
  const [, charset = '', encoded = ''] = extended.exec(text) ?? [];
  const fromExtended = charset === '' ? null : safe(decodeExtended(charset, encoded));
  const [, escaped] = quoted.exec(text) ?? [];
  return fromExtended ?? safe(escaped?.replace(/\\(.)/g, '$1') ?? bare.exec(text)?.[1]);
};
