/** Encrypted pictures of attempts on this device, beside the browser's own cache: what is here is there without a network, and removable. */

const keyOf = (pictureId: number): string => `/pictures/${pictureId}`;

export const readPicture = async (name: string, pictureId: number): Promise<ArrayBuffer | undefined> =>
  (await (await caches.open(name)).match(keyOf(pictureId)))?.arrayBuffer();

export const writePicture = async (name: string, pictureId: number, bytes: ArrayBuffer): Promise<void> =>
  (await caches.open(name)).put(keyOf(pictureId), new Response(bytes));

export const dropPictures = async (name: string): Promise<void> => {
  await caches.delete(name);
};

const nonceLength = 12;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const base64Of = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};

/** As a `data:` address: a `blob:` one is of the page's origin, and what an author wrote as SVG could be opened by itself there. */
export const openPicture = async (sealed: ArrayBuffer, key: string, type: string): Promise<string> => {
  const secret = await crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['decrypt']);
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.slice(0, nonceLength) }, secret, sealed.slice(nonceLength));
  return `data:${type};base64,${base64Of(new Uint8Array(opened))}`;
};
