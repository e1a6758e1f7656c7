import { createContext } from 'preact';

/** What shows a picture of the attempt by its id; undefined while it is being loaded. */
export const PictureAddresses = createContext<(pictureId: number) => string | undefined>(() => undefined);

/** HTML of the server has addresses relative to that of the attempt. Outside of tags it has no quotes. */
export const withPictures = (html: string, addressOf: (pictureId: number) => string | undefined): string =>
  html.replace(/ src="pictures\/(\d+)"/g, (_source, id) => {
    const address = addressOf(Number(id));
    return address === undefined ? '' : ` src="${address}"`;
  });
