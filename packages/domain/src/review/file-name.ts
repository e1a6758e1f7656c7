import { type FileTypeName, fileBounds, fileTypes } from './file-types.ts';

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const hasExtension = (name: string, type: FileTypeName): boolean =>
  (fileTypes[type].extensions as readonly string[]).includes(extensionOf(name));

/** Device names of Windows, which no file can have there. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * The name of a file as it is shown and saved: without folders, control characters, marks that turn text around and what file systems
 * refuse, and with an extension of its type, so that no program is named like a picture.
 */
export const cleanFileName = (sent: string, type: FileTypeName): string => {
  const [usual] = fileTypes[type].extensions;
  const name = (sent.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[:*?"<>|\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .replace(reserved, '_');
  const extension = hasExtension(name, type) ? extensionOf(name) : usual;
  const stem = hasExtension(name, type) ? name.slice(0, -extension.length - 1) : name;
  const short = [...stem]
    .slice(0, fileBounds.name - extension.length - 1)
    .join('')
    .replace(/[. ]+$/, '');
  return `${short === '' ? 'file' : short}.${extension}`;
};

/** What stands for the name where nobody may see whose file it is. */
export const neutralFileName = (questionId: string, name: string): string => {
  const extension = extensionOf(name);
  return extension === '' ? questionId : `${questionId}.${extension}`;
};

const units = ['bytes', 'KB', 'MB'] as const;

/** Bytes as people read them: `812 bytes`, `1.2 MB`; 1 KB is 1,000 bytes. */
export const sizeWords = (bytes: number): string => {
  const power = bytes < 1_000 ? 0 : bytes < 999_500 ? 1 : 2;
  const value = bytes / 1_000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${units[power]}`;
};

const typeWords = (type: string): string =>
  Object.hasOwn(fileTypes, type) && type !== 'text' ? fileTypes[type as FileTypeName].words : type;

/** `plan.pdf (PDF, 1.2 MB)` */
export const fileWords = ({ name, type, bytes }: { readonly name: string; readonly type: string; readonly bytes: number }): string =>
  `${name} (${typeWords(type)}, ${sizeWords(bytes)})`;
